package commands_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deft/commands"
	"deft/skills"
)

func TestNew(t *testing.T) {
	root := filepath.Join(t.TempDir(), "a", "b")
	req := commands.NewRequest{Name: "öl-3000", Root: root, Description: "Says \"a: b\" # c.\nUse it."}
	file, err := commands.New{}.Run(context.Background(), commands.User, req)
	if err != nil || file != filepath.Join(root, "öl-3000", "SKILL.md") {
		t.Fatalf("got %q, %v", file, err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := skills.Parse(skills.Source{Path: file, Folder: "öl-3000"}, data)
	if s.Name != req.Name || s.Description != req.Description || len(s.Diagnostics) > 0 || !strings.Contains(s.Body, "# Öl 3000") {
		t.Errorf("got %+v", s)
	}
	if list, err := os.ReadDir(filepath.Dir(file)); err != nil || len(list) != 1 {
		t.Errorf("left behind: %v, %v", list, err)
	}
	if _, err := (commands.New{}).Run(context.Background(), commands.User, req); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second one: %v", err)
	}
}

func TestNewRefuses(t *testing.T) {
	root := t.TempDir()
	var refused *commands.InputError
	for _, bad := range []string{"", ".", "..", "A", "a_b", "-a", "a-", "a--b", "a/b", "a\x00b", "a\nb: c", strings.Repeat("a", 65), "\xff"} {
		_, err := commands.New{}.Run(context.Background(), commands.User, commands.NewRequest{Name: bad, Root: root})
		if !errors.As(err, &refused) {
			t.Errorf("%q: got %v", bad, err)
		}
	}
	_, err := commands.New{}.Run(context.Background(), commands.User, commands.NewRequest{Name: "a", Root: root, Description: strings.Repeat("x", 1025)})
	if !errors.As(err, &refused) {
		t.Error("a description over the limit is taken")
	}
	if _, err := (commands.New{}).Run(context.Background(), commands.Model, commands.NewRequest{Name: "a", Root: root}); err == nil {
		t.Error("a model may make skills")
	}
	if list, err := os.ReadDir(root); err != nil || len(list) > 0 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}
