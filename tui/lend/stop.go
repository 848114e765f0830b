package lend

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// unstopped is how long a program waits to be stopped. Where no shell would let it go on the system does not stop it: it is the first
// program of a terminal.
const unstopped = 300 * time.Millisecond

// moment is how long a program that goes on in the background waits to be told why.
const moment = 100 * time.Millisecond

// hear tells of SIGTSTP, unless the program was started to ignore it.
func hear(told chan<- os.Signal) {
	if !signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(told, syscall.SIGTSTP)
	}
}

// halt has the system stop the program, and all with which the shell started it. SIGTSTP does nothing any more in a Go program that has
// once been told of it; this signal is like it but for what the shell says.
func halt() error { return syscall.Kill(0, syscall.SIGTTIN) }

// stop stops the program and returns when it goes on.
func stop() {
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	if halt() != nil {
		return
	}
	late := time.NewTimer(unstopped) // it runs on while nothing else does
	defer late.Stop()
	select {
	case <-goesOn:
	case <-late.C:
	}
}

// regain returns when the program has the terminal. Until then it stops again whenever it is let go on, as who reads from a
// terminal does that another program has. Told to end there it never returns: the terminal is not to be touched.
func (l *Lender) regain() {
	for !foreground() {
		select {
		case <-l.over:
			if foreground() {
				return
			}
			close(l.lost)
			select {}
		case <-time.After(moment):
			if !foreground() {
				stop()
			}
		}
	}
}

// foreground says whether the program may use its terminal: false only where another one has it.
func foreground() bool {
	fd, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return true
	}
	defer unix.Close(fd)
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// run runs another program, and stops when that does.
func run(cmd *exec.Cmd) error {
	told := make(chan os.Signal, 1)
	hear(told)
	defer close(told)
	defer signal.Stop(told)
	go func() {
		for range told {
			halt() //nolint:errcheck // then only the other one stops
		}
	}()
	if cmd.Stdin == nil {
		cmd.Stdin = os.Stdin
	}
	return cmd.Run()
}
