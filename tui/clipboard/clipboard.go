// Package clipboard puts text on the user's clipboard and says what was tried.
//
// No way is sure: a terminal does not answer, a multiplexer hands on or does
// not, and a remote machine's clipboard is not the user's. So every way that
// fits the environment is gone, in order: the terminal's own sequence (OSC
// 52), tmux's buffer, which tmux hands on to its terminal, and a program of
// the system. Nothing but these programs is run, and none through a shell.
package clipboard

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// MaxSequence is how many bytes go by OSC 52: in base64 they are the 100,000
// that many terminals take at most.
const MaxSequence = 74_994

// timeout bounds the programs that are run for one copy, all together.
const timeout = 3 * time.Second

// screenChunk is how many bytes GNU screen takes in one string (768 with its
// frame).
const screenChunk = 700

// Clipboard copies. Fields that are not set have no effect: without a Terminal
// no sequence is written, without Run no program is run.
type Clipboard struct {
	// Terminal takes the sequence, in one Write that nothing else may come
	// between; an *os.File does that.
	Terminal io.Writer
	// Getenv is as os.Getenv.
	Getenv func(key string) string
	// Run gives a program its input and waits for its end. The error wraps
	// exec.ErrNotFound where there is no such program.
	Run func(ctx context.Context, input, name string, args ...string) error
	// OS is as runtime.GOOS.
	OS string
}

// New is the clipboard of the user at a terminal; nil for none.
func New(terminal io.Writer) Clipboard {
	return Clipboard{Terminal: terminal, Getenv: os.Getenv, Run: run, OS: runtime.GOOS}
}

// Copy copies a text, byte for byte: it may hold what is not safe to show, or
// to paste into a shell. It returns after three seconds at most.
func (c Clipboard) Copy(ctx context.Context, text string) Result {
	r := Result{Bytes: len(text)}
	if text == "" {
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	r.Tries = append(r.Tries, c.sequence(text))
	if c.env("TMUX") != "" {
		r.Tries = append(r.Tries, c.program(ctx, text, "tmux", "load-buffer", "-w", "-"))
	}
	r.Tries = append(r.Tries, c.system(ctx, text)...)
	return r
}

// sequence asks the terminal.
func (c Clipboard) sequence(text string) Try {
	t := Try{Way: "terminal (OSC 52)"}
	switch {
	case c.Terminal == nil || c.env("TERM") == "dumb":
		t.Detail = "none"
		return t
	case len(text) > MaxSequence:
		t.Detail = fmt.Sprintf("takes %d bytes at most", MaxSequence)
		return t
	}
	seq := ansi.SetSystemClipboard(text)
	if c.env("STY") != "" && c.env("TMUX") == "" {
		seq = ansi.ScreenPassthrough(seq, screenChunk)
	}
	if _, err := io.WriteString(c.Terminal, seq); err != nil {
		t.Outcome, t.Detail = Failed, err.Error()
		return t
	}
	t.Outcome = Asked
	return t
}

// system tries the programs that fit the environment until one takes the text.
func (c Clipboard) system(ctx context.Context, text string) []Try {
	var tries []Try
	for _, p := range c.programs() {
		t := c.program(ctx, text, p[0], p[1:]...)
		tries = append(tries, t)
		if t.Outcome == Took {
			break
		}
	}
	return tries
}

// programs are the system's own, best first. Without a display there are none;
// that of a remote Mac is not the user's.
func (c Clipboard) programs() [][]string {
	var list [][]string
	if c.OS == "darwin" && c.env("SSH_CONNECTION") == "" {
		list = append(list, []string{"pbcopy"})
	}
	if c.env("WAYLAND_DISPLAY") != "" {
		list = append(list, []string{"wl-copy", "--type", "text/plain"})
	}
	if c.env("DISPLAY") != "" {
		list = append(list, []string{"xclip", "-in", "-selection", "clipboard"}, []string{"xsel", "--input", "--clipboard"})
	}
	return list
}

func (c Clipboard) program(ctx context.Context, text, name string, args ...string) Try {
	t := Try{Way: name}
	switch {
	case c.Run == nil:
		t.Detail = "not run"
		return t
	case ctx.Err() != nil:
		t.Outcome, t.Detail = Failed, "no end in time"
		return t
	}
	switch err := c.Run(ctx, text, name, args...); {
	case err == nil:
		t.Outcome = Took
	case missing(err):
		t.Detail = "not installed"
	case ctx.Err() != nil:
		t.Outcome, t.Detail = Failed, "no end in time"
	default:
		t.Outcome, t.Detail = Failed, err.Error()
	}
	return t
}

func (c Clipboard) env(key string) string {
	if c.Getenv == nil {
		return ""
	}
	return c.Getenv(key)
}
