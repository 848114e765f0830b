package tui

import (
	"slices"
	"strings"
	"testing"
)

// A part that was written to is not let go of, nor that of another file.
func TestUnchanged(t *testing.T) {
	const smaps = `00400000-00c48000 r-xp 00000000 fe:00 10661533                           /opt/deft
Size:               8480 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me sd
00c48000-0178c000 r--p 00848000 fe:00 10661533                           /opt/deft
Anonymous:             0 kB
0178c000-01800000 r--p 0138c000 fe:00 10661533                           /opt/deft
Anonymous:             4 kB
01800000-0184d000 rw-p 013ac000 fe:00 10661533                           /opt/deft
Anonymous:             0 kB
0c5aa000-0c5cb000 rw-p 00000000 00:00 0                                  [heap]
Anonymous:             0 kB
7f0000000000-7f0000100000 r-xp 00000000 fe:00 7                          /usr/lib/libc.so.6
Anonymous:             0 kB
7f0000200000-7f0000300000 r--p 00000000 00:00 0
Anonymous:             0 kB
`
	want := []span{{0x400000, 0xc48000}, {0xc48000, 0x178c000}}
	if got := unchanged(strings.NewReader(smaps), "/opt/deft"); !slices.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
	if got := parseSpan("x-1"); got != (span{}) {
		t.Errorf("no span is read as %x", got)
	}
}
