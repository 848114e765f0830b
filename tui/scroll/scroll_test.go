package scroll

import "testing"

func TestLand(t *testing.T) {
	heading := func(i int) bool { return i == 0 || i == 3 }
	tests := []struct{ at, lines, by, want int }{
		{-1, 6, -1, 1},
		{0, 6, -1, 1},
		{2, 6, 1, 2},
		{3, 6, 1, 4},
		{3, 6, -1, 2},
		{3, 6, 0, 4},
		{9, 6, 3, 5},
		{2, 0, 1, 0},
	}
	for _, tt := range tests {
		if got := Land(tt.at, tt.lines, tt.by, heading); got != tt.want {
			t.Errorf("moved by %d to %d of %d: %d, want %d", tt.by, tt.at, tt.lines, got, tt.want)
		}
	}
}

func TestTop(t *testing.T) {
	heading := func(i int) bool { return i%4 == 0 }
	tests := []struct{ top, at, lines, height, want int }{
		{0, 1, 20, 5, 0},
		{0, 5, 20, 5, 1},
		{9, 5, 20, 5, 4}, // below its heading
		{9, 6, 20, 5, 6},
		{9, 5, 20, 1, 5}, // without room for it
		{18, 19, 20, 5, 15},
		{3, 1, 2, 5, 0},
		{3, 0, 0, 5, 0},
		{3, 4, 20, 0, 4},
	}
	for _, tt := range tests {
		if got := Top(tt.top, tt.at, tt.lines, tt.height, heading); got != tt.want {
			t.Errorf("line %d of %d in %d from %d: %d, want %d", tt.at, tt.lines, tt.height, tt.top, got, tt.want)
		}
	}
	if got := Top(9, 5, 20, 5, nil); got != 5 {
		t.Errorf("without headings: %d", got)
	}
}

func TestClamp(t *testing.T) {
	for _, tt := range [][4]int{{0, 10, 5, 0}, {7, 10, 5, 5}, {-1, 10, 5, 0}, {3, 2, 5, 0}} {
		if got := Clamp(tt[0], tt[1], tt[2]); got != tt[3] {
			t.Errorf("Clamp%v = %d", tt[:3], got)
		}
	}
}
