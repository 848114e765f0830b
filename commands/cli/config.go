package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands/config"
	"deft/skills/sanitize"
)

const configHelp = `Print every setting with its value and where that comes from: default, FILE:LINE,
a flag, or what was decided in the interface or with deft disable. A list has a
line for each of its values. Into a pipe the fields have tabs between: key,
value, origin.

Settings are read from $XDG_CONFIG_HOME/deft/config.yaml (~/.config/deft where
that is not set), then from .deft/config.yaml of the project, then from flags.
deft never writes these files. Lists marked + are joined, of all else the last
one that says something counts. A project may set only what is marked p, and
only directories inside itself.

In directories $NAME and ${NAME} are environment variables and ~ is the home
folder; relative ones start from the folder of the config file, those of flags
from the working folder. Globs have * ? [a-z] as in a shell.

Keys, as the config file and as flags:

%s
enablePiUser and enablePiProject are other spellings of the native two.

The actions of keys are named in the tables of keys in the README.

A profile is a named choice of skills, in use with --profile NAME:

  profiles:
    review:
      includeSkills: [review-*, tdd]
      categories: [coding]

It may have ignoredSkills, includeSkills, categories and, in your own file,
providers, precedence (providers that rank before all others) and the enable...
switches. Of two profiles of one name that of your own file counts.

--no-project-config, or DEFT_NO_PROJECT_CONFIG in the environment, leaves out
the project's file.`

func newConfig(sh *shell) *cobra.Command {
	return &cobra.Command{
		Use: "config", Short: "Print the settings and where they come from",
		Long: fmt.Sprintf(configHelp, keyTable()), Args: between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return showConfig(sh, cmd) },
	}
}

// keyTable lists the keys for the help.
func keyTable() string {
	var b strings.Builder
	for _, k := range config.Keys() {
		marks := ""
		if k.Joined {
			marks = "+"
		}
		if k.Project {
			marks += "p"
		}
		flag := ""
		if k.Flag != "" {
			flag = " --" + k.Flag
		}
		fmt.Fprintf(&b, "  %-28s %-2s%s\n      %s: %s\n", k.Name, marks, flag, k.Wants, strings.ReplaceAll(k.Help, "`", ""))
	}
	return b.String()
}

// showConfig is `deft config`.
func showConfig(sh *shell, cmd *cobra.Command) error {
	place, c, kept, err := sh.configure(cmd)
	if err != nil {
		return err
	}
	for _, s := range c.Decided(kept, place.Project).Settings {
		sh.out.setting(s.Key, sanitize.Line(s.Value), sanitize.Line(s.Origin))
	}
	sh.err.doubt(c)
	return nil
}

// setting prints one setting.
func (s *screen) setting(key, value, origin string) {
	if !s.terminal {
		s.row(key, value, origin)
		return
	}
	if value == "" {
		value = "(none)"
	}
	s.text(s.wrapped(30, s.paint(bold, fit(key, 28))+"  "+s.short(value)+"  "+s.paint(faint, s.short(origin))), "\n")
}
