#!/bin/sh
# Asks a URL several times and reports status codes, times and whether the answer is the expected
# one. It sends GET requests only.
#
# usage: verify.sh [-n COUNT] [-i SECONDS] [-s STATUS] [-m MS] [-g TEXT] URL
#   -n  requests (default 10)        -i  seconds between them (default 3)
#   -s  expected status (default 200) -m  slowest accepted answer in milliseconds (default 1000)
#   -g  text the body must hold, such as the new version
#
# Exit code: 0 all answers were as expected; 1 some were not; 2 wrong usage or no curl.
set -u
LC_ALL=C
export LC_ALL

usage() { sed -n '2,10s/^# \{0,1\}//p' "$0"; }
die() { echo "verify.sh: $1" >&2; exit 2; }
number() { case $2 in '' | *[!0-9]*) die "-$1 wants a number, got \"$2\"" ;; esac; }

count=10 interval=3 status=200 ms=1000 text=''
while getopts n:i:s:m:g:h opt; do
	case $opt in
	n) count=$OPTARG; number n "$count" ;;
	i) interval=$OPTARG; number i "$interval" ;;
	s) status=$OPTARG; number s "$status" ;;
	m) ms=$OPTARG; number m "$ms" ;;
	g) text=$OPTARG ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || { usage >&2; exit 2; }
case $1 in http://* | https://*) ;; *) die "the URL must begin with http:// or https://" ;; esac
[ "$count" -gt 0 ] || die "-n wants at least 1"
command -v curl >/dev/null 2>&1 || die "curl is not installed"

tmp=$(mktemp -d "${TMPDIR:-/tmp}/verify.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

i=0
while [ "$i" -lt "$count" ]; do
	[ "$i" = 0 ] || [ "$interval" = 0 ] || sleep "$interval"
	i=$((i + 1))
	: >"$tmp/body"
	# The URL follows --url, so that it can never be read as an option.
	answer=$(curl -q -sS -o "$tmp/body" -m 30 -w '%{http_code} %{time_total}' --url "$1" 2>"$tmp/error") ||
		answer="000 0 $(head -n 1 "$tmp/error")"
	found=yes
	[ -z "$text" ] || grep -qF -e "$text" "$tmp/body" || found=no
	printf '%s %s\n' "$found" "$answer"
done | awk -v status="$status" -v ms="$ms" '{
	t = $3 * 1000; why = ""
	if ($2 != status) why = ($2 == "000") ? "no answer: " substr($0, length($1 " " $2 " " $3) + 2, 100) : "status " $2
	else if ($1 == "no") why = "the text is missing"
	else if (t > ms) why = "slow"
	n++; codes[$2]++; if (why != "") bad++
	if ($2 != "000") { sum += t; m++; if (t > max) max = t }
	printf "%-4s %2d  status %s  %.0f ms%s\n", (why == "") ? "ok" : "bad", n, $2, t, (why == "") ? "" : "  " why
}
END {
	printf "result: %d of %d as expected", n - bad, n
	if (m) printf ", mean %.0f ms, slowest %.0f ms", sum / m, max
	print ""
	exit (bad > 0)
}'
