#!/bin/sh
# Checks a skill folder: the specification's rules for SKILL.md, and what often goes wrong
# beside them (missing linked files, scripts that cannot start). It reads only and runs
# no script of the skill.
#
# usage: check.sh FOLDER...
#
# Lines start with error (breaks the specification), warn or note.
# Exit code: 0 no errors; 1 errors; 2 wrong usage.
set -u
LC_ALL=C
export LC_ALL

usage() { sed -n '2,9s/^# \{0,1\}//p' "$0"; }
report() { printf '%-5s %s: %s\n' "$1" "$2" "$3"; }

# Only plain one-line values and blocks (> and |) are read; that is what the checks need.
check_frontmatter() {
	awk -v file="$1" -v folder="$2" '
	function say(level, line, text) { printf "%-5s %s:%d: %s\n", level, file, line, text }
	function trim(v) { gsub(/^[ \t]+|[ \t]+$/, "", v); return v }
	# chars counts UTF-8 characters: every byte but the continuation bytes.
	function chars(v) { gsub(/[\200-\277]/, "", v); return length(v) }
	function start(   p) {
		p = index($0, ":"); key = substr($0, 1, p - 1); v = trim(substr($0, p + 1)); at[key] = NR
		if (key in val) say("error", NR, "the key " key " stands twice")
		if (!(" name description license compatibility metadata allowed-tools " ~ " " key " "))
			say("error", NR, "the key " key " is not in the specification (put it under metadata, or accept it for the agents that read it)")
		block[key] = (v ~ /^[>|][-+0-9]*$/)
		quoted = (v ~ /^["\047]/)
		if (!block[key] && !quoted && v ~ /: /) say("error", NR, "the value holds \": \"; put it in quotes")
		if (!block[key] && !quoted && v ~ / #/) say("error", NR, "\" #\" begins a comment and cuts the value; put it in quotes")
		if (!block[key] && v ~ /^[[{*&!%@`,]/) say("error", NR, "the value starts with a character YAML reads otherwise; put it in quotes")
		if (quoted && v !~ /^"([^"\\]|\\.)*"[ \t]*$/ && v !~ /^\047([^\047]|\047\047)*\047[ \t]*$/ && v ~ /^.[^"\047]*$/) say("error", NR, "the quote is not closed on this line")
		if (quoted) v = substr(v, 2, length(v) - 2)
		val[key] = block[key] ? "" : v
	}
	{ sub(/\r$/, "") }
	NR == 1 {
		if (substr($0, 1, 3) == "\357\273\277") { say("error", 1, "starts with a byte order mark"); $0 = substr($0, 4) }
		if ($0 != "---") { say("error", 1, "the first line must be ---"); stop = 1; exit }
		inside = 1; next
	}
	inside && /^---[ \t]*$/ { inside = 0; closed = NR; next }
	inside && /---/ { say("warn", NR, "--- inside the frontmatter ends it for some readers") }
	inside && /\t/ && /^[ \t]/ { say("error", NR, "a tab indents; YAML wants blanks") }
	inside && /^[ \t]*(#.*)?$/ { next }
	inside && /^[A-Za-z0-9_-]+:([ \t]|$)/ { start(); next }
	inside && /^[ \t]/ && key != "" { more[key]++; if (key != "metadata") val[key] = trim(val[key] " " trim($0)); next }
	inside { say("error", NR, "not a \"key: value\" line") }
	closed && /[^ \t]/ { body++ }
	closed { lines++ }
	END {
		if (stop) exit
		if (!closed) { say("error", NR, "the frontmatter is not closed by a line ---"); exit }
		n = val["name"]
		if (n == "") say("error", at["name"] + 0, "name is missing")
		else {
			if (n != folder) say("error", at["name"], "name \"" n "\" differs from the folder \"" folder "\"")
			if (chars(n) > 64) say("error", at["name"], "name is longer than 64 characters")
			if (n ~ /[A-Z]/) say("error", at["name"], "name has upper-case letters")
			if (n ~ /^-|-$|--/) say("error", at["name"], "name has a hyphen at an end or two in a row")
			if (n ~ /[^A-Za-z0-9\200-\377-]/) say("error", at["name"], "name has other characters than letters, digits and hyphens")
		}
		d = val["description"]; c = chars(d)
		if (d == "") say("error", at["description"] + 0, "description is missing")
		else {
			if (c > 1024) say("error", at["description"], "description has " c " characters; 1024 are allowed")
			if (c < 60) say("warn", at["description"], "description has " c " characters; say what it does and when to use it")
			if (tolower(d) !~ /(use when|use this|use for|use it|when )/) say("warn", at["description"], "description does not say when to use the skill")
			if (d ~ /^(I |You |We )/) say("warn", at["description"], "write the description in the third person")
			if (tolower(d) ~ /(todo|lorem ipsum|your description|describe what)/) say("warn", at["description"], "description looks like a placeholder")
		}
		if (chars(val["compatibility"]) > 500) say("error", at["compatibility"], "compatibility is longer than 500 characters")
		if (!body) say("warn", closed, "the body is empty")
		if (lines > 500) say("warn", closed, "the body has " lines " lines; move detail to references/ (500 is the limit)")
	}' "$1"
}

# Links in the body that stay inside the folder must lead to a file. Code blocks are skipped.
check_links() {
	awk '
	/^[ \t]*(```|~~~)/ { fence = !fence; next }
	fence { next }
	{
		s = $0
		while (match(s, /\]\([^)]*\)/)) {
			t = substr(s, RSTART + 2, RLENGTH - 3); s = substr(s, RSTART + RLENGTH)
			sub(/[ \t]+".*/, "", t); sub(/#.*/, "", t)
			if (t != "" && t !~ /^[a-zA-Z][a-zA-Z0-9+.-]*:/ && t !~ /^\//) print NR "\t" t
		}
		s = $0
		while (match(s, /`(scripts|references|templates|assets)\/[A-Za-z0-9._\/-]+[A-Za-z0-9_]`/)) {
			print NR "\t" substr(s, RSTART + 1, RLENGTH - 2); s = substr(s, RSTART + RLENGTH)
		}
	}' "$1/SKILL.md" | sort -u | while IFS='	' read -r line target; do
		case $target in
		../* | */../*) report warn "$1/SKILL.md:$line" "$target leaves the skill's folder" ;;
		*) [ -e "$1/$target" ] || report error "$1/SKILL.md:$line" "$target does not exist" ;;
		esac
	done
}

check_files() {
	find "$1" -type f ! -path '*/.git/*' -print | sort | while IFS= read -r f; do
		case $f in
		"$1"/SKILL.md) continue ;;
		*/SKILL.md | */skill.md) report warn "$f" "a skill inside a skill; some agents load it as a second one" ;;
		"$1"/scripts/*) check_script "$f" ;;
		*/references/*.md)
			n=$(awk 'END { print NR }' "$f")
			if [ "$n" -gt 300 ] && ! head -n 40 "$f" | grep -qi '^#* *\(table of \)\{0,1\}contents'; then
				report warn "$f" "$n lines without contents at the top"
			fi
			;;
		esac
	done
}

check_script() {
	first=$(head -n 1 "$1" | tr -d '\000')
	cr=$(printf '\r')
	case $first in
	'#!'*"$cr") report error "$1" "the first line ends in a carriage return; the script cannot start" ;;
	'#!'*)
		[ -x "$1" ] || report note "$1" "not executable; run it as \"sh $1\", or set the bit"
		case $first in
		*/sh | */sh\ * | */dash*) sh -n "$1" 2>/dev/null || report error "$1" "sh -n finds a syntax error" ;;
		esac
		;;
	*) report note "$1" "no #! line; an agent cannot tell how to run it" ;;
	esac
}

check_skill() {
	dir=${1%/}
	if [ ! -f "$dir/SKILL.md" ]; then
		report error "$dir" "no SKILL.md in this folder"
		return
	fi
	full=$(cd -- "$dir" && pwd)
	check_frontmatter "$dir/SKILL.md" "${full##*/}"
	check_links "$dir"
	check_files "$dir"
}

case ${1:-} in
-h | --help) usage; exit 0 ;;
'' | -*) usage >&2; exit 2 ;;
esac
status=0
for folder in "$@"; do
	found=$(check_skill "$folder")
	[ -z "$found" ] || printf '%s\n' "$found"
	case $found in
	error* | *'
error'*) status=1 ;;
	*) echo "ok    $folder: no errors" ;;
	esac
done
exit $status
