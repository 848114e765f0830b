// Command deft is the terminal home of agent skills.
package main

import (
	"os"

	"deft/commands/cli"
	"deft/tui"
	_ "deft/tui/early" // before Bubble Tea asks the terminal
)

func main() { os.Exit(cli.Main(os.Args[1:], tui.Run)) }
