#!/bin/sh
# Shows what fills a folder: free space, largest folders, largest files, old large files,
# and known caches that can be made again. It reads only: nothing is deleted.
#
# usage: usage.sh [-n COUNT] [-d DAYS] [-m MIB] [FOLDER]
#   FOLDER  where to look (default: the current folder); other file systems below it are left out
#   -n      lines in each list (default 15)
#   -d      "old" means not changed for this many days (default 180)
#   -m      "large" means at least this many MiB (default 50)
#
# Exit code: 0 the report was made; 2 wrong usage.
set -u
LC_ALL=C
export LC_ALL

usage() { sed -n '2,11s/^# \{0,1\}//p' "$0"; }
die() { echo "usage.sh: $1" >&2; exit 2; }
number() { case $2 in '' | *[!0-9]*) die "-$1 wants a number, got \"$2\"" ;; esac; }

count=15 days=180 mib=50
while getopts n:d:m:h opt; do
	case $opt in
	n) count=$OPTARG; number n "$count" ;;
	d) days=$OPTARG; number d "$days" ;;
	m) mib=$OPTARG; number m "$mib" ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ "$mib" -gt 0 ] || die "-m wants at least 1"
[ $# -le 1 ] || die "one folder at a time"
[ -d "${1:-.}" ] || die "no such folder: $1"
# Names are absolute from here on, so none can be taken for an option.
root=$(cd -- "${1:-.}" && pwd -P) || exit 2

# Reads "KIB<tab>NAME" or "KIB NAME" lines, prints the largest as sizes for people.
largest() {
	sort -nr | head -n "$count" | awk '{
		k = $1; sub(/^[ \t]*[0-9]+[ \t]+/, "")
		if (k >= 1048576) printf "%8.1f GiB  %s\n", k / 1048576, $0
		else if (k >= 1024) printf "%8.1f MiB  %s\n", k / 1024, $0
		else printf "%8d KiB  %s\n", k, $0
		n++
	}
	END { if (!n) print "         none" }'
}

# large_files FIND-TESTS...: sizes from du, because a sparse file's length is not its cost.
large_files() {
	find "$root" -xdev -type f -size +$((mib * 2048 - 1)) "$@" -exec du -k {} + 2>/dev/null
}

# A folder named like a cache counts only with the file that makes it again beside or in it.
caches() {
	find "$root" -xdev -type d \( -name node_modules -o -name .venv -o -name venv -o -name __pycache__ \
		-o -name target -o -name .gradle -o -name .terraform -o -name .next -o -name .tox -o -name .mypy_cache \
		-o -name .pytest_cache -o -name DerivedData -o -name .cache -o -name Caches \) -prune -print 2>/dev/null |
		while IFS= read -r d; do
			up=${d%/*}
			case ${d##*/} in
			node_modules | .next) [ -e "$up/package.json" ] || continue ;;
			target) [ -e "$up/Cargo.toml" ] || [ -e "$up/pom.xml" ] || continue ;;
			.venv | venv) [ -e "$d/pyvenv.cfg" ] || continue ;;
			.terraform) [ -n "$(find "$up/." ! -name . -prune -name '*.tf' -print 2>/dev/null)" ] || continue ;;
			esac
			du -skx "$d" 2>/dev/null
		done
}

echo "== free space =="
df -P -k "$root" 2>/dev/null | awk 'NR > 1 {
	for (i = 4; i < NF; i++) if ($i ~ /^[0-9]+%$/) { p = i; break }
	if (p) printf "%s used, %.1f GiB of %.1f GiB free\n", $p, $(p - 1) / 1048576, $(p - 3) / 1048576 }'
echo "== largest folders in $root (each with all below it) =="
# Two levels say where to look; deeper ones repeat their parents.
du -kx "$root" 2>/dev/null | awk -v root="$root" '{
	name = $0; sub(/^[ \t]*[0-9]+[ \t]+/, "", name)
	rest = (root == "/") ? substr(name, 2) : substr(name, length(root) + 2)
	if (rest == "" || gsub(/\//, "/", rest) > 1) next
	print }' | largest
echo "== files of $mib MiB and more =="
large_files | largest
echo "== of these, not changed for $days days =="
large_files -mtime +"$days" | largest
echo "== caches and build results that can be made again =="
caches | largest
unreadable=$(find "$root" -xdev -type d ! -perm -u+rx 2>/dev/null | awk 'END { print NR }')
[ "$unreadable" = 0 ] || echo "note: $unreadable folders may not be readable; their content may be missing above"
