package cli

import (
	"bufio"
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// consent is whether what is planned is done: a flag says so, or a person who
// is asked.
type consent struct {
	*shell
	yes    bool
	dryRun bool
}

// flags adds those that say whether to do it.
func (c *consent) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&c.yes, "yes", "y", false, "do it without asking")
	cmd.Flags().BoolVarP(&c.dryRun, "dry-run", "n", false, "show the plan and do nothing")
}

// check refuses a yes that is none.
func (c *consent) check() error {
	if c.yes && c.dryRun {
		return usagef("--yes and --dry-run exclude each other")
	}
	return nil
}

// given tells whether to do it: --yes, or the answer of a person.
func (c *consent) given(ctx context.Context) (bool, error) {
	if c.yes {
		return true, nil
	}
	if !c.out.terminal || !isTerminal(c.in) {
		return false, usagef("nothing was done: without a terminal to ask in it takes --yes (--dry-run shows the plan only)")
	}
	_ = c.err.Flush() // notes stand before the question
	c.out.text("Do this? [y/N] ")
	if err := c.out.Flush(); err != nil {
		return false, err
	}
	answer, err := ask(ctx, c.in)
	if err != nil {
		return false, err
	}
	if answer != "y" && answer != "yes" {
		c.out.text("Nothing was done.\n")
		return false, nil
	}
	return true, nil
}

// ask reads a line, in small letters. The end of the input is no answer.
func ask(ctx context.Context, in io.Reader) (string, error) {
	type reply struct {
		text string
		err  error
	}
	got := make(chan reply, 1)
	go func() {
		text, err := bufio.NewReader(in).ReadString('\n')
		got <- reply{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case r := <-got:
		if r.err != nil && r.err != io.EOF {
			return "", r.err
		}
		return strings.ToLower(strings.TrimSpace(r.text)), nil
	}
}
