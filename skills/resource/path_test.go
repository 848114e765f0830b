package resource

import (
	"errors"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestCleanPath(t *testing.T) {
	for _, c := range []struct {
		in, want string
		err      error
	}{
		// case R88: the calls; what links do is in TestReadThroughLinks
		{"references/ok.md", "references/ok.md", nil},
		{"references/./ok.md", "references/ok.md", nil},
		{"references/../references/ok.md", "", ErrParent},
		{"references/inner.md", "references/inner.md", nil},
		{"../../../../secret/token.txt", "", ErrParent},
		{"references/../../reader/references/ok.md", "", ErrParent},
		{"/etc/passwd", "", ErrAbsolute},
		{`..\..\..\..\secret\token.txt`, "", ErrBackslash},
		{"references/ok.md\x00.txt", "", ErrControl},
		{`references/ok.md\0.txt`, "", ErrBackslash},
		{"%2e%2e/%2e%2e/secret/token.txt", "", ErrParent},
		{"~/.ssh/config", "", ErrHome},
		{".", "", ErrEmpty},
		{"", "", ErrEmpty},
		// case R78
		{"./references/tools.md", "references/tools.md", nil},

		{"SKILL.md", "SKILL.md", nil},
		{"a..b/...", "a..b/...", nil},
		{"~", "", ErrHome},
		{"~backup.md", "~backup.md", nil},
		{"100%.md", "100%.md", nil},
		{"100%25.md", "100%25.md", nil},
		{"%252e%252e/x", "", ErrParent},
		{"%2fetc/passwd", "", ErrAbsolute},
		{"a%5cb", "", ErrBackslash},
		{"a%00", "", ErrControl},
		{"a%25250a", "", ErrControl},
		{"%7e/x", "", ErrHome},
		{"a%ff", "", ErrUTF8},
		{"a\xff", "", ErrUTF8},
		{"references/", "", ErrTrailing},
		{"references/.", "", ErrTrailing},
		{"./", "", ErrTrailing},
		{"a//b", "", ErrSegment},
		{"/", "", ErrAbsolute},
		{"..", "", ErrParent},
		{"a/..", "", ErrParent},
		{"a\nb", "", ErrControl},
		{"a\u0085b", "", ErrControl},
		{"小说/拆条 ☕.md", "小说/拆条 ☕.md", nil},
		{strings.Repeat("a", MaxPath+1), "", ErrLong},
	} {
		got, err := CleanPath(c.in)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("CleanPath(%q) = %q, %v; want %q, %v", cut(c.in), got, err, c.want, c.err)
		}
		if err != nil && (len(err.Error()) > 2*MaxPath || strings.ContainsFunc(err.Error(), unicode.IsControl)) {
			t.Errorf("the error of %q is not fit to show", cut(c.in))
		}
	}
}

func TestParseURL(t *testing.T) {
	for _, c := range []struct {
		in   string
		want URL
		err  error
	}{
		{"skill://probe", URL{"probe", ""}, nil},
		{"SKILL://Probe", URL{"Probe", ""}, nil},
		{"skill://probe/SKILL.md", URL{"probe", "SKILL.md"}, nil},
		{"skill://probe/./references/a%20b.md", URL{"probe", "references/a b.md"}, nil},
		{"skill://probe/references%2Ftools.md", URL{"probe", "references/tools.md"}, nil},
		{"skill://probe@claude%2Fuser/x", URL{"probe@claude/user", "x"}, nil},
		{"skill://probe@claude/user", URL{"probe@claude", "user"}, nil},
		{"skill://probe@%2Fhome%2Fme%2F..%2Fskills", URL{"probe@/home/me/../skills", ""}, nil},
		{"skill://%E5%B0%8F说拆条/x", URL{"小说拆条", "x"}, nil},
		{"skill://My%20Skill", URL{"My Skill", ""}, nil},
		{"skill://a%252Fb", URL{"a%2Fb", ""}, nil},
		{"skill://a/b?c#d", URL{"a", "b?c#d"}, nil},
		{"skill://a/100%25.md", URL{"a", "100%.md"}, nil},

		{"", URL{}, ErrScheme},
		{"probe", URL{}, ErrScheme},
		{"skill:/probe", URL{}, ErrScheme},
		{"https://probe/x", URL{}, ErrScheme},
		{"skill://", URL{}, ErrHandle},
		{"skill:///etc/passwd", URL{}, ErrHandle},
		{"skill://../x", URL{}, ErrHandle},
		{"skill://%2e%2e/x", URL{}, ErrHandle},
		{"skill://a%zz", URL{}, ErrEncoding},
		{"skill://a%", URL{}, ErrEncoding},
		{"skill://a/100%.md", URL{}, ErrEncoding},
		{"skill://a%00", URL{}, ErrControl},
		{`skill://a\b`, URL{}, ErrBackslash},
		{"skill://a%ff/x", URL{}, ErrUTF8},
		{"skill://" + strings.Repeat("a", MaxPath+1), URL{}, ErrLong},
		{"skill://a/", URL{}, ErrTrailing},
		{"skill://a/b/", URL{}, ErrTrailing},
		{"skill://a/b%2f", URL{}, ErrTrailing},
		{"skill://a//etc/passwd", URL{}, ErrAbsolute},
		{"skill://a/%2fetc/passwd", URL{}, ErrAbsolute},
		{"skill://a/b//c", URL{}, ErrSegment},
		{"skill://a/../b", URL{}, ErrParent},
		{"skill://a/%2e%2e/b", URL{}, ErrParent},
		{"skill://a/%252e%252e/b", URL{}, ErrParent},
		{"skill://a/%25252e./b", URL{}, ErrParent},
		{"skill://a/..%5cb", URL{}, ErrBackslash},
		{"skill://a/b%00.md", URL{}, ErrControl},
		{"skill://a/~/.ssh", URL{}, ErrHome},
		{"skill://a/.", URL{}, ErrEmpty},
	} {
		got, err := ParseURL(c.in)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("ParseURL(%q) = %+v, %v; want %+v, %v", cut(c.in), got, err, c.want, c.err)
		}
		if back, err := ParseURL(got.String()); c.err == nil && (err != nil || back != got) {
			t.Errorf("%q reads back as %+v, %v", got.String(), back, err)
		}
	}
}

func TestURLString(t *testing.T) {
	for _, c := range []struct {
		url  URL
		want string
	}{
		{URL{"health-check", ""}, "skill://health-check"},
		{URL{"小说拆条", "references/ok.md"}, "skill://小说拆条/references/ok.md"},
		{URL{"probe@claude/user", "a b#1?.md"}, "skill://probe@claude%2Fuser/a%20b%231%3F.md"},
		{URL{"a\u202eb", "100%.md"}, "skill://a%E2%80%AEb/100%25.md"},
	} {
		if got := c.url.String(); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.url, got, c.want)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	for _, s := range []string{
		"skill://a", "skill://a/b/c.md", "skill://a/../b", "skill://a/%2e%2e/b", "skill://a/%252e%252e%252fb", "skill://a//b", "skill://a/.",
		"skill://a/b\\c", "skill://a/%5c", "skill://a/%00", "skill://a@b%2Fc/d", "skill://a/~/x", "skill://%ff", "skill://小/☕", "skill://a/b%", "x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := ParseURL(raw)
		if err != nil {
			if u != (URL{}) {
				t.Errorf("ParseURL(%q) gives %+v with an error", raw, u)
			}
			return
		}
		if u.Handle == "" || !utf8.ValidString(u.Handle) || strings.ContainsFunc(u.Handle, unicode.IsControl) {
			t.Errorf("ParseURL(%q) accepts the handle %q", raw, u.Handle)
		}
		if back, err := ParseURL(u.String()); err != nil || back != u {
			t.Errorf("%+v is written %q and reads back as %+v, %v", u, u, back, err)
		}
		if u.Path == "" {
			return
		}
		if clean, err := CleanPath(u.Path); err != nil || clean != u.Path {
			t.Errorf("ParseURL(%q) accepts %q, CleanPath says %q, %v", raw, u.Path, clean, err)
		}
		for name, i := u.Path, 0; i < 3; i++ {
			if !inside(name) {
				t.Errorf("ParseURL(%q) accepts %q, which escapes after %d more decodings", raw, u.Path, i)
			}
			next, err := url.PathUnescape(name)
			if err != nil {
				break
			}
			name = next
		}
		if !fs.ValidPath(u.Path) {
			t.Errorf("ParseURL(%q) accepts %q, no path of an fs.FS", raw, u.Path)
		}
	})
}

// inside judges with the standard library whether a path stays in its folder.
func inside(name string) bool {
	clean := path.Clean("/" + strings.ReplaceAll(name, `\`, "/"))
	up := path.Clean(strings.ReplaceAll(name, `\`, "/"))
	return !path.IsAbs(name) && up != ".." && !strings.HasPrefix(up, "../") && strings.HasPrefix(clean, "/") && !strings.Contains(name, "\x00")
}
