package theme

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2/styles"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// luminance is the relative luminance of WCAG 2 for "#rrggbb".
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	v, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil || len(hex) != 7 {
		t.Fatalf("colour %q", hex)
	}
	lin := func(b uint64) float64 {
		c := float64(b&255) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(v>>16) + 0.7152*lin(v>>8) + 0.0722*lin(v)
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// shown is the colour as a terminal of this profile shows it.
func shown(hex string, level Level) string {
	return termenv.ConvertToRGB(Options{Color: level}.profile().Color(hex)).Hex()
}

func backgrounds(o Options) []string {
	if o.Dark {
		return []string{"#000000", "#1e1e1e"}
	}
	return []string{"#ffffff"}
}

func colorful() (all []Options) {
	for _, level := range []Level{Color256, ColorTrue} {
		for i := range 4 {
			all = append(all, Options{Dark: i&1 > 0, Contrast: i&2 > 0, Color: level})
		}
	}
	return all
}

// namedStyles are all styles of a theme by name.
func namedStyles(th Theme) map[string]lipgloss.Style {
	all := map[string]lipgloss.Style{}
	v := reflect.ValueOf(th)
	for _, f := range reflect.VisibleFields(v.Type()) { // the promoted ones too
		if f.IsExported() && f.Type == reflect.TypeFor[lipgloss.Style]() {
			all[f.Name] = v.FieldByIndex(f.Index).Interface().(lipgloss.Style)
		}
	}
	for b := range badgeKinds {
		all["badge "+b.String()] = th.Badge(b)
	}
	return all
}

func hexOf(c lipgloss.TerminalColor) string {
	complete, _ := c.(lipgloss.CompleteColor)
	return complete.TrueColor
}

func TestContrastOfStyles(t *testing.T) {
	for _, o := range colorful() {
		want := 4.5
		if o.Contrast && o.Color == ColorTrue {
			want = 7
		}
		for name, s := range namedStyles(New(o)) {
			fg, bgs := hexOf(s.GetForeground()), backgrounds(o)
			if bg := hexOf(s.GetBackground()); bg != "" {
				bgs = []string{bg}
			}
			if fg == "" {
				continue
			}
			for _, bg := range bgs {
				if c := contrast(t, shown(fg, o.Color), shown(bg, o.Color)); c < want {
					t.Errorf("%+v %s: %s on %s is %.2f, want %.1f", o, name, fg, bg, c, want)
				}
			}
		}
	}
}

func TestContrastOfEdges(t *testing.T) {
	for _, o := range colorful() {
		th := New(o)
		for _, s := range []lipgloss.Style{th.Edge, th.EdgeFocused} {
			for _, bg := range backgrounds(o) {
				if c := contrast(t, shown(hexOf(s.GetBorderTopForeground()), o.Color), bg); c < 3 {
					t.Errorf("%+v: border on %s is %.2f, want 3", o, bg, c)
				}
			}
		}
	}
}

func TestContrastOfMarkdown(t *testing.T) {
	for _, o := range colorful() {
		seen := 0
		visitColors(reflect.ValueOf(New(o).Markdown()), func(name, hex string) {
			seen++
			if strings.HasPrefix(name, "Background") {
				t.Errorf("%+v: a background %s in %s", o, hex, name)
			}
			for _, bg := range backgrounds(o) {
				if c := contrast(t, shown(hex, o.Color), bg); c < 4.5 {
					t.Errorf("%+v %s: %s on %s is %.2f", o, name, hex, bg, c)
				}
			}
		})
		if seen == 0 {
			t.Errorf("%+v: no colours", o)
		}
	}
}

func visitColors(v reflect.Value, visit func(name, hex string)) {
	for i := range v.NumField() {
		name, f := v.Type().Field(i).Name, v.Field(i)
		switch {
		case f.Kind() == reflect.Struct:
			visitColors(f, visit)
		case strings.HasSuffix(name, "Color") && !f.IsNil():
			visit(name, f.Elem().String())
		}
	}
}

func TestContrastOfCode(t *testing.T) {
	for _, o := range colorful() {
		style, ok := styles.Registry[codeTheme(o)]
		if !ok {
			t.Fatalf("no chroma style %q", codeTheme(o))
		}
		for _, kind := range style.Types() {
			e := style.Get(kind)
			if !e.Colour.IsSet() {
				continue
			}
			for _, bg := range backgrounds(o) {
				if c := contrast(t, shown(e.Colour.String(), o.Color), bg); c < 4.5 {
					t.Errorf("%+v %s: %s on %s is %.2f", o, kind, e.Colour, bg, c)
				}
			}
		}
	}
}

func TestNoColor(t *testing.T) {
	sgr := regexp.MustCompile(`\x1b\[([0-9;]*)m`)
	for i := range 8 {
		o := Options{Dark: i&1 > 0, Contrast: i&2 > 0, Plain: i&4 > 0}
		th := New(o)
		for name, s := range namedStyles(th) {
			for _, m := range sgr.FindAllStringSubmatch(s.Render("x"), -1) {
				for _, code := range strings.Split(m[1], ";") {
					if n, _ := strconv.Atoi(code); n > 9 {
						t.Errorf("%+v %s: %q", o, name, m[0])
					}
				}
			}
		}
		visitColors(reflect.ValueOf(th.Markdown()), func(name, hex string) {
			t.Errorf("%+v Markdown %s: %s", o, name, hex)
		})
	}
}

// TestVisibleWithoutColor: focus and selection differ in attributes, frame or signs.
func TestVisibleWithoutColor(t *testing.T) {
	for _, plain := range []bool{false, true} {
		th := New(Options{Plain: plain})
		pairs := map[string][2]string{
			"row":       {th.Row.Render("x"), th.RowSelected.Render("x")},
			"unfocused": {th.RowSelectedUnfocused.Render("x"), th.RowSelected.Render("x")},
			"cursor":    {th.Marks.NoCursor, th.Marks.Cursor},
			"cursors":   {th.Marks.CursorUnfocused, th.Marks.Cursor},
			"tab":       {th.Tab.Render("x"), th.TabActive.Render("x")},
			"title":     {th.Title.Render("x"), th.TitleFocused.Render("x")},
			"match":     {th.Row.Render("x"), th.Match.Render("x")},
			"match on":  {th.RowSelected.Render("x"), th.MatchSelected.Render("x")},
			"edge":      {th.Edge.Render("x"), th.Marks.Focus + th.EdgeFocused.Render("x")},
		}
		for name, p := range pairs {
			if p[0] == p[1] {
				t.Errorf("plain=%v: %s looks the same: %q", plain, name, p[0])
			}
		}
	}
}

func TestPlainDrawsNothing(t *testing.T) {
	th := New(Options{Plain: true, Color: ColorTrue, Dark: true})
	for name, s := range namedStyles(th) {
		if w, h := s.GetFrameSize(); w+h != 0 {
			t.Errorf("%s has a frame of %dx%d", name, w, h)
		}
	}
	signs := fmt.Sprint(th.Marks)
	for b := range badgeKinds {
		signs += th.Sign(b)
	}
	if strings.ContainsFunc(signs, func(r rune) bool { return r > 126 }) {
		t.Errorf("signs %q", signs)
	}
}

func TestColorsReachTheTerminal(t *testing.T) {
	for level, want := range map[Level]string{Color16: "\x1b[1;91m", Color256: "\x1b[1;38;5;210m", ColorTrue: "\x1b[1;38;2;255;135;135m"} {
		if got := New(Options{Dark: true, Color: level}).Error.Render("x"); !strings.HasPrefix(got, want) {
			t.Errorf("level %d: %q, want %q", level, got, want)
		}
	}
}

func TestMarkWidths(t *testing.T) {
	for _, plain := range []bool{false, true} {
		m := New(Options{Plain: plain}).Marks
		for _, s := range []string{m.Cursor, m.CursorUnfocused, m.NoCursor, m.Open, m.Folded} {
			if lipgloss.Width(s) != 2 {
				t.Errorf("plain=%v: %q is not two cells wide", plain, s)
			}
		}
		signs := []string{m.Ticked, m.Alert, m.Bar, m.Dash, m.Cross}
		for b := range badgeKinds {
			signs = append(signs, New(Options{Plain: plain}).Sign(b))
		}
		for _, s := range signs {
			if lipgloss.Width(s) != 1 {
				t.Errorf("plain=%v: %q is not one cell wide", plain, s)
			}
		}
	}
}

func TestBadgesHaveNames(t *testing.T) {
	for b := range badgeKinds {
		if b.String() == "" {
			t.Errorf("badge %d has no name", b)
		}
	}
	if badgeKinds.String() != "" {
		t.Error("the count has a name")
	}
}
