package skills_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"deft/skills"
)

// files returns the paths of all shipped files that match a path.Match pattern.
func files(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := fs.Glob(skills.Shipped(), pattern)
	if err != nil || len(found) == 0 {
		t.Fatalf("no shipped file matches %s (%v)", pattern, err)
	}
	return found
}

func TestShippedTree(t *testing.T) {
	top, err := fs.ReadDir(skills.Shipped(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var categories []string
	for _, e := range top {
		categories = append(categories, e.Name())
	}
	if want := []string{"analysis", "coding", "communication", "devops", "system"}; !slices.Equal(categories, want) {
		t.Errorf("categories %v, want %v", categories, want)
	}
	folders, heads := files(t, "*/*"), files(t, "*/*/SKILL.md")
	if len(folders) != len(heads) || len(heads) < 7 {
		t.Errorf("%d folders, %d of them with SKILL.md", len(folders), len(heads))
	}
	for _, name := range []string{
		"devops/deploy-service", "analysis/log-analyzer", "communication/daily-report",
		"system/health-check", "coding/review-change", "coding/create-skill",
	} {
		if !slices.Contains(folders, name) {
			t.Errorf("%s is not shipped", name)
		}
	}
}

// The binary must hold what the tree holds, hidden files apart.
func TestShippedEqualsTree(t *testing.T) {
	err := fs.WalkDir(skills.Shipped(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		embedded, err := fs.ReadFile(skills.Shipped(), p)
		if err != nil {
			return err
		}
		onDisk, err := os.ReadFile(p)
		if !bytes.Equal(embedded, onDisk) {
			t.Errorf("%s differs from the tree", p)
		}
		if strings.HasPrefix(path.Base(p), ".") || path.Base(p) == "SKILL.md" && strings.Count(p, "/") != 2 {
			t.Errorf("%s must not be shipped", p)
		}
		if !utf8.Valid(embedded) || bytes.ContainsAny(embedded, "\r\x00\x1b") {
			t.Errorf("%s is not clean text", p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestShippedFrontmatter(t *testing.T) {
	spec := []string{"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
	for _, p := range files(t, "*/*/SKILL.md") {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		folder := path.Base(path.Dir(p))
		if read := skills.Parse(skills.Source{Path: p, Folder: folder}, text); read.Invalid != "" || len(read.Diagnostics) > 0 {
			t.Errorf("%s: %s %v", p, read.Invalid, read.Diagnostics)
		}
		parts := strings.SplitN(string(text), "---", 3)
		if len(parts) != 3 || parts[0] != "" {
			t.Fatalf("%s: no frontmatter", p)
		}
		var head map[string]string
		if err := yaml.Unmarshal([]byte(parts[1]), &head); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		for key := range head {
			if !slices.Contains(spec, key) {
				t.Errorf("%s: key %s is not in the specification", p, key)
			}
		}
		if head["name"] != folder {
			t.Errorf("%s: name %q, want %q", p, head["name"], folder)
		}
		if n := utf8.RuneCountInString(head["description"]); n < 100 || n > 1024 || !strings.Contains(head["description"], "Use when") {
			t.Errorf("%s: description of %d characters, or without \"Use when\"", p, n)
		}
		if n := utf8.RuneCountInString(head["compatibility"]); n > 500 {
			t.Errorf("%s: compatibility has %d characters", p, n)
		}
		if n := strings.Count(parts[2], "\n"); n < 20 || n > 500 {
			t.Errorf("%s: body of %d lines", p, n)
		}
	}
}

// With a placeholder in its body the words after /skill:health-check would be no line of their own.
func TestHealthCheckHasNoPlaceholder(t *testing.T) {
	text, err := fs.ReadFile(skills.Shipped(), "system/health-check/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("$ARGUMENTS")) {
		t.Error("the body holds $ARGUMENTS")
	}
}

// sh is one run of a shipped script in a folder of its own.
type sh struct {
	dir   string   // current folder; "" for a new empty one
	stdin string   // what the script reads
	env   []string // beside PATH, HOME and Git's isolation; later ones win
}

// run returns what the script wrote and its exit code.
func (s sh) run(t *testing.T, script string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	full, err := filepath.Abs(script)
	if err != nil {
		t.Fatal(err)
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(shell, append([]string{full}, args...)...)
	if cmd.Dir = s.dir; cmd.Dir == "" {
		cmd.Dir = t.TempDir()
	}
	cmd.Env = append(isolated(), s.env...)
	cmd.Stdin = strings.NewReader(s.stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", script, err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// isolated is an environment without the user's own settings.
func isolated() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "TZ=UTC", "TMPDIR=" + os.TempDir(),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
	}
}

// expect reports each wanted line that the script did not print, exactly and in this order.
func expect(t *testing.T, got string, want ...string) {
	t.Helper()
	lines := strings.Split(got, "\n")
	for _, w := range want {
		i := slices.Index(lines, w)
		if i < 0 {
			t.Fatalf("line %q is missing (or out of order) in:\n%s", w, got)
		}
		lines = lines[i+1:]
	}
}

func exits(t *testing.T, got, want int, stderr string) {
	t.Helper()
	if got != want {
		t.Fatalf("exit code %d, want %d: %s", got, want, stderr)
	}
}

func TestShippedScripts(t *testing.T) {
	for _, p := range files(t, "*/*/scripts/*") {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(text, []byte("#!/bin/sh\n")) {
			t.Errorf("%s does not begin with #!/bin/sh", p)
		}
		if info, err := os.Stat(p); err != nil || info.Mode()&0o111 != 0o111 {
			t.Errorf("%s is not executable (%v)", p, err)
		}
		if out, err := exec.Command("sh", "-n", p).CombinedOutput(); err != nil {
			t.Errorf("%s: sh -n: %v %s", p, err, out)
		}
		out, errs, code := sh{}.run(t, p, "-h")
		if code != 0 || errs != "" || !strings.Contains(out, "usage: "+path.Base(p)) || strings.Contains(out, "set -u") {
			t.Errorf("%s -h: code %d, stderr %q, output:\n%s", p, code, errs, out)
		}
		if out, errs, code := (sh{}).run(t, p, "-?"); code != 2 || out != "" || errs == "" {
			t.Errorf("%s with an unknown flag: code %d, stdout %q, stderr %q", p, code, out, errs)
		}
	}
}

// stubs makes a folder of programs that print fixed text, and returns it.
func stubs(t *testing.T, programs map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range programs {
		if !strings.HasPrefix(text, "#!") {
			text = "#!/bin/sh\ncat <<'EOT'\n" + text + "\nEOT\n"
		}
		write(t, filepath.Join(dir, name), text, 0o755)
	}
	return dir
}

func write(t *testing.T, name, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// only makes a PATH that holds nothing but the named programs of this machine.
func only(t *testing.T, programs ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range programs {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(real, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func samples(t *testing.T, names ...string) []string {
	t.Helper()
	for i, name := range names {
		full, err := filepath.Abs(filepath.Join("testdata/shipped", name))
		if err != nil {
			t.Fatal(err)
		}
		names[i] = full
	}
	return names
}

const health = "system/health-check/scripts/health.sh"

// procTree is what a Linux kernel in some trouble shows.
func procTree(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"uptime":          "93784.12 1000.00\n",
		"meminfo":         "MemTotal: 8388608 kB\nMemFree: 100000 kB\nMemAvailable: 314573 kB\nSwapTotal: 2097152 kB\nSwapFree: 1048576 kB\n",
		"pressure/memory": "some avg10=40.00 avg60=30.00 avg300=9.00 total=1\nfull avg10=20.00 avg60=12.50 avg300=1.00 total=1\n",
		"loadavg":         "6.00 5.00 1.00 2/300 4711\n",
		"1/status":        "Name:\tinit\nState:\tS (sleeping)\nPid:\t1\nVmRSS:\t    2048 kB\n",
		"42/status":       "Name:\tworker\nState:\tZ (zombie)\nPid:\t42\n",
		"net/tcp": "  sl  local_address rem_address   st\n" +
			"   0: 0100007F:1538 00000000:0000 0A 0\n   1: 00000000:0016 00000000:0000 0A 0\n   2: 0100007F:9999 0100007F:0016 01 0\n",
		"net/tcp6": "  sl  local_address rem_address   st\n   0: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A 0\n",
	} {
		write(t, filepath.Join(dir, name), text, 0o644)
	}
	return dir
}

func TestHealthLinux(t *testing.T) {
	bin := stubs(t, map[string]string{
		"getconf": "4",
		"df": "#!/bin/sh\ncase \"$*\" in *-i*) echo 'Filesystem Inodes IUsed IFree IUse% Mounted on'; echo '/dev/sda1 1000 990 10 99% /'; exit ;; esac\n" +
			"echo 'Filesystem 1024-blocks Used Available Capacity Mounted on'\necho '/dev/sda1 104857600 94371840 10485760 90% /'\n" +
			"echo '/dev/sdb 2097152 1048576 1048576 50% /mnt/my disk'\necho 'devtmpfs 4096 0 4096 0% /dev'\n",
	})
	env := []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "HEALTH_PROC=" + procTree(t)}
	out, errs, code := sh{env: env}.run(t, health)
	exits(t, code, 0, errs)
	expect(t, out,
		"== system ==", "info  up 1 days 2 hours",
		"== disk ==", "warn  /: 90% used, 10.0 GiB of 100.0 GiB free (/dev/sda1)",
		"ok    /mnt/my disk: 50% used, 1.0 GiB of 2.0 GiB free (/dev/sdb)", "crit  /: 99% of its inodes used, 10 left",
		"== memory ==", "crit  memory: 0.3 GiB of 8.0 GiB available (3%)", "ok    swap: 1.0 GiB of 2.0 GiB used",
		"warn  memory pressure: all tasks stalled 12.50% of the last minute",
		"== load ==", "warn  load: 6.00 5.00 1.00 over 1, 5, 15 minutes on 4 CPUs (1.25 a CPU, rising)",
		"== processes ==", "info  processes: 2", "ok    zombies: 1", "n/a   processor use: this machine's ps does not tell",
		"info  mem      2 MiB  pid 1       init",
		"== network ==", "info  tcp port 22    reachable on every interface", "info  tcp port 5432  this machine only",
		"info  tcp port 8080  reachable on every interface", "2 critical, 3 warnings, 1 not readable")
	if strings.Contains(out, "devtmpfs") || strings.Contains(out, "39321") {
		t.Errorf("pseudo file systems or open connections are listed:\n%s", out)
	}
}

func TestHealthMac(t *testing.T) {
	bin := stubs(t, map[string]string{
		"getconf": "8",
		"sysctl":  "#!/bin/sh\ncase $2 in hw.memsize) echo 17179869184 ;; vm.loadavg) echo '{ 1.00 2.00 4.00 }' ;; vm.swapusage) echo 'total = 0.00M' ;; esac\n",
		"vm_stat": "Mach Virtual Memory Statistics: (page size of 16384 bytes)\nPages free: 10000.\nPages active: 500000.\nPages inactive: 90000.\nPages purgeable: 31072.",
		"netstat": "Proto Recv-Q Send-Q Local Address Foreign Address (state)\ntcp4 0 0 *.22 *.* LISTEN\ntcp4 0 0 127.0.0.1.631 *.* LISTEN",
		"df":      "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/disk3s5 1048576 524288 524288 50% /System/Volumes/Data\n/dev/disk3s6 1048576 1048576 0 100% /System/Volumes/VM\nmap auto_home 0 0 0 100% /System/Volumes/Data/home",
	})
	env := []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "HEALTH_PROC=" + t.TempDir()}
	out, errs, code := sh{env: env}.run(t, health, "disk", "memory", "load", "network")
	exits(t, code, 0, errs)
	expect(t, out,
		"ok    /System/Volumes/Data: 50% used, 0.5 GiB of 1.0 GiB free (/dev/disk3s5)",
		"ok    memory: about 2.0 GiB of 16.0 GiB available (12%)", "info  swap: total = 0.00M",
		"ok    load: 1.00 2.00 4.00 over 1, 5, 15 minutes on 8 CPUs (0.25 a CPU, falling)",
		"info  tcp port 22    reachable on every interface", "info  tcp port 631   this machine only",
		"0 critical, 0 warnings, 0 not readable")
}

// A minimal container has few programs: what is missing is said, and nothing fails.
func TestHealthMinimal(t *testing.T) {
	bin := only(t, "sh", "awk", "sed", "sort", "head", "cat", "uname", "date", "tr", "printf", "echo")
	env := []string{"PATH=" + bin, "HEALTH_PROC=" + t.TempDir()}
	out, errs, code := sh{env: env}.run(t, health)
	exits(t, code, 0, errs)
	if strings.Count(out, "\nn/a ") != 6 || !strings.Contains(out, "0 critical, 0 warnings, 6 not readable") {
		t.Errorf("want six n/a lines:\n%s", out)
	}
}

func TestHealthHere(t *testing.T) {
	out, errs, code := sh{}.run(t, health, "all")
	exits(t, code, 0, errs)
	expect(t, out, "== system ==", "== disk ==", "== memory ==", "== load ==", "== processes ==", "== network ==", "== summary ==")
	if out, _, code := (sh{}).run(t, health, "disk", "moon"); code != 2 || out != "" {
		t.Errorf("an unknown section gives %d and %q", code, out)
	}
}

func TestDiskUsage(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	big := strings.Repeat("0123456789abcdef", 3<<16) // 3 MiB
	write(t, filepath.Join(dir, "a b", "old film"), big, 0o644)
	write(t, filepath.Join(dir, "web", "node_modules", "x", "lib"), big[:2<<20], 0o644)
	write(t, filepath.Join(dir, "web", "package.json"), "{}", 0o644)
	write(t, filepath.Join(dir, "art", "target", "painting"), "not a build result", 0o644)
	long := time.Now().AddDate(-2, 0, 0)
	if err := os.Chtimes(filepath.Join(dir, "a b", "old film"), long, long); err != nil {
		t.Fatal(err)
	}
	out, errs, code := sh{}.run(t, "system/disk-cleanup-plan/scripts/usage.sh", "-m", "1", dir)
	exits(t, code, 0, errs)
	sections := strings.Split(out, "== ")
	for i, want := range map[int]string{
		2: dir + "/a b\n", 3: dir + "/web/node_modules/x/lib\n", 4: dir + "/a b/old film\n", 5: dir + "/web/node_modules\n",
	} {
		if !strings.Contains(sections[i], want) {
			t.Errorf("section %d lacks %q:\n%s", i, want, out)
		}
	}
	if strings.Contains(sections[4], "/lib") || strings.Contains(sections[5], "art/target") {
		t.Errorf("a new file counts as old, or a folder of the user's as a build result:\n%s", out)
	}
}

func TestLogSummary(t *testing.T) {
	script := "analysis/log-analyzer/scripts/summarize.sh"
	out, errs, code := sh{}.run(t, script, samples(t, "app.log")...)
	exits(t, code, 0, errs)
	expect(t, out,
		"17 lines read, 13 events, 3 continuation lines, 1 blank",
		"2026-03-14 09:00:01 .. 2026-03-14 09:45:00 (44 min 59 s)",
		"longest silence: 34 min 52 s, 2026-03-14 09:10:08 .. 2026-03-14 09:45:00",
		"fatal        1    7.7%", "error        6   46.2%", "warn         1    7.7%", "info         4   30.8%",
		"      6  error query <hex> failed: timeout after <n> ms", "         2026-03-14 09:10:00 .. 2026-03-14 09:10:06",
		"      3  info request <n> served in <n> ms",
		"      1  fatal giving up, user <email> saw <ip> refuse",
		"2026-03-14 09:10  7 events, 7 errors", "2026-03-14 09:10  7 errors of 7 events")

	out, errs, code = sh{}.run(t, script, samples(t, "mixed.log")...)
	exits(t, code, 0, errs)
	expect(t, out, "error        3   60.0%", "warn         1   20.0%", "info         1   20.0%",
		`      2  error disk "data" <n>% full`, `      1  error <ip> - - "GET /a HTTP/<n>" 500 <n>`, "      1  warn slow write")

	syslog := "Dec  3 10:00:00 web sshd[811]: Failed password from 10.0.0.1\r\nDec  3 10:00:01 web sshd[9]: Failed password from 10.0.0.2\r\n"
	out, errs, code = sh{stdin: syslog}.run(t, script, "-g", "Failed")
	exits(t, code, 0, errs)
	expect(t, out, "12-03 10:00:00 .. 12-03 10:00:01 (1 s)", "      2  none web sshd: Failed password from <ip>")

	words := "info: no error found\n[warn] slow\n2026-03-14 09:00:00 it is an error\nE0314 09:00:00 klog\nvalue=5 fine\n"
	out, errs, code = sh{stdin: words}.run(t, script)
	exits(t, code, 0, errs)
	expect(t, out, "error        2   40.0%", "warn         1   20.0%", "info         1   20.0%", "none         1   20.0%")

	out, _, code = sh{stdin: "\n"}.run(t, script, "-l", "error")
	if code != 0 || out != "nothing to report: 1 lines read, none matched\n" {
		t.Errorf("an empty log gives %d and %q", code, out)
	}
}

func TestCSVProfile(t *testing.T) {
	script := "analysis/csv-profile/scripts/profile.sh"
	out, errs, code := sh{}.run(t, script, samples(t, "orders.csv")...)
	exits(t, code, 0, errs)
	expect(t, out,
		`5 rows, 5 columns, delimiter ",", starts with a byte order mark`,
		"warn  1 rows do not have 5 fields:", "row at line 7 has 6 fields", "warn  1 rows repeat an earlier row exactly",
		"1. id", "   type int; filled 5, empty 0, null words 0; distinct 4", "   numbers: min 1, mean 2.6, max 4",
		"2. name", "   warn  1 values begin or end with blanks", `   frequent: "Dee" 2, "Ana, B" 1, "Cem "C" line" 1`,
		"3. amount", "   type num (mixed: 1 of 3 are not); filled 3, empty 0, null words 2; distinct 3",
		"5. day", "   dates: 2026-01-02 .. 2026-02-03")

	out, _, code = sh{stdin: "plz\tx\n01234\t\"open\n"}.run(t, script)
	if code != 0 || !strings.Contains(out, "a quote opened at line 2 is never closed") {
		t.Errorf("an open quote gives %d and:\n%s", code, out)
	}
	if _, errs, code := (sh{}).run(t, script, "missing.csv"); code != 1 || !strings.Contains(errs, "missing.csv is not a readable file") {
		t.Errorf("a missing file gives %d and %q", code, errs)
	}
}

func TestTimeline(t *testing.T) {
	script := "devops/incident-review/scripts/timeline.sh"
	args := append([]string{"-z", "+01:00"}, samples(t, "chat.txt", "deploys.txt")...)
	out, errs, code := sh{}.run(t, script, args...)
	exits(t, code, 0, errs)
	expect(t, out,
		"| time (UTC) | since start | gap | source | event |",
		"| 2026-03-14 09:07:41 | 0 s |  | deploys.txt | deploy v1.9.0 to production |",
		`| 2026-03-14 09:12:00 | 4 min | 4 min | chat.txt | ana: checkout is failing for me \| anyone else? |`,
		"| 2026-03-14 09:20:30 | 12 min | 8 min | chat.txt | bo: rolled back to v1.8.2 |",
		"| 2026-03-14 09:30:00 | 22 min | 9 min | deploys.txt | deploy v1.9.1 to production |",
		"4 events over 22 min; longest gap 9 min, before 2026-03-14 09:30:00", "1 lines without a time were left out")
}
