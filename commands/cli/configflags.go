package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"
)

// addConfigFlags gives every setting a flag: booleans as --x or --x=false,
// lists as a flag that may stand several times.
func addConfigFlags(flags *pflag.FlagSet) {
	for _, k := range keys() {
		switch {
		case !k.kind.flagged():
		case k.kind == boolean:
			flags.Bool(k.flag(), k.initial[0] == "true", k.help)
		case k.kind.list():
			flags.StringArray(k.flag(), k.initial, k.help+" (repeatable)")
		default:
			flags.String(k.flag(), first(k.initial), k.help)
		}
	}
}

// normalFlag makes what lets the aliases of keys be flags too. Every flag of every command goes through it, often.
func normalFlag() func(*pflag.FlagSet, string) pflag.NormalizedName {
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

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// flags joins the flags that were given. Relative directories start from the
// working folder.
func (m merged) flags(s surroundings, flags *pflag.FlagSet) error {
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
				return &ConfigError{Msg: fmt.Sprintf("flag --%s: %v", f.Name, err)}
			}
			a.values = append(a.values, value{text: text, written: text, origin: "flag --" + f.Name})
		}
		if err := m.directories(s, a, s.place.Cwd, false); err != nil {
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
