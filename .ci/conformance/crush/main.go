//go:build crush

// Command crush prints the skills that Crush finds in the working folder, as JSON. It is built as a part of Crush's own
// module, since Go lets nobody else import these packages.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/charmbracelet/crush/internal/config"
	"github.com/charmbracelet/crush/internal/skills"
)

func main() {
	if err := list(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// list does what Crush does before its first screen.
func list() error {
	cwd, err := os.Getwd()
	if err != nil {
		return err
	}
	store, err := config.Init(cwd, "", false)
	if err != nil {
		return err
	}
	_, active, _ := skills.DiscoverFromConfig(skills.DiscoveryConfig{
		SkillsPaths:    store.Config().Options.SkillsPaths,
		DisabledSkills: store.Config().Options.DisabledSkills,
		WorkingDir:     store.WorkingDir(),
		Resolver:       store.Resolver().ResolveValue,
	})
	return json.NewEncoder(os.Stdout).Encode(active)
}
