package match

import "testing"

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		words []string
		want  bool
	}{{nil, true}, {[]string{"two", "one"}, true}, {[]string{"one", "three"}, false}, {[]string{"One"}, false}} {
		if got := Words("one two", tt.words); got != tt.want {
			t.Errorf("%q: %t", tt.words, got)
		}
	}
}
