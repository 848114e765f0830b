#!/bin/sh
# Reports the state of this machine. It reads only: nothing is changed, killed or sent.
#
# usage: health.sh [all | system | disk | memory | load | processes | network]...
#
# Every line starts with ok, warn, crit, info or n/a (could not be read here).
# Exit code: 0 the report was made, whatever it found; 2 wrong usage.
#
# HEALTH_PROC=/host/proc reads another proc tree, for a container that mounts its host's.
set -u
LC_ALL=C
export LC_ALL
proc=${HEALTH_PROC:-/proc}

usage() { sed -n '2,9s/^# \{0,1\}//p' "$0"; }
have() { command -v "$1" >/dev/null 2>&1; }
say() { printf '%-5s %s\n' "$1" "$2"; }

section_system() {
	say info "host $(uname -n), $(uname -s) $(uname -r), $(uname -m)"
	say info "time $(date -u '+%Y-%m-%d %H:%M:%S') UTC"
	if [ -r "$proc/uptime" ]; then
		awk '{ d = int($1 / 86400); h = int(($1 % 86400) / 3600)
			printf "info  up %d days %d hours\n", d, h }' "$proc/uptime"
	elif have uptime; then
		say info "$(uptime)"
	else
		say n/a "uptime: no $proc/uptime and no uptime command"
	fi
	if [ -e /.dockerenv ] || [ -e /run/.containerenv ]; then
		say info "inside a container: memory, load and processes may be the host's or the container's"
	fi
}

# A df line is read from its percentage, because device and mount point may hold blanks.
df_report() {
	awk -v what="$1" '
	NR == 1 { next }
	{
		p = 0
		for (i = 4; i < NF; i++) if ($i ~ /^[0-9]+%$/) { p = i; break }
		if (!p || $(p - 3) + 0 == 0) next
		dev = $1
		mount = $(p + 1); for (i = p + 2; i <= NF; i++) mount = mount " " $i
		if (dev ~ /^(devfs|devtmpfs|map|none|udev|shm)$/ || dev ~ /^\/dev\/loop/) next
		if (mount ~ /^\/(proc|sys|dev|snap)(\/|$)/) next
		if (mount ~ /^\/System\/Volumes\// && mount != "/System/Volumes/Data") next
		if (what == "inodes" && $p + 0 < 85) next
		if (dev ~ /^(overlay|tmpfs)$/ && seen[dev, $(p - 3), $(p - 2)]++) next
		n++
		level = "ok"
		if ($p + 0 >= 85) level = "warn"
		if ($p + 0 >= 95) level = "crit"
		if (what == "inodes") printf "%-5s %s: %s of its inodes used, %d left\n", level, mount, $p, $(p - 1)
		else printf "%-5s %s: %s used, %.1f GiB of %.1f GiB free (%s)\n",
			level, mount, $p, $(p - 1) / 1048576, $(p - 3) / 1048576, dev
	}
	END { if (!n && what == "space") print "n/a   disk: df listed no file system with a size" }'
}

section_disk() {
	if ! have df; then
		say n/a "disk: no df command"
		return
	fi
	df -P -k 2>/dev/null | df_report space
	if [ -r "$proc/meminfo" ]; then # only Linux prints inodes in this shape
		df -P -i 2>/dev/null | df_report inodes
	fi
}

memory_linux() {
	awk '
	{ v[$1] = $2 }
	END {
		total = v["MemTotal:"]; free = v["MemAvailable:"]
		if (free == "") free = v["MemFree:"] + v["Buffers:"] + v["Cached:"]
		if (!total) { print "n/a   memory: no MemTotal"; exit }
		pct = 100 * free / total
		level = "ok"; if (pct < 10) level = "warn"; if (pct < 5) level = "crit"
		printf "%-5s memory: %.1f GiB of %.1f GiB available (%d%%)\n", level, free / 1048576, total / 1048576, pct
		st = v["SwapTotal:"]; used = st - v["SwapFree:"]
		if (!st) { print "info  swap: none"; exit }
		level = "ok"; if (used > st / 2) level = "warn"
		printf "%-5s swap: %.1f GiB of %.1f GiB used\n", level, used / 1048576, st / 1048576
	}' "$proc/meminfo"
	if [ -r "$proc/pressure/memory" ]; then
		awk '/^full/ { split($3, a, "="); level = (a[2] + 0 >= 10) ? "warn" : "ok"
			printf "%-5s memory pressure: all tasks stalled %s%% of the last minute\n", level, a[2] }' "$proc/pressure/memory" 2>/dev/null
	fi
	memory_cgroup /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory.current
	memory_cgroup /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory/memory.usage_in_bytes
}

# memory_cgroup LIMIT USAGE: the container's own limit, which meminfo does not show.
memory_cgroup() {
	[ -r "$1" ] && [ -r "$2" ] || return 0
	[ "$proc" = /proc ] || return 0
	cat "$1" "$2" | awk '
	NR == 1 { limit = $1 } NR == 2 { used = $1 }
	END {
		if (limit == "max" || limit + 0 <= 0 || limit + 0 > 1e15) exit
		pct = 100 * used / limit
		level = "ok"; if (pct > 85) level = "warn"; if (pct > 95) level = "crit"
		printf "%-5s container limit: %.1f GiB of %.1f GiB used (%d%%, file cache included)\n",
			level, used / 1073741824, limit / 1073741824, pct
	}'
}

memory_darwin() {
	total=$(sysctl -n hw.memsize 2>/dev/null)
	vm_stat 2>/dev/null | awk -v total="${total:-0}" '
	/page size of/ { for (i = 1; i <= NF; i++) if ($i == "of") page = $(i + 1) }
	/^Pages (free|inactive|speculative|purgeable)/ { free += $NF }
	END {
		if (!page || !total) { print "n/a   memory: vm_stat or hw.memsize not readable"; exit }
		free *= page; pct = 100 * free / total
		level = "ok"; if (pct < 10) level = "warn"; if (pct < 5) level = "crit"
		printf "%-5s memory: about %.1f GiB of %.1f GiB available (%d%%)\n", level, free / 1073741824, total / 1073741824, pct
	}'
	say info "swap: $(sysctl -n vm.swapusage 2>/dev/null || echo 'not readable')"
}

section_memory() {
	if [ -r "$proc/meminfo" ]; then
		memory_linux
	elif have vm_stat && have sysctl; then
		memory_darwin
	else
		say n/a "memory: no $proc/meminfo and no vm_stat"
	fi
}

cpus() {
	n=$(getconf _NPROCESSORS_ONLN 2>/dev/null) ||
		n=$(nproc 2>/dev/null) ||
		n=$(sysctl -n hw.ncpu 2>/dev/null) ||
		n=$(grep -c '^processor' "$proc/cpuinfo" 2>/dev/null)
	echo "${n:-1}"
}

section_load() {
	if [ -r "$proc/loadavg" ]; then
		avg=$(cat "$proc/loadavg")
	elif ! avg=$(sysctl -n vm.loadavg 2>/dev/null | tr -d '{}') || [ -z "$avg" ]; then
		say n/a "load: no $proc/loadavg and no sysctl"
		return
	fi
	echo "$avg" | awk -v cpus="$(cpus)" '{
		if (cpus + 0 < 1) cpus = 1
		per = $2 / cpus
		level = "ok"; if (per > 1) level = "warn"; if (per > 2) level = "crit"
		trend = "steady"; if ($1 > $3 * 1.5 && $1 > 0.5) trend = "rising"; if ($3 > $1 * 1.5 && $3 > 0.5) trend = "falling"
		printf "%-5s load: %s %s %s over 1, 5, 15 minutes on %d CPUs (%.2f a CPU, %s)\n", level, $1, $2, $3, cpus, per, trend
	}'
}

# Arguments of processes are never printed: they may hold passwords.
process_table() {
	if have ps && ps -A -o pid= -o pcpu= -o rss= -o stat= -o comm= >/dev/null 2>&1 && [ "$proc" = /proc ]; then
		ps -A -o pid= -o pcpu= -o rss= -o stat= -o comm=
	elif [ -r "$proc/self/status" ] || [ -r "$proc/1/status" ]; then
		cat "$proc"/[0-9]*/status 2>/dev/null | awk '
		function flush() { if (pid) print pid, "-", rss + 0, state, name; pid = rss = state = "" }
		$1 == "Name:" { flush(); name = $2 }
		$1 == "State:" { state = $2 }
		$1 == "Pid:" { pid = $2 }
		$1 == "VmRSS:" { rss = $2 }
		END { flush() }'
	fi
}

section_processes() {
	table=$(process_table)
	if [ -z "$table" ]; then
		say n/a "processes: no ps that lists all, no $proc"
		return
	fi
	echo "$table" | awk '
	{ n++; if ($4 ~ /^Z/) z++; if ($4 ~ /^[DU]/) d++ }
	END {
		printf "info  processes: %d\n", n
		printf "%-5s zombies: %d\n", (z >= 10) ? "warn" : "ok", z
		printf "%-5s waiting for disk or network (uninterruptible): %d\n", (d >= 3) ? "warn" : "ok", d
	}'
	if [ "$(echo "$table" | awk 'NR == 1 { print $2 }')" = - ]; then
		say n/a "processor use: this machine's ps does not tell"
	else
		echo "$table" | sort -k2,2nr | head -n 5 | awk '{ c = $5; for (i = 6; i <= NF; i++) c = c " " $i
			printf "info  cpu %5.1f%%  pid %-7d %s\n", $2, $1, c }'
	fi
	echo "$table" | sort -k3,3nr | head -n 5 | awk '{ c = $5; for (i = 6; i <= NF; i++) c = c " " $i
		printf "info  mem %6.0f MiB  pid %-7d %s\n", $3 / 1024, $1, c }'
}

# The kernel's table has each address as host-order hexadecimal words.
listening_linux() {
	cat "$proc/net/tcp" "$proc/net/tcp6" 2>/dev/null | awk '
	function hex(s,   i, v) { v = 0; for (i = 1; i <= length(s); i++) v = v * 16 + index("0123456789ABCDEF", substr(s, i, 1)) - 1; return v }
	function ip4(s) { return hex(substr(s, 7, 2)) "." hex(substr(s, 5, 2)) "." hex(substr(s, 3, 2)) "." hex(substr(s, 1, 2)) }
	$4 == "0A" {
		split($2, a, ":"); h = a[1]
		if (length(h) == 8) ip = ip4(h)
		else if (h ~ /^0+$/) ip = "::"
		else if (h == "00000000000000000000000001000000") ip = "::1"
		else if (substr(h, 1, 24) == "0000000000000000FFFF0000") ip = ip4(substr(h, 25))
		else ip = "(an IPv6 address)"
		print ip, hex(a[2])
	}'
}

listening_bsd() {
	netstat -an -p tcp 2>/dev/null | awk '$NF == "LISTEN" {
		n = split($4, a, "."); port = a[n]; ip = substr($4, 1, length($4) - length(port) - 1); print ip, port }'
}

section_network() {
	if [ -r "$proc/net/tcp" ]; then
		table=$(listening_linux)
	elif have netstat; then
		table=$(listening_bsd)
	else
		say n/a "network: no $proc/net/tcp and no netstat"
		return
	fi
	if [ -z "$table" ]; then
		say info "network: nothing listens on TCP"
		return
	fi
	echo "$table" | sort -u | sort -k2,2n -k1,1 | awk '{
		where = "this machine only"
		if ($1 !~ /^127\./ && $1 != "::1") where = "reachable on " $1
		if ($1 == "0.0.0.0" || $1 == "::" || $1 == "*") where = "reachable on every interface"
		printf "info  tcp port %-5s %s\n", $2, where
	}'
}

sections=
[ $# -eq 0 ] && set -- all
for arg in "$@"; do
	case $arg in
	-h | --help) usage; exit 0 ;;
	all) sections="system disk memory load processes network" ;;
	system | disk | memory | load | processes | network) sections="$sections $arg" ;;
	*) echo "health.sh: unknown section \"$arg\"" >&2; usage >&2; exit 2 ;;
	esac
done

report=$(for s in $sections; do
	echo "== $s =="
	"section_$s"
done)
printf '%s\n' "$report"
echo "== summary =="
printf '%s\n' "$report" | awk '
$1 == "warn" || $1 == "crit" { n[$1]++; print }
$1 == "n/a" { n["n/a"]++ }
END { printf "%d critical, %d warnings, %d not readable\n", n["crit"], n["warn"], n["n/a"] }'
