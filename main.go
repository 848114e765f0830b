// Command deft is the terminal home of agent skills.
package main

import (
	"os"

	"deft/commands/cli"
	"deft/tui"
)

func main() { os.Exit(cli.Main(os.Args[1:], tui.Run)) }
