#!/bin/sh
# Merges events from notes, chats, logs and deploy lists into one timeline in UTC, as a Markdown
# table with the time since the first event and since the one before. It reads only.
#
# usage: timeline.sh [-z OFFSET] [-f FROM] [-u UNTIL] FILE...
#   FILE  one event a line, each with a time: 2026-03-14 09:10, 2026-03-14T09:10:02Z or ...+01:00;
#         lines without a time are counted and left out
#   -z    zone of times that have none, such as +01:00 (default: +00:00)
#   -f    leave out events before this time (UTC); -u after this time
#
# Exit code: 0 the table was made; 1 a file could not be read or no line has a time; 2 wrong usage.
set -u
LC_ALL=C
export LC_ALL

usage() { sed -n '2,11s/^# \{0,1\}//p' "$0"; }
die() { echo "timeline.sh: $1" >&2; exit "$2"; }

zone=+00:00 from='' until=''
while getopts z:f:u:h opt; do
	case $opt in
	z) zone=$OPTARG ;;
	f) from=$OPTARG ;;
	u) until=$OPTARG ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
case $zone in [-+][0-9][0-9]:[0-9][0-9]) ;; *) die "-z wants an offset like +01:00, got \"$zone\"" 2 ;; esac
for t in "$from" "$until"; do
	case $t in
	'' | [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][T\ ][0-9][0-9]:[0-9][0-9]*) ;;
	*) die "\"$t\" is not a time like 2026-03-14 09:10" 2 ;;
	esac
done
[ $# -gt 0 ] || { usage >&2; exit 2; }

# Each event becomes: seconds, file name, text. The sort is stable by file and line.
events() {
	for f in "$@"; do
		if [ ! -f "$f" ] || [ ! -r "$f" ]; then
			echo "timeline.sh: $f is not a readable file" >&2
			return 1
		fi
		TIMELINE_NAME=${f##*/} awk -v zone="$zone" '
		function days(y, mo, d,   era, yoe, doy) {
			if (mo <= 2) y--
			era = int(y / 400); yoe = y - era * 400
			doy = int((153 * (mo + (mo > 2 ? -3 : 9)) + 2) / 5) + d - 1
			return era * 146097 + yoe * 365 + int(yoe / 4) - int(yoe / 100) + doy - 719468
		}
		function offset(z,   v) {
			if (z == "Z") return 0
			gsub(/:/, "", z)
			v = substr(z, 2, 2) * 3600 + substr(z, 4, 2) * 60
			return (substr(z, 1, 1) == "-") ? -v : v
		}
		{
			gsub(/[\r\033]/, "")
			if (!match($0, /[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9][T ][0-2][0-9]:[0-5][0-9]/)) { if ($0 ~ /[^ \t]/) print "skip"; next }
			t = substr($0, RSTART, RLENGTH); before = substr($0, 1, RSTART - 1); rest = substr($0, RSTART + RLENGTH)
			s = 0
			if (rest ~ /^:[0-5][0-9]/) { s = substr(rest, 2, 2); rest = substr(rest, 4) }
			sub(/^[.,][0-9]+/, "", rest)
			z = zone
			if (match(rest, /^ ?[-+][0-9][0-9]:?[0-9][0-9]/)) { z = substr(rest, 1, RLENGTH); rest = substr(rest, RLENGTH + 1); sub(/^ /, "", z) }
			else if (rest ~ /^ ?(Z|UTC)/) { z = "Z"; sub(/^ ?(Z|UTC)/, "", rest) }
			if (before ~ /\[$/ && rest ~ /^\]/) { sub(/\[$/, "", before); rest = substr(rest, 2) }
			text = before rest
			gsub(/^[] \t:|,;*-]+|[ \t]+$/, "", text); gsub(/\|/, "\\|", text); gsub(/\t/, " ", text)
			secs = days(substr(t, 1, 4) + 0, substr(t, 6, 2) + 0, substr(t, 9, 2) + 0) * 86400 + substr(t, 12, 2) * 3600 + substr(t, 15, 2) * 60 + s - offset(z)
			name = ENVIRON["TIMELINE_NAME"]; gsub(/[\t|]/, " ", name)
			printf "%d\t%s\t%s\n", secs, name, substr(text, 1, 300)
		}' "$f" || return 1
	done
}

all=$(events "$@") || exit 1
printf '%s\n' "$all" | grep -v '^skip$' | awk '{ printf "%s\t%06d\n", $0, NR }' | sort -t '	' -k1,1n -k4,4 |
	awk -F '\t' -v from="$from" -v till="$until" '
	function two(n) { return sprintf("%02d", n) }
	function utc(s,   d, era, doe, yoe, doy, mp, y, m, r) {
		d = int(s / 86400); r = s - d * 86400; d += 719468
		era = int(d / 146097); doe = d - era * 146097
		yoe = int((doe - int(doe / 1460) + int(doe / 36524) - int(doe / 146096)) / 365)
		doy = doe - (365 * yoe + int(yoe / 4) - int(yoe / 100)); mp = int((5 * doy + 2) / 153)
		m = mp + (mp < 10 ? 3 : -9); y = yoe + era * 400 + (m <= 2)
		return sprintf("%04d-%02d-%02d ", y, m, doy - int((153 * mp + 2) / 5) + 1) two(int(r / 3600)) ":" two(int(r % 3600 / 60)) ":" two(r % 60)
	}
	function span(n) {
		if (n >= 86400) return int(n / 86400) " d " int(n % 86400 / 3600) " h"
		if (n >= 3600) return int(n / 3600) " h " int(n % 3600 / 60) " min"
		if (n >= 60) return int(n / 60) " min"
		return n " s"
	}
	BEGIN { sub(/T/, " ", from); sub(/T/, " ", till) }
	NF < 4 { next }
	{
		stamp = utc($1)
		if ((from != "" && stamp < from) || (till != "" && substr(stamp, 1, length(till)) > till)) next
		if (!n++) { first = $1; prev = $1; print "| time (UTC) | since start | gap | source | event |"; print "|---|--:|--:|---|---|" }
		gap = $1 - prev
		printf "| %s | %s | %s | %s | %s |\n", stamp, span($1 - first), (n == 1) ? "" : span(gap), $2, $3
		if (gap > longest) { longest = gap; at = stamp }
		prev = $1
	}
	END {
		if (!n) { print "timeline.sh: no line with a time" > "/dev/stderr"; exit 1 }
		printf "\n%d events over %s", n, span(prev - first)
		if (longest) printf "; longest gap %s, before %s", span(longest), at
		print ""
	}' || exit 1
skipped=$(printf '%s\n' "$all" | grep -c '^skip$')
[ "$skipped" = 0 ] || echo "$skipped lines without a time were left out"
