package tool

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"deft/commands"
	"deft/skills/prompt"
	"deft/skills/resource"
	"deft/skills/sanitize"
)

// load answers a tool that loads the skill named by an argument.
func load(argument string, form func(prompt.Source) string) answer {
	return func(ctx context.Context, s *Set, req Request, args arguments) (Result, error) {
		d, err := s.verbs.Load.Document(ctx, commands.Model, args.text[argument])
		if err != nil {
			return Result{}, err
		}
		loaded := Loaded{Handle: d.Handle, Digest: digest(d.Path, d.Body)}
		for _, seen := range req.Visible {
			if seen == loaded {
				return Result{Text: fmt.Sprintf("The skill %q is loaded already and has not changed: follow its instructions above.", d.Handle)}, nil
			}
		}
		return Result{Text: form(d.Source), Loaded: &loaded}, nil
	}
}

func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// hit is one skill of a search, for programs.
type hit struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Confidence  float64  `json:"confidence"` // from 0 to 1
	Words       []string `json:"words"`      // of the query, that the skill has
	URI         string   `json:"uri"`        // of its SKILL.md
}

// hits is the Data of skill_search.
type hits struct {
	Skills []hit `json:"skills"`
	Left   int   `json:"left"` // further skills that fit less well
}

func search(ctx context.Context, s *Set, _ Request, args arguments) (Result, error) {
	got, err := s.verbs.Search.Run(ctx, commands.Model, args.text["query"], 0)
	if err != nil {
		return Result{}, err
	}
	out := hits{Skills: []hit{}, Left: got.Left}
	var b strings.Builder
	if len(got.Found) == 0 {
		fmt.Fprintf(&b, "No skill fits; %d were searched. Try other words.", got.All)
	} else {
		fmt.Fprintf(&b, "%d of %d skills, best first. Load one with %s.\n", len(got.Found), got.All, s.config.Family.Tools().Load)
	}
	for _, f := range got.Found {
		h := s.hit(f)
		out.Skills = append(out.Skills, h)
		fmt.Fprintf(&b, "- %s (confidence %.2f; matched: %s): %s\n", h.Name, h.Confidence, strings.Join(h.Words, ", "), h.Description)
	}
	if got.Left > 0 {
		fmt.Fprintf(&b, "%d more fit less well.\n", got.Left)
	}
	if !got.Complete {
		b.WriteString("Not every place could be searched for skills, so some may be missing.\n")
	}
	return Result{Text: strings.TrimRight(b.String(), "\n"), Data: out}, nil
}

func (s *Set) hit(f commands.Found) hit {
	h := hit{
		Name: f.Handle, Description: prompt.Brief(f.Entry.Reading.Head.Description, s.config.MaxDescription),
		Confidence: math.Round(f.Confidence*100) / 100, Words: []string{},
		URI: resource.URL{Handle: f.Handle, Path: "SKILL.md"}.String(),
	}
	for _, w := range f.Words {
		h.Words = append(h.Words, sanitize.ForModel(w))
	}
	return h
}

// readFile answers a tool that reads a file of the skill named by an argument.
func readFile(argument string) answer {
	return func(ctx context.Context, s *Set, _ Request, args arguments) (Result, error) {
		handle, name := args.text[argument], args.text["path"]
		content, err := s.verbs.Read.File(ctx, commands.Model, handle, name, resource.DefaultSize)
		if err == nil && content.Binary {
			err = &commands.BinaryError{Path: content.Path, Size: content.Size}
		}
		if err != nil {
			return Result{}, err
		}
		url := resource.URL{Handle: handle, Path: content.Path}.String()
		return Result{Text: part(content.Data, 0, 0, fmt.Sprintf("`read` with path %q and", url))}, nil
	}
}

func read(ctx context.Context, s *Set, _ Request, args arguments) (Result, error) {
	content, err := s.verbs.Path.Run(ctx, commands.Model, args.text["path"])
	if err != nil {
		return Result{}, err
	}
	return Result{Text: part(content.Data, args.number["offset"], args.number["limit"], "this call with")}, nil
}

// Bounds on one part of a file.
const (
	maxLines = 2000
	maxBytes = 64 << 10
)

// part is a window of whole lines on a text: from a line on, counted from 1,
// and at most limit of them; 0 stands for the first line and for maxLines. What
// is left out is said behind it, with the call that goes on. A line that alone
// is too long is cut.
func part(data []byte, offset, limit int, again string) string {
	lines := strings.SplitAfter(sanitize.ForModel(string(data)), "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	}
	if limit == 0 {
		limit = maxLines
	}
	first := max(offset, 1)
	if first > max(len(lines), 1) {
		return fmt.Sprintf("[the file has %d lines]", len(lines))
	}
	var b strings.Builder
	next := first
	for next <= len(lines) && next < first+limit && (next == first || b.Len()+len(lines[next-1]) <= maxBytes) {
		b.WriteString(shorten(lines[next-1]))
		next++
	}
	if next > len(lines) {
		return b.String()
	}
	return strings.TrimRight(b.String(), "\n") + fmt.Sprintf("\n[lines %d to %d of %d; go on by %s offset %d]", first, next-1, len(lines), again, next)
}

// shorten cuts a line that is longer than a part may be.
func shorten(line string) string {
	if len(line) <= maxBytes {
		return line
	}
	end := maxBytes
	for end > 0 && !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end] + fmt.Sprintf(" [%d bytes of this line are left out]\n", len(line)-end)
}
