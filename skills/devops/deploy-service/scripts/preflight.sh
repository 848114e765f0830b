#!/bin/sh
# Checks a Git work tree before a deployment: what exactly would go out, since which version,
# and what in it makes a deployment risky. It reads only, fetches nothing and deploys nothing.
#
# usage: preflight.sh [-f FROM] [-t TOOL]... [COMMIT]
#   COMMIT  what is to be deployed (default: HEAD)
#   -f      what runs now: a tag or commit (default: the latest tag before COMMIT)
#   -t      a program the deployment needs; may be repeated
#
# Lines start with ok, warn, stop or info. Exit code: 0 nothing stops the deployment;
# 1 something does; 2 wrong usage or no repository.
set -u
LC_ALL=C
export LC_ALL

usage() { sed -n '2,11s/^# \{0,1\}//p' "$0"; }
die() { echo "preflight.sh: $1" >&2; exit 2; }
say() { printf '%-5s %s\n' "$1" "$2"; }
g() { GIT_OPTIONAL_LOCKS=0 git --no-pager -c core.quotepath=off -c core.fsmonitor=false "$@"; }

from='' tools=''
while getopts f:t:h opt; do
	case $opt in
	f) from=$OPTARG ;;
	t) tools="$tools $OPTARG" ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -le 1 ] || { usage >&2; exit 2; }
g rev-parse --git-dir >/dev/null 2>&1 || die "not in a Git repository"
commit=$(g rev-parse -q --verify "${1:-HEAD}^{commit}") || die "no commit ${1:-HEAD}"
if [ -z "$from" ]; then
	# A tag on the commit itself is the new version, not the running one.
	from=$(g describe --tags --abbrev=0 "$commit^" 2>/dev/null)
fi

check_tools() {
	for t in $tools; do
		if command -v "$t" >/dev/null 2>&1; then say ok "tool $t is there"; else say stop "tool $t is missing"; fi
	done
}

check_tree() {
	if [ "$commit" = "$(g rev-parse HEAD)" ]; then
		n=$(g status --porcelain | awk 'END { print NR }')
		if [ "$n" = 0 ]; then say ok "work tree is clean"; else say stop "$n files are changed or untracked; a build from here is not the commit"; fi
	else
		say info "the commit is not checked out; build it from a clean checkout"
	fi
	[ ! -e "$(g rev-parse --git-path MERGE_HEAD)" ] || say stop "a merge is in progress"
}

check_published() {
	if [ -z "$(g for-each-ref --format=x refs/remotes)" ]; then
		say warn "no remote branches are known; nobody else has this commit"
	elif [ -z "$(g branch -r --contains "$commit" 2>/dev/null)" ]; then
		say stop "the commit is on no remote branch; push it and let CI test it first"
	else
		branch=$(g branch -r --contains "$commit" | awk '!/->/ { print $1; exit }')
		say ok "the commit is on $branch (as of the last fetch)"
	fi
}

# risk KIND PATTERN: lists changed files whose names tell of trouble.
risk() {
	hits=$(printf '%s\n' "$changed" | grep -E "$2") || return 0
	names=$(printf '%s\n' "$hits" | awk '
		NR <= 5 { printf "%s%s", (NR > 1) ? ", " : "", $0 }
		END { if (NR > 5) printf " and %d more", NR - 5 }')
	say warn "$1: $names"
}

check_range() {
	if [ -z "$from" ]; then
		say warn "no earlier tag: name what runs now with -f, or there is no rollback target"
		return
	fi
	old=$(g rev-parse -q --verify "$from^{commit}") || { say stop "no commit $from"; return; }
	if [ "$old" = "$commit" ]; then
		say stop "$from is the same commit; there is nothing to deploy"
		return
	fi
	say info "runs now: $from ($(g log -1 --no-show-signature --format='%h, %ad' --date=short "$old")); it is the rollback target"
	missing=$(g rev-list --count "$commit..$old")
	[ "$missing" = 0 ] || say stop "$missing commits that run now are not in the new version; this would take them back"
	echo "$(g rev-list --count --no-merges "$old..$commit") commits go out:"
	g log --no-merges --no-show-signature --format='  %h %an: %s' -n 20 "$old..$commit"
	changed=$(g diff --no-ext-diff --name-only --no-renames "$old" "$commit")
	risk "database" '(^|/)migrations?/|\.sql$|(^|/)schema\.'
	risk "configuration" '(^|/)(config|configs|env|helm|charts|k8s|deploy|manifests)/|\.env|(^|/)values.*\.ya?ml$'
	risk "build and infrastructure" '(^|/)(Dockerfile|Makefile|docker-compose|compose)[^/]*$|\.tf$|(^|/)\.(github|gitlab|circleci)|Jenkinsfile'
	risk "dependencies" '(^|/)(go\.(mod|sum)|package(-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.(toml|lock)|requirements[^/]*\.txt|poetry\.lock|uv\.lock|Gemfile(\.lock)?|pom\.xml|build\.gradle[^/]*)$'
	risk "interfaces" '\.proto$|(^|/)openapi[^/]*$|swagger|\.graphqls?$|\.avsc$'
	deleted=$(g diff --no-ext-diff --diff-filter=D --no-renames --name-only "$old" "$commit" | awk 'END { print NR }')
	[ "$deleted" = 0 ] || say info "$deleted files are deleted"
}

report=$(
	say info "to deploy: $(g log -1 --no-show-signature --format='%h (%ad, %an) %s' --date=short "$commit")"
	check_tools
	check_tree
	check_published
	check_range
)
printf '%s\n' "$report" | tr -d '\033'
stops=$(printf '%s\n' "$report" | grep -c '^stop ')
if [ "$stops" -gt 0 ]; then
	echo "result: $stops reasons not to deploy"
	exit 1
fi
echo "result: nothing here stops the deployment; the warnings belong into the plan"
