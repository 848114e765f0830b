//go:build !linux

package tui

// letGo does something where the system has a call for it.
func letGo() {}
