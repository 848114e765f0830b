package cli_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"deft/commands/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"deft": func() { os.Exit(cli.Main(os.Args[1:], noInterface)) },
	})
}

// noInterface stands in for the interface, which scripts never open.
func noInterface(context.Context, cli.App) error { return errors.New("interface opened") }

// TestScripts runs the program as a whole, each script in a folder of its own
// with a home and a project.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("..", "..", "testdata", "script"),
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"CONFIG", "STATE", "DATA", "CACHE"} {
				env.Setenv("XDG_"+name+"_HOME", filepath.Join(env.WorkDir, "xdg", name))
			}
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			return errors.Join(
				os.MkdirAll(filepath.Join(env.WorkDir, "home"), 0o755),
				os.MkdirAll(filepath.Join(env.WorkDir, "project", ".git"), 0o755),
			)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"bytes": writeBytes,
			"fifo":  fifo,
		},
	})
}

// exits CODE COMMAND... runs a command that must end with exactly this code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// bytes FILE TEXT writes a text with the escapes of a Go string: what a script
// cannot hold.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	file := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o755))
	ts.Check(os.WriteFile(file, []byte(text), 0o644))
}

// fifo FILE makes a pipe that nobody writes to.
func fifo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fifo FILE")
	}
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o644))
}
