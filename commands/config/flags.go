package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// noProject is the flag that leaves out the project's file.
const noProject = "no-project-config"

// AddFlags gives every setting a flag: booleans as --x or --x=false,
// lists as a flag that may stand several times; and --no-project-config.
func AddFlags(flags *pflag.FlagSet) {
	flags.Bool(noProject, false, "do not read .deft/config.yaml of the project")
	for _, k := range keys() {
		switch {
		case !k.kind.flagged():
		case k.kind == boolean:
			flags.Bool(k.flag(), k.initial[0] == "true", k.help)
		case k.kind.list():
			flags.StringArray(k.flag(), k.initial, k.help+" (repeatable)")
		default:
			flags.String(k.flag(), strings.Join(k.initial, ""), k.help) // of one value at most
		}
	}
}

// asksProject tells whether the project's file is to be read.
func (s Surroundings) asksProject(flags *pflag.FlagSet) bool {
	if off, err := flags.GetBool(noProject); err != nil || off {
		return false
	}
	off, ok := s.Getenv("DEFT_NO_PROJECT_CONFIG")
	return !ok || off == "" || off == "0" || off == "false"
}

// Aliases makes what lets other spellings of keys be flags too. Every flag of every command goes through it, often.
func Aliases() func(*pflag.FlagSet, string) pflag.NormalizedName {
	flags := make(map[string]string)
	for _, k := range keys() {
		if k.alias != "" {
			flags[key{name: k.alias}.flag()] = k.flag()
		}
	}
	return func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if flag, ok := flags[name]; ok {
			name = flag
		}
		return pflag.NormalizedName(name)
	}
}

// flags joins the flags that were given. Relative directories start from the
// working folder.
func (m merged) flags(s Surroundings, flags *pflag.FlagSet) error {
	for _, k := range keys() {
		f := flags.Lookup(k.flag())
		if f == nil || !f.Changed {
			continue
		}
		a := assignment{key: k}
		for _, text := range flagTexts(k, f) {
			if k.kind == word && text == "" {
				continue
			}
			if err := k.check(text); err != nil {
				return &Error{Msg: fmt.Sprintf("flag --%s: %v", f.Name, err)}
			}
			a.values = append(a.values, value{text: text, origin: "flag --" + f.Name})
		}
		if err := m.directories(s, a, s.Place.Cwd, false); err != nil {
			return err
		}
		m.set(a)
	}
	return nil
}

func flagTexts(k key, f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	text := f.Value.String()
	if b, err := strconv.ParseBool(text); err == nil && k.kind == boolean {
		text = strconv.FormatBool(b)
	}
	return []string{text}
}
