package fix

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"deft/discovery"
	"deft/discovery/scan"
)

// PluginID is what Claude Code calls the plugin of a root, NAME@MARKETPLACE; ""
// where its register does not have it.
func PluginID(home string, root *discovery.Root) string {
	data, err := scan.ReadFile(filepath.Join(home, ".claude", "plugins", "installed_plugins.json"), maxSettings)
	if err != nil {
		return ""
	}
	var register struct {
		Plugins map[string][]struct {
			InstallPath string `json:"installPath"`
		} `json:"plugins"`
	}
	if json.Unmarshal(data, &register) != nil {
		return ""
	}
	for id, installs := range register.Plugins {
		name := id
		if i := strings.LastIndexByte(id, '@'); i > 0 {
			name = id[:i]
		}
		for _, in := range installs {
			if name == root.Plugin && filepath.IsAbs(in.InstallPath) && below(root.Path, filepath.Clean(in.InstallPath)) {
				return id
			}
		}
	}
	return ""
}
