package phrase

import (
	"testing"

	"deft/discovery"
)

func TestNumbers(t *testing.T) {
	tests := []struct{ got, want string }{
		{Count(0, "file"), "0 files"},
		{Count(1, "file"), "1 file"},
		{Count(2, "file"), "2 files"},
		{Count(1, "copy"), "1 copy"},
		{Count(2, "copy"), "2 copies"},
		{Thousands(999), "999"},
		{Thousands(1000), "1,000"},
		{Thousands(1234567), "1,234,567"},
		{Size(1), "1 byte"},
		{Size(999), "999 bytes"},
		{Size(1023), "1.0 KB"},
		{ShortSize(0), "0 B"},
		{ShortSize(3700), "3.6 KB"},
		{ShortSize(1000 << 10), "1.0 MB"},
		{ShortSize(5 << 20), "5.0 MB"},
		{Place("/a/SKILL.md", 0), "/a/SKILL.md"},
		{Place("/a/SKILL.md", 12), "/a/SKILL.md:12"},
		{Source(&discovery.Root{Provider: "claude", Level: discovery.User}), "claude/user"},
		{Source(&discovery.Root{Provider: "bundled", Level: discovery.Bundled}), "bundled"},
		{Source(&discovery.Root{Provider: "runtime"}), "runtime"},
		{Line("/home/me/\x1b[2Ja", "/home/me"), "~/␛a"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// The home folder is ~; other paths that hold its name are not.
func TestHome(t *testing.T) {
	tests := []struct{ text, home, want string }{
		{"/home/me/x (add /home/me/y)", "/home/me", "~/x (add ~/y)"},
		{"/home/me/x", "/home/me/", "~/x"},
		{"/mnt/home/me/x", "/home/me", "/mnt/home/me/x"},
		{"/home/mel/x", "/home/me", "/home/mel/x"},
		{"/home/me", "/home/me", "/home/me"},
		{"/home/me/home/me/x", "/home/me", "~/home/me/x"},
		{"/home/me//home/me/x", "/home/me", "~//home/me/x"},
		{"/mnt/home/me//home/me/x", "/home/me", "/mnt/home/me//home/me/x"},
		{"tdd@/home/me/x: /home/me/", "/home/me", "tdd@~/x: ~/"},
		{"~/x", "/home/me", "~/x"},
		{"/x", "", "/x"},
		{"//x", "/", "//x"},
	}
	for _, tt := range tests {
		if got := Home(tt.text, tt.home); got != tt.want {
			t.Errorf("Home(%q, %q) = %q, want %q", tt.text, tt.home, got, tt.want)
		}
	}
}

// What lies below the current folder is shown from there; other paths that hold its name are not.
func TestNear(t *testing.T) {
	tests := []struct{ text, cwd, home, want string }{
		{"a copy of /home/me/work/x and of /home/me/y", "/home/me/work", "/home/me", "a copy of x and of ~/y"},
		{"/mnt/home/me/work/x", "/home/me/work", "/home/me", "/mnt/home/me/work/x"},
		{"/home/me/work/home/me/work/x", "/home/me/work", "/home/me", "home/me/work/x"},
		{"/home/me/workshop/x", "/home/me/work", "/home/me", "~/workshop/x"},
		{"/home/me/work", "/home/me/work", "/home/me", "~/work"},
		{"/home/me/x", "/home/me", "/home/me", "~/x"},
		{"/home/me/x", "/home", "/home/me", "me/x"},
		{"/srv/\x1b[2Jx", "/srv", "", "␛x"},
		{"/srv/x", "/", "", "/srv/x"},
		{"/srv/x", "", "", "/srv/x"},
	}
	for _, tt := range tests {
		if got := Near(tt.text, tt.cwd, tt.home); got != tt.want {
			t.Errorf("Near(%q, %q, %q) = %q, want %q", tt.text, tt.cwd, tt.home, got, tt.want)
		}
	}
}
