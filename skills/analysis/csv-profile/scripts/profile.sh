#!/bin/sh
# Profiles a CSV or TSV file: rows, columns, types, empty and distinct values, ranges,
# frequent values, and rows that do not fit. Quoted fields may hold separators and line
# breaks. It reads only.
#
# usage: profile.sh [-d DELIMITER] [-H] [-n COUNT] [FILE]
#   FILE  the table; none or - reads standard input
#   -d    the delimiter: one character, or "tab" (default: found from the first line)
#   -H    the first row is data, not names
#   -n    frequent values to show for each column (default 3)
#
# Exit code: 0 the profile was made; 1 the file could not be read; 2 wrong usage.
set -u
LC_ALL=C
export LC_ALL

usage() { sed -n '2,12s/^# \{0,1\}//p' "$0"; }
die() { echo "profile.sh: $1" >&2; exit 2; }

delim='' header=1 count=3
while getopts d:Hn:h opt; do
	case $opt in
	d) delim=$OPTARG ;;
	H) header=0 ;;
	n) count=$OPTARG ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
case $count in '' | *[!0-9]*) die "-n wants a number, got \"$count\"" ;; esac
case $delim in '' | ? | tab) ;; *) die "-d wants one character or \"tab\", got \"$delim\"" ;; esac
[ $# -le 1 ] || die "one file at a time"
file=${1:--}
if [ "$file" != - ] && { [ ! -f "$file" ] || [ ! -r "$file" ]; }; then
	echo "profile.sh: $file is not a readable file" >&2
	exit 1
fi

if [ "$file" = - ]; then cat; else cat <"$file"; fi | tr -d '\000\033' | PROFILE_DELIM=$delim awk -v header="$header" -v top="$count" '
BEGIN { d = ENVIRON["PROFILE_DELIM"]; if (d == "tab") d = "\t"; cap = 10000 }

# guess takes the separator that is most frequent in the first line, outside quotes.
function guess(s,   n, best, i, c, cand) {
	gsub(/"[^"]*"/, "", s)
	best = ","
	split(", ; \t |", cand, " "); cand[3] = "\t"; cand[4] = "|"
	for (i = 1; i <= 4; i++) {
		c = s; n[i] = count_of(c, cand[i])
		if (n[i] > n[0] + 0) { n[0] = n[i]; best = cand[i] }
	}
	return best
}
function count_of(s, c,   n, p) {
	n = 0
	while ((p = index(s, c)) > 0) { n++; s = substr(s, p + 1) }
	return n
}

# parse splits a whole record into f[1..n]; quotes double inside quotes.
function parse(s,   n, p, v) {
	n = 0
	for (;;) {
		if (substr(s, 1, 1) == "\"") {
			v = ""; s = substr(s, 2)
			while ((p = index(s, "\"")) > 0) {
				v = v substr(s, 1, p - 1); s = substr(s, p + 1)
				if (substr(s, 1, 1) != "\"") break
				v = v "\""; s = substr(s, 2)
			}
			p = index(s, d)
			if (p == 0) { f[++n] = v s; return n }
			f[++n] = v substr(s, 1, p - 1); s = substr(s, p + 1)
		} else {
			p = index(s, d)
			if (p == 0) { f[++n] = s; return n }
			f[++n] = substr(s, 1, p - 1); s = substr(s, p + 1)
		}
	}
}

function kind(v) {
	if (v ~ /^[-+]?[0-9]+$/) return (v ~ /^[-+]?0[0-9]/) ? "code" : "int"
	if (v ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/) return "num"
	if (v ~ /^[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]([T ].*)?$/) return "date"
	if (tolower(v) ~ /^(true|false|yes|no)$/) return "bool"
	return "text"
}

function column(i, v,   k, t) {
	t = v; gsub(/^[ \t]+|[ \t]+$/, "", t)
	if (t != v) blanks[i]++
	if (t == "") { empty[i]++; return }
	if (toupper(t) ~ /^(NA|N\/A|NULL|NONE|NAN|-)$/) { nulls[i]++; return }
	filled[i]++
	k = kind(t); kinds[i, k]++
	if (k == "int" || k == "num") {
		x = t + 0; nums[i]++; sum[i] += x
		if (nums[i] == 1 || x < min[i]) min[i] = x
		if (nums[i] == 1 || x > max[i]) max[i] = x
	}
	if (filled[i] == 1 || (t "") < (lo[i] "")) lo[i] = t
	if (filled[i] == 1 || (t "") > (hi[i] "")) hi[i] = t
	if (length(t) > longest[i]) longest[i] = length(t)
	if ((i, t) in seen) seen[i, t]++
	else if (distinct[i] < cap) { seen[i, t] = 1; distinct[i]++; value[i, distinct[i]] = t }
	else many[i] = 1
}

function record(s,   n, i) {
	n = parse(s)
	if (!cols) {
		cols = n
		for (i = 1; i <= n; i++) name[i] = header ? f[i] : "column " i
		if (header) return
	}
	rows++
	if (n != cols) { ragged++; if (ragged <= 5) bad = bad sprintf("row at line %d has %d fields\n", start, n) }
	for (i = 1; i <= n && i <= cols; i++) column(i, f[i])
	for (; i <= cols; i++) empty[i]++
	if (s in whole) dup++
	else if (rows <= cap * 10) whole[s] = 1
}

{
	sub(/\r$/, "")
	if (NR == 1) {
		if (substr($0, 1, 3) == "\357\273\277") { $0 = substr($0, 4); bom = 1 }
		if (d == "") d = guess($0)
	}
	if (open) rec = rec "\n" $0
	else { rec = $0; start = NR }
	open = (count_of(rec, "\"") % 2 == 1)
	if (open && length(rec) > 1000000) { broken = start; exit }
	if (!open && rec != "") record(rec)
	if (!open && rec == "") void++
}

function type_of(i,   k, n, best, bestn, K, j, mixed) {
	split("int num code date bool text", K, " ")
	if (kinds[i, "int"] && kinds[i, "num"]) { kinds[i, "num"] += kinds[i, "int"]; kinds[i, "int"] = 0 }
	for (j = 1; j <= 6; j++) {
		k = kinds[i, K[j]] + 0
		if (k > bestn) { bestn = k; best = K[j] }
		if (k) n++
	}
	if (!n) return "empty"
	if (n == 2 && kinds[i, "int"] && kinds[i, "code"]) return "code"
	if (n > 1) return best " (mixed: " filled[i] - bestn " of " filled[i] " are not)"
	return best
}

function frequent(i,   j, k, best, line) {
	line = ""
	for (k = 0; k < top; k++) {
		best = 0
		for (j = 1; j <= distinct[i]; j++) if (!((i, j) in used) && (!best || seen[i, value[i, j]] > seen[i, value[i, best]])) best = j
		if (!best) break
		used[i, best] = 1
		t = value[i, best]; gsub(/[\n\t]/, " ", t)
		if (length(t) > 40) t = substr(t, 1, 40) "..."
		line = line (k ? ", " : "") "\"" t "\" " seen[i, value[i, best]]
	}
	return line
}

END {
	if (!cols) { print "empty: no row found"; exit }
	if (open && !broken) broken = start
	shown = (d == "\t") ? "tab" : d
	printf "%d rows, %d columns, delimiter \"%s\"%s\n", rows, cols, shown, bom ? ", starts with a byte order mark" : ""
	if (broken) printf "warn  a quote opened at line %d is never closed; everything after it is missing here\n", broken
	if (ragged) printf "warn  %d rows do not have %d fields:\n%s", ragged, cols, bad
	if (dup) printf "warn  %d rows repeat an earlier row exactly\n", dup
	if (void) printf "info  %d blank lines\n", void
	for (i = 1; i <= cols; i++) {
		if (name[i] ~ /^[ \t]*$/) printf "warn  column %d has no name\n", i
		else if (name[i] in names) printf "warn  columns %d and %d are both named \"%s\"\n", names[name[i]], i, name[i]
		else names[name[i]] = i
	}
	for (i = 1; i <= cols; i++) {
		printf "\n%d. %s\n", i, name[i]
		printf "   type %s; filled %d, empty %d, null words %d; distinct %s%d\n", type_of(i), filled[i], empty[i], nulls[i], many[i] ? "over " : "", distinct[i]
		if (nums[i]) printf "   numbers: min %.10g, mean %.10g, max %.10g\n", min[i], sum[i] / nums[i], max[i]
		if (kinds[i, "date"] && kinds[i, "date"] == filled[i]) printf "   dates: %s .. %s\n", lo[i], hi[i]
		if (kinds[i, "text"]) printf "   longest %d bytes\n", longest[i]
		if (blanks[i]) printf "   warn  %d values begin or end with blanks\n", blanks[i]
		if (filled[i] && !many[i] && distinct[i] == rows && rows > 1) print "   every value differs: may be a key"
		else if (filled[i] && top > 0) print "   frequent: " frequent(i)
	}
}'
