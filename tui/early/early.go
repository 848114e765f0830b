// Package early keeps Bubble Tea from asking the terminal for its background before main has begun.
//
// Bubble Tea v1 asks in a package init and waits up to five seconds for an answer, in every command of the program
// that links it, even --help. It does not ask when Lip Gloss has been told already. Go initialises packages in the
// order of their import paths as soon as what they import is ready, so telling it works from a package that imports
// nothing but Lip Gloss and whose path sorts below "github.com/charmbracelet/bubbletea": this one, and only while the
// module's path has no dot. Import it for its effect. The real background is asked by package terminal.
package early

import "github.com/charmbracelet/lipgloss"

// An init, the only one of this module: nothing else runs before Bubble Tea's own.
func init() { lipgloss.SetHasDarkBackground(true) }
