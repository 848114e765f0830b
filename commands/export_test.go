package commands_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"deft/commands"
)

func packed(t *testing.T, files fstest.MapFS, format commands.ExportFormat) []byte {
	t.Helper()
	got, err := commands.Export{Source: source(t, files, nil)}.Run(context.Background(), commands.User, "tools", format)
	if err != nil {
		t.Fatal(err)
	}
	return got.Data
}

func toolsTree() fstest.MapFS {
	return fstest.MapFS{
		"tools/SKILL.md":        skill("tools", "", "Use run.\n"),
		"tools/scripts/run":     {Data: []byte("binary\x00"), Mode: 0o755},
		"tools/scripts/run.sh":  {Data: []byte("#!/bin/sh\n"), Mode: 0o644},
		"tools/references/a.md": {Data: []byte("# A\n"), Mode: 0o600},
	}
}

// An archive holds all files in a folder of the skill's name, those that run
// executable, and is the same each time.
func TestExportZip(t *testing.T) {
	data := packed(t, toolsTree(), commands.ExportZip)
	if !bytes.Equal(data, packed(t, toolsTree(), commands.ExportZip)) {
		t.Error("the same skill gives other bytes")
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	modes := map[string]fs.FileMode{}
	for _, f := range r.File {
		modes[f.Name] = f.Mode()
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if want := toolsTree()[f.Name].Data; err != nil || !bytes.Equal(text, want) {
			t.Errorf("%s: got %q, %v, want %q", f.Name, text, err, want)
		}
	}
	for name, want := range map[string]fs.FileMode{"tools/SKILL.md": 0o644, "tools/scripts/run": 0o755, "tools/scripts/run.sh": 0o755, "tools/references/a.md": 0o644} {
		if modes[name] != want {
			t.Errorf("%s has mode %v, want %v", name, modes[name], want)
		}
	}
	if len(modes) != 4 || r.File[0].Name != "tools/SKILL.md" {
		t.Errorf("files %v", modes)
	}
}

func TestExportJSON(t *testing.T) {
	var doc struct {
		Name, Body, Digest string
		TreeDigest         *string
		Frontmatter        []struct{ Key, Value string }
		Files              []struct {
			Path         string
			Executable   bool
			Text, Base64 *string
		}
	}
	if err := json.Unmarshal(packed(t, toolsTree(), commands.ExportJSON), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Name != "tools" || doc.Body != "Use run.\n" || len(doc.Digest) != 64 || doc.TreeDigest == nil || len(doc.Frontmatter) != 2 {
		t.Errorf("got %+v", doc)
	}
	var paths []string
	for _, f := range doc.Files {
		paths = append(paths, f.Path)
		var text string
		if f.Text != nil {
			text = *f.Text
		} else {
			raw, err := base64.StdEncoding.DecodeString(*f.Base64)
			if err != nil {
				t.Fatal(err)
			}
			text = string(raw)
		}
		if want := string(toolsTree()["tools/"+f.Path].Data); text != want {
			t.Errorf("%s: got %q, want %q", f.Path, text, want)
		}
	}
	if want := []string{"SKILL.md", "references/a.md", "scripts/run", "scripts/run.sh"}; !slices.Equal(paths, want) {
		t.Errorf("files %q, want %q", paths, want)
	}
}

// A model takes no skills away.
func TestExportIsNotForModels(t *testing.T) {
	export := commands.Export{Source: source(t, toolsTree(), nil)}
	if got, err := export.Run(context.Background(), commands.Model, "tools", commands.ExportSkillMD); err == nil || got.Data != nil {
		t.Errorf("got %q, %v", got.Data, err)
	}
}

// The index of a search lives as long as the snapshot it was made of.
func TestSearch(t *testing.T) {
	files := tree()
	src := source(t, files, nil)
	search := commands.NewSearch(src)
	find := func(caller commands.Caller, query string) []string {
		t.Helper()
		got, err := search.Run(context.Background(), caller, query, 0)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, f := range got.Found {
			out = append(out, f.Handle)
			if f.Confidence <= 0 || f.Confidence > 1 || len(f.Words) == 0 {
				t.Errorf("%q finds %+v", query, f)
			}
		}
		return out
	}
	for _, c := range []struct {
		caller commands.Caller
		query  string
		want   []string
	}{
		{commands.Model, "open", []string{"open"}},
		{commands.Model, "people-only", nil},
		{commands.User, "people-only", []string{"people-only"}},
		{commands.User, "ignored", nil},
		{commands.User, "newcomer", nil},
	} {
		if got := find(c.caller, c.query); !slices.Equal(got, c.want) && !(len(got) > 0 && len(c.want) > 0 && got[0] == c.want[0]) {
			t.Errorf("%q for %d finds %q, want %q", c.query, c.caller, got, c.want)
		}
	}
	files["newcomer/SKILL.md"] = skill("newcomer", "", "NEW\n")
	if _, err := src.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := find(commands.Model, "newcomer"); !slices.Equal(got, []string{"newcomer"}) {
		t.Errorf("after a change: %q", got)
	}
	one, err := search.Run(context.Background(), commands.User, "open newcomer", 1)
	if err != nil || len(one.Found) != 1 || one.Left == 0 {
		t.Errorf("one of many: %+v, %v", one, err)
	}
}
