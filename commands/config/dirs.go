package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"deft/commands/state/tree"
)

// directory makes a directory as people write it absolute: environment
// variables ($NAME, ${NAME}) first, then ~ for the home folder, then relative
// to base. Blanks are part of the name.
func (s Surroundings) directory(written, base string) (string, error) {
	text, err := s.expand(written)
	if err != nil {
		return "", err
	}
	if text == "~" || strings.HasPrefix(text, "~/") {
		if s.Place.Home == "" {
			return "", fmt.Errorf("%q: no home folder is known ($HOME is not set)", written)
		}
		return filepath.Join(s.Place.Home, text[1:]), nil
	}
	if strings.HasPrefix(text, "~") {
		return "", fmt.Errorf("%q: only ~/ is understood, not another user's home; a folder of that name is ./%s", written, text)
	}
	if filepath.IsAbs(text) {
		return filepath.Clean(text), nil
	}
	return filepath.Join(base, text), nil
}

// relative tells whether a directory as written depends on where it was
// written.
func relative(written string) bool {
	return !filepath.IsAbs(written) && !strings.HasPrefix(written, "~") && !strings.HasPrefix(written, "$")
}

// expand puts in environment variables. One that is not set is an error: what
// is left of the path would be another folder.
func (s Surroundings) expand(text string) (string, error) {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '$')
		if i < 0 {
			b.WriteString(text)
			return b.String(), nil
		}
		b.WriteString(text[:i])
		name, rest := variable(text[i+1:])
		if name == "" {
			b.WriteByte('$')
			text = text[i+1:]
			continue
		}
		val, ok := s.Getenv(name)
		if !ok || val == "" {
			return "", fmt.Errorf("environment variable %s is not set", name)
		}
		b.WriteString(val)
		text = rest
	}
}

// variable takes NAME or {NAME} off the start of text.
func variable(text string) (name, rest string) {
	braced := strings.HasPrefix(text, "{")
	body := strings.TrimPrefix(text, "{")
	n := 0
	for n < len(body) && (body[n] == '_' || 'a' <= body[n]|0x20 && body[n]|0x20 <= 'z' || n > 0 && '0' <= body[n] && body[n] <= '9') {
		n++
	}
	name, rest = body[:n], body[n:]
	if !braced {
		return name, rest
	}
	if !strings.HasPrefix(rest, "}") {
		return "", text
	}
	return name, rest[1:]
}

// inside refuses a directory that is not below the project, links resolved.
// Where the directory does not exist yet, its nearest ancestor that does
// decides.
func inside(dir, project string) error {
	root, err := filepath.EvalSymlinks(project)
	if err != nil {
		return err
	}
	real, err := tree.Real(dir)
	if nowhere, ok := errors.AsType[*tree.NowhereError](err); ok {
		return fmt.Errorf("%s is a link to nothing", nowhere.Path)
	}
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(root, real)
	if err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("%s is outside the project %s: a project may only name folders of its own", real, project)
	}
	return nil
}
