#!/bin/sh
# Collects what a reviewer must know about a change: its base, commits, files by kind and size,
# and lines that deserve a look. It reads only and fetches nothing.
#
# usage: change.sh [-w] [BASE [HEAD]]
#   BASE  branch or commit the change goes into (default: the remote's default branch, else main or master)
#   HEAD  the change (default: HEAD)
#   -w    also what is not committed (the work tree against the base)
#
# Exit code: 0 the report was made; 1 no repository, base or common ancestor; 2 wrong usage.
set -u
LC_ALL=C
export LC_ALL

usage() { sed -n '2,10s/^# \{0,1\}//p' "$0"; }
fail() { echo "change.sh: $1" >&2; exit 1; }
# External diff and text conversion programs of a repository are not run: it may not be trusted.
g() { GIT_OPTIONAL_LOCKS=0 git --no-pager -c core.quotepath=off -c core.fsmonitor=false "$@"; }
diff_of() { g diff --no-ext-diff --no-textconv --no-color -M "$@"; }
is_commit() { g rev-parse -q --verify "$1^{commit}" >/dev/null 2>&1; }

work=
while getopts wh opt; do
	case $opt in
	w) work=1 ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -le 2 ] || { usage >&2; exit 2; }
for ref in "$@"; do
	case $ref in -*) usage >&2; exit 2 ;; esac
done

g rev-parse --git-dir >/dev/null 2>&1 || fail "not in a Git repository"
head=${2:-HEAD}
is_commit "$head" || fail "no commit $head"

find_base() {
	for ref in "$(g symbolic-ref -q --short refs/remotes/origin/HEAD)" origin/main origin/master main master; do
		if [ -n "$ref" ] && is_commit "$ref"; then
			echo "$ref"
			return
		fi
	done
}
base=${1:-$(find_base)}
[ -n "$base" ] || fail "no base found: name the branch this change goes into"
is_commit "$base" || fail "no commit $base"
fork=$(g merge-base "$base" "$head") || fail "$base and $head have no common ancestor"

# The range that is diffed: two commits, or the fork and the work tree.
if [ -n "$work" ]; then set -- "$fork"; else set -- "$fork" "$head"; fi

echo "== change =="
echo "base $base, forked at $(g log -1 --format='%h (%ad) %s' --date=short "$fork")"
echo "base has moved by $(g rev-list --count "$fork..$base") commits since"
echo "commits:"
g log --reverse --no-show-signature --format='  %h %an: %s' "$fork..$head"
[ -z "$work" ] || g status --porcelain | awk '/^\?\?/ { n++ } END { if (n) printf "note: %d untracked files are not in the diff\n", n }'

echo "== files =="
diff_of --numstat "$@" | awk -F '\t' '
function kind(p) {
	if (p ~ /(^|\/)(vendor|node_modules|third_party)\// || p ~ /(\.lock|-lock\.(json|yaml)|go\.sum|\.min\.(js|css)|\.pb\.go|_generated\.[a-z]+|\.snap)$/) return "generated"
	if (p ~ /(^|\/)(tests?|spec|__tests__|testdata|fixtures)\// || p ~ /(_test\.[a-z]+|\.(test|spec)\.[a-z]+)$/ || p ~ /(^|\/)test_[^\/]*$/) return "test"
	if (p ~ /(^|\/)migrations?\// || p ~ /\.sql$/) return "migration"
	if (p ~ /(^|\/)(\.github|\.gitlab|\.circleci|\.ci)\// || p ~ /(^|\/)(Dockerfile|Makefile|Jenkinsfile|\.gitlab-ci\.yml)/ || p ~ /\.tf$/) return "build"
	if (p ~ /\.(md|rst|txt|adoc)$/) return "docs"
	if (p ~ /\.(ya?ml|json|toml|ini|cfg|conf|env|properties)$/ || p ~ /(^|\/)\.env/) return "config"
	return "code"
}
{
	bin = ($1 == "-"); k = kind($3)
	n++; files[k]++; lines[k] += $1 + $2; plus += $1; minus += $2
	out[n] = bin ? sprintf("  %-9s  binary        %s", k, $3) : sprintf("  %-9s  +%-5d -%-5d %s", k, $1, $2, $3)
}
END {
	if (!n) { print "nothing differs"; exit }
	for (i = 1; i <= n; i++) print out[i]
	printf "total: %d files, +%d -%d\n", n, plus, minus
	split("code test migration build config docs generated", K, " ")
	for (i = 1; i <= 7; i++) if (files[K[i]]) printf "%s: %d files, %d lines\n", K[i], files[K[i]], lines[K[i]]
	if (lines["code"] > 20 && !files["test"]) print "look: code changed, no test did"
	if (plus + minus - lines["generated"] > 800) print "look: large; review it in parts, or ask to split it"
}'
diff_of --summary "$@" | awk '/mode change|delete mode|create mode 120000|create mode 160000/ { sub(/^ */, ""); print "look: " $0 }'

echo "== added lines to look at =="
diff_of -U0 "$@" | awk '
function look(why,   t) {
	t = text; sub(/^[ \t]+/, "", t); gsub(/\033/, "", t)
	if (++n <= 40) printf "%s:%d  %s: %s\n", file, line, why, (why ~ /secret/) ? "(not shown)" : substr(t, 1, 100)
}
/^diff --git / { inhunk = 0; next }
!inhunk && /^\+\+\+ / { file = substr($0, 5); sub(/^b\//, "", file); sub(/\t$/, "", file); next }
/^@@ / { inhunk = 1; split($3, a, ","); line = substr(a[1], 2) - 1; next }
inhunk && /^\+/ {
	line++; text = substr($0, 2); low = tolower(text)
	if (text ~ /^(<<<<<<<|>>>>>>>) /) look("conflict marker")
	else if (text ~ /BEGIN [A-Z ]*PRIVATE KEY/ || text ~ /AKIA[0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z]/ || text ~ /gh[pousr]_[0-9A-Za-z][0-9A-Za-z][0-9A-Za-z][0-9A-Za-z][0-9A-Za-z][0-9A-Za-z]/ || low ~ /(password|passwd|secret|api_?key|token)["]?[ ]*[:=]+[ ]*["][^"$<{ ][^"$<{ ][^"$<{ ][^"$<{ ][^"$<{ ][^"$<{ ]/) look("may be a secret")
	else if (text ~ /(TODO|FIXME|XXX|HACK)/) look("left open")
	else if (low ~ /(^|[^a-z_])(console\.log\(|debugger;|dbg!\(|breakpoint\(\)|import pdb|print_r\(|var_dump\()/) look("debugging")
	else if (low ~ /((^|[^a-z_])xit\(|\.only\(|\.skip(now)?\(|@disabled|@ignore|pytest\.mark\.skip|nolint|noqa|eslint-disable|type: ignore|@ts-ignore|#\[allow)/) look("check switched off")
	else if (low ~ /(verify *= *false|insecureskipverify|rejectunauthorized: *false|--no-verify|curl .*\| *(ba)?sh|chmod 777|(^|[^a-z_])eval\(|shell *= *true|dangerouslysetinnerhtml)/) look("risky call")
	else if (low ~ /(drop (table|column)|truncate table|delete from|alter table)/) look("changes data or schema")
}
END {
	if (!n) print "none"
	if (n > 40) printf "and %d more\n", n - 40
}'
