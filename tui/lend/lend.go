// Package lend gives the terminal to the shell, while the program is stopped, or to another program, and takes it back.
package lend

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"
)

// ExecMsg has another program run in the terminal. Done makes the message that its end is; the error is the program's.
type ExecMsg struct {
	Command *exec.Cmd
	Done    func(error) tea.Msg
}

// continuedMsg says that the program goes on after somebody stopped it who did not ask (SIGSTOP), or that somebody believes so.
type continuedMsg struct{}

// Lender stops the program as its user wants it, be it with a key (tea.SuspendMsg) or from outside (SIGTSTP), runs programs in its
// place, and gets the terminal back as it was, with its modes and everything on it. It serves one program. Bubble Tea's own way to do this
// does not return where there is nobody who would let a stopped program go on, forgets the mouse, and knows nothing of signals.
type Lender struct {
	mouse   bool
	program *tea.Program
	over    <-chan struct{} // closed when the program was told to end
	signals chan os.Signal
	lost    chan struct{} // closed when the terminal is somebody else's and stays that
}

// New makes a lender for a program that uses a mouse, or does not.
func New(mouse bool) *Lender {
	return &Lender{mouse: mouse, signals: make(chan os.Signal, 1), lost: make(chan struct{})}
}

// Run runs a program that ends with the context and tells l all its messages through Filter. The error is the program's; where the
// context ended while the terminal was lent, it is that of the context, and the terminal is let be.
func (l *Lender) Run(ctx context.Context, p *tea.Program) error {
	l.program, l.over = p, ctx.Done()
	l.listen()
	defer signal.Stop(l.signals)
	done, ended := make(chan error, 1), make(chan struct{})
	defer close(ended)
	go func() {
		_, err := p.Run()
		done <- err
	}()
	go l.forward(ended)
	select {
	case err := <-done:
		return err
	case <-l.lost:
		return ctx.Err()
	}
}

// listen has signals told to the program.
func (l *Lender) listen() {
	signal.Notify(l.signals, syscall.SIGCONT)
	hear(l.signals)
}

// deaf has nothing told that happens while the terminal is lent.
func (l *Lender) deaf() {
	signal.Stop(l.signals)
	select {
	case <-l.signals:
	default:
	}
}

// forward makes messages of signals, until the program has ended.
func (l *Lender) forward(ended <-chan struct{}) {
	for {
		select {
		case s := <-l.signals:
			if s == syscall.SIGCONT {
				l.program.Send(continuedMsg{})
			} else {
				l.program.Send(tea.SuspendMsg{})
			}
		case <-ended:
			return
		}
	}
}

// Filter is for tea.WithFilter: it does what is asked of the lender, in the program's event loop, so that nothing is drawn meanwhile.
func (l *Lender) Filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case tea.SuspendMsg:
		l.lend(stop)
		go l.program.Send(tea.ResumeMsg{})
	case continuedMsg:
		l.regain()
		l.lend(func() {})
		go l.program.Send(tea.ResumeMsg{})
	case ExecMsg:
		var err error
		l.lend(func() { err = run(msg.Command) })
		go l.program.Send(msg.Done(err))
	default:
		return msg
	}
	return nil
}

// lend gives the terminal away for as long as use takes.
func (l *Lender) lend(use func()) {
	l.program.ReleaseTerminal() //nolint:errcheck // nothing better can be done than to go on
	l.deaf()
	use()
	l.regain()
	l.listen()
	select {
	case <-l.over: // it is as the shell wants it
		return
	default:
	}
	l.program.RestoreTerminal() //nolint:errcheck // as above
	if l.mouse {
		go l.program.Send(tea.EnableMouseCellMotion())
	}
}
