// Package tool offers the verbs to a model: what each tool is called and takes,
// and what it answers.
package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"deft/commands"
	"deft/discovery"
	"deft/skills/match"
	"deft/skills/prompt"
	"deft/skills/sanitize"
)

// Config says which tools are offered and how much they tell of the skills.
type Config struct {
	Family         Family // "" is Skill
	MaxDescription int    // characters of a skill's description, as in prompt.Options
	Budget         int    // tokens of the list in the loading tool's description; 0 is no limit
}

// Verbs are what the tools act through.
type Verbs struct {
	Search  *commands.Search
	Catalog commands.Catalog
	Load    commands.Load
	Read    commands.Read
	Path    commands.ReadPath
}

// Tool is one tool as a model is told of it.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON Schema of its arguments, an object
}

// Request is one call of a tool by a model.
type Request struct {
	Name      string
	Arguments json.RawMessage
	// Visible are the skills that the model can still see loaded in its
	// conversation. Such a skill is not given again while it is the same. With
	// none, every load gives all of it.
	Visible []Loaded
}

// Loaded is a skill's body as a model got it.
type Loaded struct {
	Handle string `json:"handle"`
	Digest string `json:"digest"` // sha256 of where the skill is and of its body, in hex
}

// Result is what a tool answers.
type Result struct {
	Text   string  // clean: nothing hidden, no control characters but line breaks and tabs
	Failed bool    // Text says why there is no answer
	Data   any     // the same for a program, to be written as JSON; nil where Text says it all
	Loaded *Loaded // of a load whose body is in Text
}

// Set is a set of tools. It is safe for concurrent use.
type Set struct {
	verbs  Verbs
	config Config
	specs  map[string]spec
}

// New makes the tools. The error is a fault of the program.
func New(verbs Verbs, config Config) (*Set, error) {
	s := &Set{verbs: verbs, config: config, specs: map[string]spec{}}
	for name := range answers() {
		one, err := readSpec(name)
		if err != nil {
			return nil, err
		}
		s.specs[name] = one
	}
	return s, nil
}

// Knows tells whether there is a tool of this name, offered or not.
func (s *Set) Knows(name string) bool {
	_, ok := s.specs[name]
	return ok
}

// Offer lists the tools to tell a model of, the one that loads first. Its
// description ends in the list of skills, within the budget.
func (s *Set) Offer(ctx context.Context) ([]Tool, error) {
	view, err := s.verbs.Catalog.Run(ctx, commands.Model)
	if err != nil {
		return nil, err
	}
	var out []Tool
	for i, name := range s.config.Family.names() {
		t := Tool{Name: name, Description: s.specs[name].description, Schema: s.specs[name].raw}
		if i == 0 {
			t.Description += "\n\n" + s.manifest(view)
		}
		out = append(out, t)
	}
	return out, nil
}

// manifest is the list of skills in the description of the loading tool.
func (s *Set) manifest(view prompt.View) string {
	o := s.options(prompt.Manifest)
	text := prompt.Build(view.Entries, o).Text
	switch {
	case len(view.Entries) == 0:
		text = "There are no skills now."
	case text == "":
		text = fmt.Sprintf("There are %d skills; find them with %s.", len(view.Entries), o.Tools.Search)
	}
	if !view.Complete {
		text += "\nNot every place could be searched for skills, so some may be missing here."
	}
	return text
}

func (s *Set) options(form prompt.Form) prompt.Options {
	return prompt.Options{Form: form, MaxDescription: s.config.MaxDescription, Budget: s.config.Budget, Tools: s.config.Family.Tools()}
}

// Catalog is the catalog for a conversation that has had none: it speaks of
// the tools on offer, and keeps to the budget.
func (s *Set) Catalog(ctx context.Context) (prompt.Step, error) {
	view, err := s.verbs.Catalog.Run(ctx, commands.Model)
	if err != nil {
		return prompt.Step{}, err
	}
	form := prompt.Deft
	if s.config.Family == DSH {
		form = prompt.DSH
	}
	return prompt.Next(prompt.Past{}, view, s.options(form)), nil
}

// answer is what a tool does. A fault of the call is an error.
type answer func(context.Context, *Set, Request, arguments) (Result, error)

// answers are all tools.
func answers() map[string]answer {
	return map[string]answer{
		"skill_search":        search,
		"skill_load":          load("skill_name", prompt.Content),
		"load_skill":          load("slug", prompt.Content),
		"skill":               load("name", prompt.ContentDSH),
		"skill_read_resource": readFile("skill_name"),
		"read_skill_file":     readFile("slug"),
		"read":                read,
	}
}

// Call answers a call. What is wrong with it is an answer too, Failed: only
// the end of the context is an error.
func (s *Set) Call(ctx context.Context, req Request) (Result, error) {
	result, err := s.call(ctx, req)
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return Result{Text: sanitize.ForModel(s.explain(ctx, err)), Failed: true}, nil
	}
	return result, nil
}

func (s *Set) call(ctx context.Context, req Request) (Result, error) {
	do, ok := answers()[req.Name]
	if !ok {
		return Result{}, fmt.Errorf("no tool %q; there are %s", req.Name, strings.Join(s.config.Family.names(), ", "))
	}
	args, err := s.specs[req.Name].schema.decode(req.Name, req.Arguments)
	if err != nil {
		return Result{}, err
	}
	return do(ctx, s, req, args)
}

// explain says what went wrong. A model is offered only names that it may
// use.
func (s *Set) explain(ctx context.Context, err error) string {
	var unknown *discovery.UnknownError
	if !errors.As(err, &unknown) {
		return err.Error()
	}
	view, verr := s.verbs.Catalog.Run(ctx, commands.Model)
	if verr != nil {
		return fmt.Sprintf("no skill %q", unknown.Handle)
	}
	names := make([]string, len(view.Entries))
	for i, e := range view.Entries {
		names[i] = e.Handle
	}
	near := slices.DeleteFunc(slices.Clone(unknown.Near), func(h string) bool { return !slices.Contains(names, h) })
	for _, h := range match.Nearest(unknown.Handle, names, nearest) {
		if !slices.Contains(near, h) && len(near) < nearest {
			near = append(near, h)
		}
	}
	return (&discovery.UnknownError{Handle: unknown.Handle, Near: near}).Error() + "; skill_search finds skills by what they do"
}

// nearest is how many names stand in for one that is unknown.
const nearest = 3
