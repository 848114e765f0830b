package discovery

import (
	"fmt"
	"slices"
	"strings"
)

// judge takes an item out of the competition where a switch, a filter or a
// fault does so. The order is fixed: source, switched off, ignored, included, category,
// profile, faults.
func (it *item) judge(rules *Rules, config *Config, profile *Profile) {
	if it.at.overlooks(it.Entry) {
		return
	}
	if it.at.off != "" {
		it.State, it.Reason, it.Detail = Disabled, ByToggle, it.at.off
		return
	}
	if slices.Contains(config.DisabledSkills, it.name) {
		it.State, it.Reason, it.Detail = Disabled, ByToggle, "switched off by deft disable; deft enable gives it back"
		return
	}
	if detail := filteredBy(config, it); detail != "" {
		it.State, it.Reason, it.Detail = Filtered, ByFilter, detail
		return
	}
	if detail := profile.leavesOut(it); detail != "" {
		it.State, it.Reason, it.Detail = Filtered, ByProfile, detail
		return
	}
	if rules.Reads != nil {
		if detail := rules.Reads.fault(it.Candidate, it.at.source.Drops); detail != "" {
			it.State, it.Reason, it.Detail = Dropped, ByFault, detail
		}
		return
	}
	if detail := rules.fault(it); detail != "" {
		it.State, it.Reason, it.Detail = Invalid, ByFault, detail
	}
}

// fault is what keeps an item from being used under the rules, "" for nothing.
func (r *Rules) fault(it *item) string {
	head := &it.Reading.Head
	switch {
	case it.Reading.Invalid != "":
		return it.Reading.Invalid
	case it.at.source.NeedsDescription && strings.TrimSpace(head.Description) == "":
		if it.at.source.Provider != it.Root.Provider { // the agent has a word of its own for the root
			return "it has no description, which " + r.Agent + " needs"
		}
		return "it has no description, which " + it.Root.Provider + " skills need"
	case !r.KebabNames:
		return ""
	case head.Name == "":
		return "it has no name, which " + r.Agent + " needs"
	case !IsKebab(head.Name):
		return fmt.Sprintf("its name %q is not in kebab case, which %s needs", head.Name, r.Agent)
	}
	return ""
}

// filteredBy says which filter of the config leaves an item out, "" for none.
func filteredBy(config *Config, it *item) string {
	if glob, ok := firstGlob(config.IgnoredSkills, it.name); ok {
		return fmt.Sprintf("ignored by skills.ignoredSkills: %q", glob)
	}
	if len(config.IncludeSkills) > 0 {
		if _, ok := firstGlob(config.IncludeSkills, it.name); !ok {
			return "not named by skills.includeSkills"
		}
	}
	if len(config.Categories) == 0 || slices.Contains(config.Categories, categoryOf(it.Candidate)) {
		return ""
	}
	return fmt.Sprintf("category %q is not kept by skills.categories", categoryOf(it.Candidate))
}

// categoryOf names a candidate's category as the filter does.
func categoryOf(c *Candidate) string {
	if c.Category == "" {
		return NoCategory
	}
	return c.Category
}

// switchedOff says what disables all of a root, "" for nothing.
func switchedOff(s Source, t Toggles, r *Root) string {
	if r.Off != "" {
		return r.Off
	}
	if s.Unswitched {
		return ""
	}
	if own, ok := s.Switches[r.Level]; ok {
		if !t.On(own) {
			return fmt.Sprintf("%s is off", own)
		}
		return ""
	}
	if !t.any() {
		return "every source is switched off"
	}
	return ""
}

// onlyDetail says why nothing competes with a winner.
func onlyDetail(items []*item) string {
	others := 0
	for _, it := range items {
		if it.same == nil {
			others++
		}
	}
	switch {
	case others > 1:
		return "no other copy can be used"
	case len(items) > 1:
		return "no other skill has this name; the other paths lead to this file"
	}
	return "no other skill has this name"
}

// deciding says by which rule the winner ranks before a loser.
func deciding(w, l *item, rule SameName) (Reason, string) {
	a, b := w.at.root, l.at.root
	switch {
	case rule == GreatestPath:
		return ByPath, w.Path + " is greater than " + l.Path + " in byte order"
	case w.at.layer != l.at.layer:
		return ByScope, fmt.Sprintf("%s is nearer than %s", scopeName(w.at.scope), scopeName(l.at.scope))
	case w.at.sight != nil && w.at.rank != l.at.rank:
		return ByRank, a.Path + " ranks before " + b.Path
	case w.at.rank != l.at.rank || a.Provider != b.Provider && w.at.sight == nil:
		return ByRank, rankDetail(w.at, l.at)
	case a.Level != b.Level:
		return ByLevel, fmt.Sprintf("%s ranks before %s", a.Level, b.Level)
	case a.Distance != b.Distance:
		return ByDistance, a.Path + " is nearer to the working folder than " + b.Path
	case a.Order != b.Order:
		return ByOrder, a.Path + " is configured before " + b.Path
	}
	if w.Path > l.Path {
		return ByOrder, w.Path + " is read after " + l.Path
	}
	return ByOrder, w.Path + " comes before " + l.Path + " in byte order"
}

func rankDetail(w, l *standing) string {
	a, b := w.source, l.source
	switch {
	case a.profile != "":
		return fmt.Sprintf("profile %q puts %s before %s", a.profile, a.Provider, b.Provider)
	case a.Priority == b.Priority && a.Rank != b.Rank:
		return fmt.Sprintf("%s (rank %d) ranks before %s (%d)", a.Provider, a.Rank, b.Provider, b.Rank)
	case a.Priority == b.Priority:
		return fmt.Sprintf("%s ranks before %s (both priority %d, in this order)", a.Provider, b.Provider, a.Priority)
	}
	return fmt.Sprintf("%s (priority %d) ranks before %s (%d)", a.Provider, a.Priority, b.Provider, b.Priority)
}

// scopeName is what people call a layer.
func scopeName(scope string) string {
	if scope == "" {
		return "the global scope"
	}
	return "scope " + scope
}
