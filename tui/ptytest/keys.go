package ptytest

import "strings"

// Sequence is what a terminal sends for a key, as xterm does with the cursor keys in their normal mode: "enter", "tab",
// "shift+tab", "esc", "space", "backspace", "delete", the arrows "up down left right", "home", "end", "pgup", "pgdown",
// "f1" to "f12", "ctrl+a" to "ctrl+z", "alt+" before a character, and a single character for itself.
func Sequence(name string) (string, bool) {
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok && len(letter) == 1 && letter >= "a" && letter <= "z" {
		return string(letter[0] - 'a' + 1), true
	}
	if char, ok := strings.CutPrefix(name, "alt+"); ok && len([]rune(char)) == 1 {
		return "\x1b" + char, true
	}
	if len([]rune(name)) == 1 {
		return name, true
	}
	seq, ok := named(name)
	return seq, ok
}

func named(name string) (string, bool) {
	seq, ok := map[string]string{
		"enter": "\r", "tab": "\t", "shift+tab": "\x1b[Z", "esc": "\x1b", "space": " ",
		"backspace": "\x7f", "delete": "\x1b[3~",
		"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
		"home": "\x1b[H", "end": "\x1b[F", "pgup": "\x1b[5~", "pgdown": "\x1b[6~",
		"f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS",
		"f5": "\x1b[15~", "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~",
		"f9": "\x1b[20~", "f10": "\x1b[21~", "f11": "\x1b[23~", "f12": "\x1b[24~",
	}[name]
	return seq, ok
}
