package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(sh *shell) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print deft's version", Args: between(0, 0),
		RunE: func(*cobra.Command, []string) error {
			sh.out.text(versionLine())
			return nil
		},
	}
}

func versionLine() string {
	return fmt.Sprintf("deft %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the module's version, else the commit it was built from, else
// "devel".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel-" + s.Value[:12]
		}
	}
	return "devel"
}
