package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"deft/commands"
	"deft/commands/config"
	"deft/commands/state"
	"deft/discovery"
	"deft/skills/sanitize"
)

// The exit codes. They are part of deft's interface.
const (
	exitFine        = 0
	exitFindings    = 1   // `doctor` found errors
	exitUsage       = 2   // wrong arguments, an unknown skill, one the caller may not use, a faulty config
	exitIO          = 3   // something cannot be read or written, a skill to be used is invalid
	exitInterrupted = 130 // ended by a signal, as shells count it
)

// grace is how long a command that was told to end may take: one that waits for
// a pipe that nobody empties, or for a disk that does not answer, never would.
const grace = 2 * time.Second

// Main runs deft with the arguments after the program's name and returns the
// exit code: 0 fine, 1 findings, 2 usage, 3 input or output, 130 interrupted.
func Main(args []string, ui Interface) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	defer context.AfterFunc(ctx, func() {
		stop() // a second signal ends deft at once
		<-time.After(grace)
		os.Exit(exitInterrupted)
	})()
	sh := &shell{
		out: newScreen(os.Stdout), err: newScreen(os.Stderr), in: os.Stdin,
		getenv: os.LookupEnv, ui: ui,
	}
	return sh.run(ctx, args)
}

// run executes one command and tells what went wrong.
func (sh *shell) run(ctx context.Context, args []string) int {
	root := newRoot(sh)
	sh.args = args
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if flushed := sh.out.Flush(); err == nil && flushed != nil {
		err = fmt.Errorf("writing output: %w", flushed)
	}
	code := exitCode(err)
	if code > exitFindings && code != exitInterrupted {
		sh.err.printf("%s %s\n", sh.err.paint(red, "deft:"), sanitize.Line(message(err)))
	}
	_ = sh.err.Flush() // there is no place left to complain in
	return code
}

// message is what an error says, with the way out where it does not say that.
func message(err error) string {
	if e, ok := errors.AsType[*discovery.UnknownError](err); ok && len(e.Near) == 0 && e.Deep == "" {
		return err.Error() + " (see deft list)"
	}
	return err.Error()
}

// errFindings makes the exit code say that a check found errors.
var errFindings = errors.New("findings")

// usageError is a fault in the arguments.
type usageError struct{ msg string }

func (e *usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// exitCode is the one place where errors become exit codes.
func exitCode(err error) int {
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case is[*usageError](err), is[*config.Error](err), is[*commands.InputError](err), is[*commands.PolicyError](err), is[*state.UnknownTrashError](err),
		is[*discovery.UnknownError](err), is[*discovery.AmbiguousError](err):
		return exitUsage
	}
	return exitIO
}

func is[T error](err error) bool {
	var target T
	return errors.As(err, &target)
}
