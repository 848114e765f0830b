#!/bin/sh
# Collects one person's work in Git repositories for a daily report: commits by day with size,
# the folders they touched, work that is not committed or not pushed. It reads only and
# fetches nothing.
#
# usage: activity.sh [-s SINCE] [-u UNTIL] [-a AUTHOR | -A] [REPOSITORY...]
#   REPOSITORY  folders with a work tree (default: the current one)
#   -s, -u      any date Git reads (default: since yesterday 00:00, until now)
#   -a          part of an author's name or address (default: user.email of the repository)
#   -A          everyone
#
# Exit code: 0 the report was made; 1 a folder is not a repository; 2 wrong usage.
set -u
LC_ALL=C
export LC_ALL

usage() { sed -n '2,12s/^# \{0,1\}//p' "$0"; }

since=yesterday.midnight until=now wanted='' everyone=
while getopts s:u:a:Ah opt; do
	case $opt in
	s) since=$OPTARG ;;
	u) until=$OPTARG ;;
	a) wanted=$OPTARG ;;
	A) everyone=1 ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- .

# Hooks, pagers and optional locks are kept out: looking must not change the repository.
g() { GIT_OPTIONAL_LOCKS=0 git --no-pager -C "$repo" -c core.quotepath=off -c core.fsmonitor=false "$@"; }

commits() {
	# Not --all: that would count stashes as work.
	set -- --branches --remotes --no-merges --no-renames --no-show-signature --since="$since" --until="$until" --date=short --numstat --format='@%ad	%h	%an	%s'
	[ -n "$everyone" ] || set -- "$@" --fixed-strings --author="$author"
	if g rev-parse -q --verify HEAD >/dev/null; then set -- "$@" HEAD; fi
	g log "$@" | awk -F '\t' -v everyone="$everyone" '
	/^@/ { flush(); day = substr($1, 2); hash = $2; who = $3; subject = $4; for (i = 5; i <= NF; i++) subject = subject " " $i; next }
	NF == 3 { files++; plus += $1; minus += $2; n = split($3, p, "/"); dir = (n > 1) ? p[1] "/" : "(top)"; if (!(dir in touched)) order[++dirs] = dir; touched[dir]++ }
	function flush() {
		if (hash == "") return
		if (!(day in lines)) days[++nd] = day
		lines[day] = lines[day] sprintf("  %s  %s  (%d files, +%d -%d)%s\n", hash, subject, files, plus, minus, everyone ? "  " who : "")
		total++; tf += files; tp += plus; tm += minus
		hash = ""; files = plus = minus = 0
	}
	END {
		flush()
		if (!total) { print "no commits"; exit }
		for (i = 1; i <= nd; i++) printf "%s\n%s", days[i], lines[days[i]]
		printf "total: %d commits, +%d -%d lines\n", total, tp, tm
		printf "touched:"
		for (i = 1; i <= dirs; i++) printf "%s %s %d", (i > 1) ? "," : "", order[i], touched[order[i]]
		print ""
	}'
}

# unfinished tells what the log does not: changes in the work tree, stashes, commits nobody else has.
unfinished() {
	changed=$(g status --porcelain | awk 'END { print NR }')
	[ "$changed" = 0 ] || echo "not committed: $changed files"
	stashes=$(g stash list | awk 'END { print NR }')
	[ "$stashes" = 0 ] || echo "stashes: $stashes"
	g for-each-ref --format='%(refname:short)%09%(upstream:short)%09%(upstream:track,nobracket)' refs/heads | awk -F '\t' '
	$3 ~ /ahead/ { n = $3; sub(/.*ahead /, "", n); sub(/,.*/, "", n); print "not pushed: " n " commits on " $1 }
	$2 == "" { print "no upstream: branch " $1 }'
}

for repo in "$@"; do
	if ! top=$(git -C "$repo" rev-parse --show-toplevel 2>/dev/null); then
		echo "activity.sh: $repo is not a Git repository" >&2
		exit 1
	fi
	author=${wanted:-$(g config user.email)}
	if [ -z "$author" ] && [ -z "$everyone" ]; then
		echo "activity.sh: no user.email is set in $repo; name an author with -a" >&2
		exit 2
	fi
	[ -z "$everyone" ] || author=everyone
	branch=$(g symbolic-ref --short -q HEAD) || branch=detached
	echo "== ${top##*/} (branch $branch, since $since, author $author) =="
	commits
	unfinished
done
