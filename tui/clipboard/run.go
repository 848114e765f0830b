package clipboard

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// run runs a program with a text as its input. Its output goes nowhere: some
// of these programs leave a child behind that serves the clipboard, and a pipe
// would make Wait wait for that one. On time-out the program goes with its
// children.
func run(ctx context.Context, input, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Stdin = strings.NewReader(input)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 100 * time.Millisecond
	return c.Run()
}

// missing tells whether a program is not there.
func missing(err error) bool {
	return errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist)
}
