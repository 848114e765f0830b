package scan_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"deft/discovery/scan"
	"deft/skills/resource"
)

// reader makes the folder of case R88: links that stay inside, and links that
// lead to a secret.
func readerSkill(t *testing.T) string {
	t.Helper()
	dir := tempDir(t)
	put(t, dir+"/secret/token.txt", "TESTONLY-SECRET")
	reader := dir + "/project/.agents/skills/reader"
	put(t, reader+"/SKILL.md", skill)
	put(t, reader+"/references/ok.md", "OK")
	put(t, reader+"/references/real.md", "REAL")
	link(t, "../../../../secret", reader+"/out")
	link(t, dir+"/secret", reader+"/absolute-out")
	link(t, "../../../../../secret/token.txt", reader+"/references/leaf.txt")
	link(t, "real.md", reader+"/references/inner.md")
	link(t, reader+"/references", reader+"/absolute-in")
	link(t, "..", reader+"/references/up")
	return reader
}

func open(t *testing.T, dir string) *scan.FS {
	t.Helper()
	f, err := scan.OpenDir(dir, "SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// case R88: what leads out is refused by where it leads, not by how it is
// spelled.
func TestLinksOutOfASkill(t *testing.T) {
	f := open(t, readerSkill(t))
	for _, c := range []struct {
		name, want string
		err        error
	}{
		{"references/ok.md", "OK", nil},
		{"references/inner.md", "REAL", nil},
		{"absolute-in/ok.md", "OK", nil},
		{"references/up/references/ok.md", "OK", nil},
		{"out/token.txt", "", resource.ErrOutside},
		{"absolute-out/token.txt", "", resource.ErrOutside},
		{"references/leaf.txt", "", resource.ErrOutside},
		{"references/up/out/token.txt", "", resource.ErrOutside},
		{"references/../references/ok.md", "", fs.ErrInvalid},
		{"../../../../secret/token.txt", "", fs.ErrInvalid},
		{"/etc/passwd", "", fs.ErrInvalid},
		{"missing", "", fs.ErrNotExist},
		{`..\..\secret`, "", fs.ErrNotExist},
	} {
		got, err := fs.ReadFile(f, c.name)
		if string(got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %q, %v; want %q, %v", c.name, got, err, c.want, c.err)
		}
		if _, err := fs.Stat(f, c.name); !errors.Is(err, c.err) {
			t.Errorf("stat %s: %v", c.name, err)
		}
	}
	if _, err := fs.ReadDir(f, "out"); !errors.Is(err, resource.ErrOutside) {
		t.Errorf("listing a link out: %v", err)
	}
	if target, err := f.ReadLink("out"); err != nil || target != "../../../../secret" {
		t.Errorf("reading the link: %q, %v", target, err)
	}
}

// case R88: no listing or reading shows the secret; what leads out is marked.
func TestListingMarksLinksOut(t *testing.T) {
	files, _, err := resource.List(open(t, readerSkill(t)), 0)
	if err != nil {
		t.Fatal(err)
	}
	problems := map[string]resource.Problem{}
	for _, f := range files {
		problems[f.Path] = f.Problem
	}
	for _, name := range []string{"out", "references/leaf.txt", "absolute-out"} {
		if problems[name] != resource.LeadsOutside {
			t.Errorf("%s: %q in %v", name, problems[name], problems)
		}
	}
	if _, err := resource.Read(open(t, readerSkill(t)), "references/leaf.txt", 0); !errors.Is(err, resource.ErrOutside) {
		t.Errorf("reading: %v", err)
	}
}

// case R88: the calls of the case, through the checks of package resource.
func TestReadCalls(t *testing.T) {
	f := open(t, readerSkill(t))
	for name, allowed := range map[string]bool{
		"references/ok.md": true, "references/./ok.md": true, "references/inner.md": true,
		"references/../references/ok.md": false, "out/token.txt": false, "references/leaf.txt": false,
		"../../../../secret/token.txt": false, "/etc/passwd": false, `..\..\..\..\secret\token.txt`: false,
		"references/ok.md\x00.txt": false, "%2e%2e/%2e%2e/secret/token.txt": false, "~/.ssh/config": false, ".": false, "": false,
	} {
		c, err := resource.Read(f, name, 0)
		if (err == nil) != allowed || strings.Contains(string(c.Data), "SECRET") {
			t.Errorf("%q: %q, %v", name, c.Data, err)
		}
	}
}

// A file that is swapped for a link between a look and the opening is not
// followed out.
func TestSwappedWhileReading(t *testing.T) {
	dir := readerSkill(t)
	f := open(t, dir)
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			os.Remove(dir + "/swap")
			os.Symlink("../../../../secret", dir+"/swap")
			os.Remove(dir + "/swap")
			os.Symlink("references", dir+"/swap")
		}
	}()
	for range 2000 {
		for _, name := range []string{"swap/token.txt", "swap/ok.md"} {
			if got, err := fs.ReadFile(f, name); err == nil && strings.Contains(string(got), "SECRET") {
				t.Fatal("the secret was read")
			}
		}
	}
	close(stop)
	<-done
}

func TestPipesAreRefused(t *testing.T) {
	dir := tempDir(t)
	put(t, dir+"/s/SKILL.md", skill)
	if err := syscall.Mkfifo(dir+"/s/pipe", 0o644); err != nil {
		t.Fatal(err)
	}
	link(t, "pipe", dir+"/s/alias")
	f := open(t, dir+"/s")
	done := make(chan error, 2)
	go func() {
		for _, name := range []string{"pipe", "alias"} {
			_, err := f.Open(name)
			done <- err
		}
	}()
	for range 2 {
		select {
		case err := <-done:
			if !errors.Is(err, resource.ErrNotRegular) {
				t.Errorf("error %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("opening a pipe hangs")
		}
	}
}

// The SKILL.md alone may lie elsewhere, and the folder may be a link.
func TestSkillFileElsewhere(t *testing.T) {
	dir := tempDir(t)
	put(t, dir+"/store/SKILL.md", "ELSEWHERE")
	put(t, dir+"/real/other.md", "x")
	link(t, "../store/SKILL.md", dir+"/real/SKILL.md")
	link(t, dir+"/store/SKILL.md", dir+"/real/copy.md")
	link(t, "real", dir+"/linked")
	f := open(t, dir+"/linked")
	if got, err := fs.ReadFile(f, "SKILL.md"); err != nil || string(got) != "ELSEWHERE" {
		t.Errorf("SKILL.md: %q, %v", got, err)
	}
	if info, err := f.Stat("SKILL.md"); err != nil || info.Size() != 9 {
		t.Errorf("stat: %v, %v", info, err)
	}
	if _, err := f.Open("copy.md"); !errors.Is(err, resource.ErrOutside) {
		t.Errorf("copy.md: %v", err)
	}
}

func TestFileSystemContract(t *testing.T) {
	dir := tempDir(t)
	put(t, dir+"/SKILL.md", skill)
	put(t, dir+"/references/a.md", "a")
	put(t, dir+"/scripts/run.sh", "b")
	if err := fstest.TestFS(open(t, dir), "SKILL.md", "references/a.md", "scripts/run.sh"); err != nil {
		t.Error(err)
	}
}

func TestReadFileLimit(t *testing.T) {
	dir := tempDir(t)
	put(t, dir+"/a", "12345")
	if got, err := scan.ReadFile(dir+"/a", 5); err != nil || string(got) != "12345" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := scan.ReadFile(dir+"/a", 4); !errors.Is(err, resource.ErrTooLarge) {
		t.Errorf("error %v", err)
	}
	f, err := scan.OpenFile("/dev/zero")
	if !errors.Is(err, resource.ErrNotRegular) {
		t.Errorf("device: %v", err)
	}
	if f != nil {
		io.Copy(io.Discard, io.LimitReader(f, 1))
	}
}

// The system's log calls itself a plain file and waits like a pipe.
func TestFileThatWaits(t *testing.T) {
	const log = "/proc/kmsg"
	if f, err := os.Open(log); err != nil {
		t.Skip(err)
	} else {
		f.Close()
	}
	dir := tempDir(t)
	if err := os.Symlink(log, dir+"/SKILL.md"); err != nil {
		t.Fatal(err)
	}
	fsys := open(t, dir)
	for range 2 { // the first may still find something to read
		_, _ = scan.ReadFile(dir+"/SKILL.md", 1<<20)
		_, _ = fs.ReadFile(fsys, "SKILL.md")
	}
	if _, err := scan.ReadFile(dir+"/SKILL.md", 1<<20); !errors.Is(err, syscall.EAGAIN) {
		t.Errorf("error %v", err)
	}
}
