#!/bin/sh
# Summarises log files: time span, levels, most frequent messages (numbers and ids
# replaced, so that like messages count together), bursts and gaps. It reads only.
#
# usage: summarize.sh [-n COUNT] [-l LEVEL] [-g TEXT] [FILE...]
#   FILE  plain logs, or .gz with gzip installed; no FILE or - reads standard input
#   -n    messages to show (default 15)
#   -l    only lines of this level: fatal, error, warn, info, debug, trace
#   -g    only lines that contain this text
#
# Exit code: 0 the report was made; 1 a file could not be read; 2 wrong usage.
set -u
LC_ALL=C
export LC_ALL

usage() { sed -n '2,11s/^# \{0,1\}//p' "$0"; }
die() { echo "summarize.sh: $1" >&2; exit 2; }

count=15 level='' text=''
while getopts n:l:g:h opt; do
	case $opt in
	n) count=$OPTARG ;;
	l) level=$OPTARG ;;
	g) text=$OPTARG ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
case $count in '' | *[!0-9]*) die "-n wants a number, got \"$count\"" ;; esac
case $level in
'' | fatal | error | warn | info | debug | trace) ;;
*) die "-l wants fatal, error, warn, info, debug or trace, got \"$level\"" ;;
esac

for f in "$@"; do
	[ "$f" = - ] && continue
	if [ ! -f "$f" ] || [ ! -r "$f" ]; then
		echo "summarize.sh: $f is not a readable file" >&2
		exit 1
	fi
done

# A file's last line may lack its newline; awk adds it, so that two files do not run together.
read_all() {
	[ $# -gt 0 ] || set -- -
	for f in "$@"; do
		case $f in
		-) cat ;;
		*.gz) gzip -dc <"$f" ;;
		*) cat <"$f" ;;
		esac | awk 1
	done
}

# The text goes through the environment: awk -v would read its backslashes as escapes.
read_all "$@" | tr -d '\000\r\033' | SUMMARIZE_TEXT=$text awk -v count="$count" -v want="$level" '
BEGIN {
	text = ENVIRON["SUMMARIZE_TEXT"]
	split("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", m, " ")
	for (i = 1; i <= 12; i++) month[m[i]] = i
	levels = "fatal error warn info debug trace none"
}

# Days since 1970-01-01, by the civil calendar.
function days(y, mo, d,   era, yoe, doy) {
	if (mo <= 2) y--
	era = int(y / 400); yoe = y - era * 400
	doy = int((153 * (mo + (mo > 2 ? -3 : 9)) + 2) / 5) + d - 1
	return era * 146097 + yoe * 365 + int(yoe / 4) - int(yoe / 100) + doy - 719468
}

# Sets stamp ("2026-01-31 09:30:00") and secs for the first time in the line; 0 without one.
# Zones are left out: one log seldom mixes them.
function find_time(s,   t, a, ok) {
	ok = 0
	if (match(s, /[12][0-9][0-9][0-9][-\/][01][0-9][-\/][0-3][0-9][T ][0-2][0-9]:[0-5][0-9]:[0-5][0-9]/)) {
		t = substr(s, RSTART, RLENGTH); gsub(/[-\/T :]/, " ", t)
		split(t, a, " "); ok = 1
	} else if (match(s, /[0-3][0-9]\/[A-Z][a-z][a-z]\/[12][0-9][0-9][0-9]:[0-2][0-9]:[0-5][0-9]:[0-5][0-9]/)) {
		t = substr(s, RSTART, RLENGTH); gsub(/[\/:]/, " ", t)
		split(t, b, " "); a[1] = b[3]; a[2] = month[b[2]]; a[3] = b[1]; a[4] = b[4]; a[5] = b[5]; a[6] = b[6]
		ok = (a[2] > 0)
	} else if (match(s, /^(<[0-9]+>)?[A-Z][a-z][a-z] [ 0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]/)) {
		t = substr(s, RSTART, RLENGTH); sub(/^<[0-9]+>/, "", t); gsub(/:/, " ", t)
		split(t, b, " "); a[1] = 1972; a[2] = month[b[1]]; a[3] = b[2]; a[4] = b[3]; a[5] = b[4]; a[6] = b[5]
		ok = (a[2] > 0); if (ok) noyear = 1
	}
	if (!ok) return 0
	t_start = RSTART; t_len = RLENGTH
	stamp = sprintf("%04d-%02d-%02d %02d:%02d:%02d", a[1], a[2], a[3], a[4], a[5], a[6])
	secs = days(a[1] + 0, a[2] + 0, a[3] + 0) * 86400 + a[4] * 3600 + a[5] * 60 + a[6]
	return 1
}

function canon(w) {
	if (w ~ /^(fatal|crit|critical|emerg|emergency|alert|panic|f)$/) return "fatal"
	if (w ~ /^(error|err|severe|e)$/) return "error"
	if (w ~ /^(warn|warning|w)$/) return "warn"
	if (w ~ /^(info|notice|information|i)$/) return "info"
	if (w ~ /^(debug|fine|d)$/) return "debug"
	if (w ~ /^(trace|finer|finest)$/) return "trace"
	return ""
}

# field returns the value of a JSON or logfmt key, or "".
function field(s, key,   v) {
	if (match(s, "\"" key "\"[ ]*:[ ]*\"")) {
		v = substr(s, RSTART + RLENGTH)
		gsub(/\\\\/, "\001", v); gsub(/\\"/, "\002", v)
		sub(/".*/, "", v); gsub(/\002/, "\"", v); gsub(/\001/, "\\", v)
		return v
	}
	if (match(s, "(^|[ \t])" key "=\"")) {
		v = substr(s, RSTART + RLENGTH); sub(/".*/, "", v); return v
	}
	if (match(s, "(^|[ \t])" key "=")) {
		v = substr(s, RSTART + RLENGTH); sub(/[ \t].*/, "", v); return v
	}
	return ""
}

# level_of looks at a key, then at an HTTP status, then near the front: at upper-case words,
# at words like "[warn]" or "warn:", at last at words that speak of an error.
function level_of(s,   v, head, n, w, i) {
	v = field(s, "level"); if (v == "") v = field(s, "severity"); if (v == "") v = field(s, "lvl")
	if (v != "" && canon(tolower(v)) != "") return canon(tolower(v))
	if (match(s, /" [1-5][0-9][0-9] ([0-9]+|-)/)) {
		v = substr(s, RSTART + 2, 1)
		return (v == 5) ? "error" : (v == 4) ? "warn" : "info"
	}
	head = substr(s, 1, 160)
	if (match(head, /^[EWIF][01][0-9][0-3][0-9] /)) return canon(tolower(substr(head, 1, 1)))
	gsub(/[^A-Za-z]+/, " ", head)
	n = split(head, w, " ")
	for (i = 1; i <= n && i <= 12; i++)
		if (w[i] == toupper(w[i]) && length(w[i]) > 2 && canon(tolower(w[i])) != "") return canon(tolower(w[i]))
	v = " " tolower(substr(s, 1, 160))
	if (match(v, /[[( <](emerg|alert|crit|critical|fatal|error|err|warning|warn|notice|info|debug|trace)[])>:]/))
		return canon(substr(v, RSTART + 1, RLENGTH - 2))
	for (i = 1; i <= n && i <= 12; i++)
		if (tolower(w[i]) ~ /^(error|fatal|panic|warning|critical)$/) return canon(tolower(w[i]))
	return "none"
}

# normal takes out what differs between two events of one kind.
function normal(s,   v) {
	v = field(s, "msg"); if (v == "") v = field(s, "message")
	if (v != "") s = v
	else if (t_len) s = substr(s, 1, t_start - 1) substr(s, t_start + t_len)
	status = ""
	if (match(s, /" [1-5][0-9][0-9] ([0-9]+|-)/)) { # an access log: the status is what tells lines apart
		status = substr(s, RSTART + 2, 3)
		s = substr(s, 1, RSTART + 1) "<status>" substr(s, RSTART + 5)
	}
	gsub(/[0-9a-fA-F]+-[0-9a-fA-F]+-[0-9a-fA-F]+-[0-9a-fA-F]+-[0-9a-fA-F]+/, "<uuid>", s)
	gsub(/[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+(:[0-9]+)?/, "<ip>", s)
	gsub(/[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+/, "<email>", s)
	gsub(/0x[0-9a-fA-F]+/, "<hex>", s)
	s = hexwords(s)
	gsub(/[0-9]+([.,:][0-9]+)*/, "<n>", s)
	gsub(/\[[ ]*[-+]?(<n>)?[ ]*[-+]?(<n>)?\]/, "", s)
	gsub(/[ \t]+/, " ", s)
	sub(/^[][ .,:;Z+-]*(<n>[ ]*)?[][ .,:;Z+-]*/, "", s)
	sub(/^(FATAL|CRITICAL|ERROR|WARNING|WARN|NOTICE|INFO|DEBUG|TRACE)[] :|-]+/, "", s)
	if (status != "") sub(/<status>/, status, s)
	return substr(s, 1, 160)
}

# hexwords replaces words of eight and more hexadecimal digits that hold a digit and a letter.
function hexwords(s,   out, w) {
	out = ""
	while (match(s, /[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]+/)) {
		w = substr(s, RSTART, RLENGTH)
		if (w ~ /[0-9]/ && w ~ /[a-fA-F]/) w = "<hex>"
		out = out substr(s, 1, RSTART - 1) w
		s = substr(s, RSTART + RLENGTH)
	}
	return out s
}

function span(s) {
	if (s >= 86400) return sprintf("%d d %d h", int(s / 86400), int(s % 86400 / 3600))
	if (s >= 3600) return sprintf("%d h %d min", int(s / 3600), int(s % 3600 / 60))
	if (s >= 60) return sprintf("%d min %d s", int(s / 60), s % 60)
	return s " s"
}

{ all++ }
/^[ \t]*$/ { blank++; next }
text != "" && index($0, text) == 0 { next }
{
	t_len = 0
	timed = find_time($0)
	# Indented lines and stack frames belong to the event above.
	if (!timed && kept && ($0 ~ /^[ \t]/ || $0 ~ /^(Caused by|Traceback|goroutine )/)) { follow++; next }
	kept = 1
	l = level_of($0)
	if (want != "" && l != want) next
	n++; per[l]++
	key = l " " normal($0)
	if (!(key in hits)) { first[key] = timed ? stamp : "line " NR }
	hits[key]++
	last[key] = timed ? stamp : "line " NR
	if (!timed) { untimed++; next }
	if (lo == "" || secs < lo) { lo = secs; lostamp = stamp }
	if (hi == "" || secs > hi) { hi = secs; histamp = stamp }
	if (prev != "" && secs < prev) back++
	if (prev != "" && secs - prev > gap) { gap = secs - prev; gapfrom = prevstamp; gapto = stamp }
	prev = secs; prevstamp = stamp
	minute = substr(stamp, 1, 16)
	if (!(minute in per_min)) mins++
	per_min[minute]++
	if (l == "error" || l == "fatal") { bad_min[minute]++; bad++ }
}

function cut(s) { return (s ~ /^1972-/) ? substr(s, 6) : s }

# top prints the largest entries of arr without sorting, for few are wanted, and returns how many.
# fmt is "message", or for minutes the least number worth printing.
function top(arr, want_n, fmt,   k, best, i, printed) {
	for (i = 0; i < want_n; i++) {
		best = ""
		for (k in arr) if (!(k in shown) && (best == "" || arr[k] > arr[best] || (arr[k] == arr[best] && k < best))) best = k
		if (best == "" || (fmt != "message" && arr[best] < fmt)) break
		shown[best] = 1; printed++
		if (fmt == "message") printf "%7d  %s\n         %s .. %s\n", arr[best], best, cut(first[best]), cut(last[best])
		else printf "%s  %d events, %d errors\n", cut(best), arr[best], bad_min[best] + 0
	}
	return printed + 0
}

END {
	if (!n) { printf "nothing to report: %d lines read, none matched\n", all; exit }
	print "== span =="
	printf "%d lines read, %d events, %d continuation lines, %d blank\n", all, n, follow, blank
	if (lo != "") {
		printf "%s .. %s (%s)\n", cut(lostamp), cut(histamp), span(hi - lo)
		if (noyear) print "note: some times have no year; a log that crosses New Year is out of order here"
		if (untimed) printf "note: events without a time: %d\n", untimed
		if (back) printf "note: %d times go backwards (several files, threads or zones)\n", back
		if (gap >= 60) printf "longest silence: %s, %s .. %s\n", span(gap), cut(gapfrom), cut(gapto)
	} else print "no times found"
	print "== levels =="
	k = split(levels, L, " ")
	for (i = 1; i <= k; i++) if (per[L[i]]) printf "%-6s %7d  %5.1f%%\n", L[i], per[L[i]], 100 * per[L[i]] / n
	print "== messages (most frequent first) =="
	top(hits, count, "message")
	if (mins > 1) {
		mean = (n - untimed) / ((hi - lo) / 60 + 1)
		limit = int(mean * 4 + 1); if (limit < 5) limit = 5
		printf "== bursts (minutes with at least %d events; mean over the whole span %.1f) ==\n", limit, mean
		if (!top(per_min, 10, limit)) print "none"
	}
	if (bad) {
		print "== minutes with most errors =="
		for (j in bad_min) worst[j] = bad_min[j]
		for (i = 0; i < 5; i++) {
			best = ""
			for (j in worst) if (best == "" || worst[j] > worst[best] || (worst[j] == worst[best] && j < best)) best = j
			if (best == "") break
			printf "%s  %d errors of %d events\n", cut(best), worst[best], per_min[best]
			delete worst[best]
		}
	}
}'
