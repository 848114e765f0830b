package skills_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repo is a Git repository with fixed names and dates.
type repo struct {
	t   *testing.T
	dir string
}

// git runs git in the repository; date stands for both dates of a commit.
func (r repo) git(date string, args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(isolated(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %s: %v %s", strings.Join(args, " "), err, out)
	}
}

// commit writes files and commits them all.
func (r repo) commit(date, subject string, files map[string]string) {
	r.t.Helper()
	for name, text := range files {
		write(r.t, filepath.Join(r.dir, name), text, 0o644)
	}
	r.git(date, "add", "-A")
	r.git(date, "commit", "-q", "-m", subject)
}

// sampleRepo has v1.0.0 on main, and a branch feature with two commits that deserve a look.
func sampleRepo(t *testing.T) repo {
	t.Helper()
	r := repo{t: t, dir: filepath.Join(t.TempDir(), "shop")}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const first = "2026-03-12T09:00:00Z"
	r.git(first, "init", "-q", "-b", "main")
	for key, value := range map[string]string{"user.name": "Ana", "user.email": "ana@example.org", "commit.gpgsign": "false", "core.hooksPath": "/nonexistent"} {
		r.git(first, "config", key, value)
	}
	r.commit(first, "start the shop", map[string]string{"cart.py": "def total(items):\n    return 0\n", "README.md": "Shop\n"})
	r.git(first, "tag", "v1.0.0")
	r.git(first, "checkout", "-q", "-b", "feature")
	r.commit("2026-03-13T10:00:00Z", "count prices", map[string]string{
		"cart.py":              "def total(items):\n    print(\"x\")  # TODO remove\n    return sum(i.price for i in items)\n" + strings.Repeat("# line\n", 20),
		"db/migrations/02.sql": "ALTER TABLE items ADD price int;\n",
	})
	r.commit("2026-03-14T11:00:00Z", "talk to the bank", map[string]string{
		"pay/bank.py":    "password = \"hunter2hunter2\"\nrequests.get(url, verify=False)\n",
		"pay/config.yml": "bank: test\n",
	})
	return r
}

func TestReviewChange(t *testing.T) {
	r := sampleRepo(t)
	script := "coding/review-change/scripts/change.sh"
	out, errs, code := sh{dir: r.dir}.run(t, script)
	exits(t, code, 0, errs)
	if !strings.Contains(out, "base main, forked at ") || !strings.Contains(out, "(2026-03-12) start the shop") {
		t.Errorf("base or fork point is missing:\n%s", out)
	}
	expect(t, out,
		"base has moved by 0 commits since", "== files ==",
		"  code       +22    -1     cart.py", "  migration  +1     -0     db/migrations/02.sql",
		"  code       +2     -0     pay/bank.py", "  config     +1     -0     pay/config.yml",
		"total: 4 files, +26 -1", "code: 2 files, 25 lines", "look: code changed, no test did",
		"== added lines to look at ==",
		`cart.py:2  left open: print("x")  # TODO remove`,
		"db/migrations/02.sql:1  changes data or schema: ALTER TABLE items ADD price int;",
		"pay/bank.py:1  may be a secret: (not shown)",
		"pay/bank.py:2  risky call: requests.get(url, verify=False)")
	if strings.Contains(out, "hunter2") {
		t.Errorf("a secret is printed:\n%s", out)
	}
}

func TestReviewChangeWorkTree(t *testing.T) {
	r := sampleRepo(t)
	script := "coding/review-change/scripts/change.sh"
	write(t, filepath.Join(r.dir, "README.md"), "Shop\n++ breakpoint() here\n", 0o644)
	write(t, filepath.Join(r.dir, "new.txt"), "x\n", 0o644)
	out, errs, code := sh{dir: r.dir}.run(t, script, "-w", "feature")
	exits(t, code, 0, errs)
	expect(t, out, "note: 1 untracked files are not in the diff", "  docs       +1     -0     README.md",
		"README.md:2  debugging: ++ breakpoint() here")

	for name, args := range map[string][]string{"no commit nowhere": {"nowhere"}, "usage:": {"--", "--output=x"}} {
		out, errs, code := sh{dir: r.dir}.run(t, script, args...)
		if code == 0 || out != "" || !strings.Contains(errs, name) {
			t.Errorf("%v gives %d, %q, %q", args, code, out, errs)
		}
	}
	if _, errs, code := (sh{}).run(t, script); code != 1 || !strings.Contains(errs, "not in a Git repository") {
		t.Errorf("outside a repository: %d %q", code, errs)
	}
}

func TestDailyActivity(t *testing.T) {
	r := sampleRepo(t)
	script := "communication/daily-report/scripts/activity.sh"
	r.git("2026-03-14T12:00:00Z", "-c", "user.name=Bo", "-c", "user.email=bo@example.org", "commit", "-q", "--allow-empty", "-m", "not Ana's")
	write(t, filepath.Join(r.dir, "draft.md"), "x\n", 0o644)
	out, errs, code := sh{dir: r.dir}.run(t, script, "-s", "2026-03-13T00:00:00Z", "-u", "2026-03-15T00:00:00Z")
	exits(t, code, 0, errs)
	expect(t, out,
		"== shop (branch feature, since 2026-03-13T00:00:00Z, author ana@example.org) ==",
		"2026-03-14", "2026-03-13", "total: 2 commits, +26 -1 lines",
		"touched: pay/ 2, (top) 1, db/ 1", "not committed: 1 files", "no upstream: branch feature", "no upstream: branch main")
	if !strings.Contains(out, "  talk to the bank  (2 files, +3 -0)\n") || strings.Contains(out, "start the shop") || strings.Contains(out, "not Ana's") {
		t.Errorf("wrong commits:\n%s", out)
	}

	out, errs, code = sh{}.run(t, script, "-A", "-s", "2026-03-14T00:00:00Z", "-u", "2026-03-15T00:00:00Z", r.dir)
	exits(t, code, 0, errs)
	if !strings.Contains(out, "  not Ana's  (0 files, +0 -0)  Bo\n") {
		t.Errorf("everyone's work lacks Bo's:\n%s", out)
	}
	out, _, code = sh{}.run(t, script, "-a", "nobody@", "-s", "2026-03-01T00:00:00Z", r.dir)
	if code != 0 || !strings.Contains(out, "\nno commits\n") {
		t.Errorf("an author without work gives %d and:\n%s", code, out)
	}
	if _, errs, code := (sh{}).run(t, script); code != 1 || !strings.Contains(errs, "is not a Git repository") {
		t.Errorf("outside a repository: %d %q", code, errs)
	}
}

const preflight = "devops/deploy-service/scripts/preflight.sh"

func TestPreflightStops(t *testing.T) {
	r := sampleRepo(t)
	write(t, filepath.Join(r.dir, "left.txt"), "x\n", 0o644)
	out, errs, code := sh{dir: r.dir}.run(t, preflight, "-t", "git", "-t", "no-such-tool")
	exits(t, code, 1, errs)
	expect(t, out, "ok    tool git is there", "stop  tool no-such-tool is missing",
		"stop  1 files are changed or untracked; a build from here is not the commit",
		"warn  no remote branches are known; nobody else has this commit",
		"2 commits go out:", "warn  database: db/migrations/02.sql", "result: 2 reasons not to deploy")

	out, _, code = sh{dir: r.dir}.run(t, preflight, "-f", "feature", "v1.0.0")
	if code != 1 || !strings.Contains(out, "stop  2 commits that run now are not in the new version") {
		t.Errorf("going back gives %d and:\n%s", code, out)
	}
	if _, errs, code := (sh{dir: r.dir}).run(t, preflight, "v9"); code != 2 || !strings.Contains(errs, "no commit v9") {
		t.Errorf("an unknown version gives %d %q", code, errs)
	}
}

func TestPreflightPasses(t *testing.T) {
	r := sampleRepo(t)
	const date = "2026-03-14T12:00:00Z"
	remote := filepath.Join(t.TempDir(), "origin.git")
	r.git(date, "init", "-q", "--bare", remote)
	r.git(date, "remote", "add", "origin", remote)
	r.git(date, "push", "-q", "origin", "main", "feature")
	r.git(date, "tag", "v1.1.0") // on the new version itself: not what runs now
	out, errs, code := sh{dir: r.dir}.run(t, preflight)
	exits(t, code, 0, errs)
	expect(t, out, "ok    work tree is clean", "ok    the commit is on origin/feature (as of the last fetch)",
		"2 commits go out:", "warn  database: db/migrations/02.sql",
		"result: nothing here stops the deployment; the warnings belong into the plan")
	if !strings.Contains(out, "info  runs now: v1.0.0 (") {
		t.Errorf("the rollback target is not v1.0.0:\n%s", out)
	}
}

// curl is a stand-in: it answers in 120 ms with the version, or not at all for port 1.
const curl = `#!/bin/sh
while [ $# -gt 0 ]; do
	case $1 in -o) body=$2; shift ;; --url) url=$2; shift ;; esac
	shift
done
case $url in *:1/*) echo 'curl: (7) no connection' >&2; printf '000 0.000100'; exit 7 ;; esac
echo 'version 1.9.0' >"$body"
printf '200 0.120000'
`

func TestVerify(t *testing.T) {
	script := "devops/deploy-service/scripts/verify.sh"
	s := sh{env: []string{"PATH=" + stubs(t, map[string]string{"curl": curl}) + ":" + os.Getenv("PATH")}}
	out, errs, code := s.run(t, script, "-n", "2", "-i", "0", "-g", "1.9.0", "https://shop.test/version")
	exits(t, code, 0, errs)
	expect(t, out, "ok    1  status 200  120 ms", "ok    2  status 200  120 ms", "result: 2 of 2 as expected, mean 120 ms, slowest 120 ms")

	for want, args := range map[string][]string{
		"bad   1  status 200  120 ms  the text is missing":              {"-g", "2.0.0", "https://shop.test/"},
		"bad   1  status 200  120 ms  slow":                             {"-m", "100", "https://shop.test/"},
		"bad   1  status 200  120 ms  status 200":                       {"-s", "204", "https://shop.test/"},
		"bad   1  status 000  0 ms  no answer: curl: (7) no connection": {"http://shop.test:1/"},
	} {
		out, errs, code := s.run(t, script, append([]string{"-n", "1"}, args...)...)
		exits(t, code, 1, errs)
		expect(t, out, want)
	}
	if _, errs, code := s.run(t, script, "file:///etc/passwd"); code != 2 || !strings.Contains(errs, "must begin with http") {
		t.Errorf("a file URL gives %d %q", code, errs)
	}
}

const check = "coding/create-skill/scripts/check.sh"

// Every shipped skill passes the check that the shipped skill for writing skills brings.
func TestShippedPassOwnCheck(t *testing.T) {
	for _, p := range files(t, "*/*") {
		full, err := filepath.Abs(p)
		if err != nil {
			t.Fatal(err)
		}
		out, errs, code := sh{}.run(t, check, full)
		if want := "ok    " + full + ": no errors\n"; code != 0 || out != want {
			t.Errorf("%s: code %d\n%s%s", p, code, out, errs)
		}
	}
}

func TestSkillCheck(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good", "SKILL.md"), "---\nname: good\ndescription: >-\n  Counts the beans in a bag and reports them by colour.\n  Use when a bag of beans is on the table.\nmetadata:\n  version: \"1\"\n---\n# Beans\n\nCount.\n", 0o644)
	write(t, filepath.Join(dir, "bad", "SKILL.md"), "---\nname: Bad--One\ndescription: Helps: a lot #1\ntags: x\n---\nSee [more](references/none.md) and `scripts/go.sh`.\n", 0o644)
	write(t, filepath.Join(dir, "bad", "scripts", "go.sh"), "#!/bin/sh\nif true; then\n", 0o755)
	write(t, filepath.Join(dir, "bad", "scripts", "dos.sh"), "#!/bin/sh\r\n", 0o755)
	out, errs, code := sh{dir: dir}.run(t, check, "good")
	if code != 0 || out != "ok    good: no errors\n" {
		t.Errorf("good: code %d %s\n%s", code, errs, out)
	}
	out, errs, code = sh{dir: dir}.run(t, check, "bad", "missing")
	exits(t, code, 1, errs)
	expect(t, out,
		`error bad/SKILL.md:3: the value holds ": "; put it in quotes`,
		`error bad/SKILL.md:3: " #" begins a comment and cuts the value; put it in quotes`,
		"error bad/SKILL.md:4: the key tags is not in the specification (put it under metadata, or accept it for the agents that read it)",
		`error bad/SKILL.md:2: name "Bad--One" differs from the folder "bad"`,
		"error bad/SKILL.md:2: name has upper-case letters",
		"error bad/SKILL.md:2: name has a hyphen at an end or two in a row",
		"warn  bad/SKILL.md:3: description does not say when to use the skill",
		"error bad/SKILL.md:6: references/none.md does not exist",
		"error bad/scripts/dos.sh: the first line ends in a carriage return; the script cannot start",
		"error bad/scripts/go.sh: sh -n finds a syntax error",
		"error missing: no SKILL.md in this folder")
}
