package resource

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Why a URL is refused before its path is looked at.
var (
	ErrScheme   = errors.New("not a skill:// URL")
	ErrHandle   = errors.New("no skill name in URL")
	ErrEncoding = errors.New("malformed percent-encoding in URL")
)

// Scheme begins every URL of a skill, and the path of a skill that lies in no
// folder.
const Scheme = "skill://"

// URL names a skill, or a file of one.
type URL struct {
	Handle string // decoded; compared exactly, never a path
	Path   string // below the skill's folder, cleaned; "" stands for its SKILL.md
}

// ParseURL reads `skill://HANDLE` and `skill://HANDLE/PATH`.
//
// The first slash ends the handle; a qualified handle that holds slashes
// (NAME@PROVIDER/LEVEL, NAME@PATH) is written with %2F. Handle and path are
// decoded once. There is no query and no fragment: `?` and `#` are ordinary
// characters. The error wraps ErrScheme, ErrHandle, ErrEncoding or one of
// CleanPath.
func ParseURL(raw string) (URL, error) {
	if len(raw) < len(Scheme) || !strings.EqualFold(raw[:len(Scheme)], Scheme) {
		return URL{}, fmt.Errorf("%w: %q", ErrScheme, cut(raw))
	}
	handle, rest, hasPath := strings.Cut(raw[len(Scheme):], "/")
	handle, err := parseHandle(handle)
	if err != nil || !hasPath {
		return URL{Handle: handle}, err
	}
	if rest == "" {
		return URL{}, fmt.Errorf("%w: %q", ErrTrailing, cut(raw))
	}
	name, ok := decode(rest)
	if !ok {
		return URL{}, fmt.Errorf("%w: %q", ErrEncoding, cut(raw))
	}
	name, err = CleanPath(name)
	if err != nil {
		return URL{}, err
	}
	return URL{Handle: handle, Path: name}, nil
}

func parseHandle(raw string) (string, error) {
	handle, ok := decode(raw)
	reason := error(nil)
	switch {
	case !ok:
		reason = ErrEncoding
	case len(handle) > MaxPath:
		reason = ErrLong
	case !utf8.ValidString(handle):
		reason = ErrUTF8
	case strings.ContainsFunc(handle, unicode.IsControl):
		reason = ErrControl
	case strings.Contains(handle, `\`):
		reason = ErrBackslash
	case handle == "" || handle == "." || handle == "..":
		reason = ErrHandle
	default:
		return handle, nil
	}
	return "", fmt.Errorf("%w: %q", reason, cut(raw))
}

// String writes the URL so that ParseURL reads the same from it. Letters of
// any script stay readable.
func (u URL) String() string {
	var b strings.Builder
	b.WriteString(Scheme)
	encode(&b, u.Handle, "")
	if u.Path != "" {
		b.WriteByte('/')
		encode(&b, u.Path, "/")
	}
	return b.String()
}

// encode percent-encodes all but letters, digits, a few signs and those of
// keep.
func encode(b *strings.Builder, s, keep string) {
	const signs = "-._~@:+,=!$()*"
	for i, r := range s {
		plain := r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(signs+keep, r))
		if plain || r >= utf8.RuneSelf && r != utf8.RuneError && unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		for _, c := range []byte(s[i : i+size]) {
			fmt.Fprintf(b, "%%%02X", c)
		}
	}
}

// decode undoes percent-encoding once; ok is false where a percent sign stands
// before anything but two hexadecimal digits.
func decode(s string) (decoded string, ok bool) {
	decoded, _, malformed := unescape(s)
	return decoded, !malformed
}

// loose undoes percent-encoding once where there is any and tells whether
// there was; malformed places stay.
func loose(s string) (decoded string, changed bool) {
	decoded, changed, _ = unescape(s)
	return decoded, changed
}

func unescape(s string) (out string, changed, malformed bool) {
	if !strings.Contains(s, "%") {
		return s, false, false
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '%':
			b = append(b, s[i])
		case i+2 < len(s) && hex(s[i+1]) >= 0 && hex(s[i+2]) >= 0:
			b = append(b, byte(hex(s[i+1])<<4|hex(s[i+2])))
			changed = true
			i += 2
		default:
			b = append(b, '%')
			malformed = true
		}
	}
	return string(b), changed, malformed
}

// hex is the value of a hexadecimal digit, or -1.
func hex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
