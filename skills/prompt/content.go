package prompt

import (
	"fmt"
	"strings"

	"deft/skills/sanitize"
)

// Content is what a tool that loads a skill answers: where its files are, at
// most 40 of them by name, and its instructions. The placeholders are replaced
// as Activate does it without arguments.
//
// A body cannot leave the instructions: the `<` of every tag that the answer is
// made of (skill_content, skill_resources, skill_instructions; opening or
// closing, in any letter case) is written `&lt;` in it.
func Content(s Source) string {
	base := line(s.Base)
	body, _ := substitute(bodyOf(s.Body), "", base)
	resources := "Base: " + markup.Replace(base) + "\nPaths in the instructions are below the base. Read a file when you need it, not before.\n" +
		listFiles(s.Files, s.More)
	return content(s.Handle, resources, body)
}

// ContentDSH is Content to the letter of the agent dsh, which names no files
// and replaces no placeholders. Only tags of its own in a body differ; see
// Content.
func ContentDSH(s Source) string {
	return content(s.Handle, dshResources(s.Base), bodyOf(s.Body))
}

func bodyOf(body string) string { return strings.Trim(sanitize.ForModel(body), "\n") }

func content(name, resources, body string) string {
	return `<skill_content name="` + attribute.Replace(line(name)) + "\">\n<skill_resources>\n" + resources +
		"\n</skill_resources>\n\n<skill_instructions>\n" + defuse(body, contentTags) + "\n</skill_instructions>\n</skill_content>"
}

func dshResources(base string) string {
	const rest = "Load referenced resources only as needed."
	text := markup.Replace(line(base))
	switch scheme, _, ok := strings.Cut(base, "://"); {
	case ok && (scheme == "http" || scheme == "https"):
		return "Base URL for this skill: " + text + "\nResolve relative URLs mentioned by this skill against the base URL before using them. " + rest
	case ok:
		return "Resources for this skill: " + text + "\n" + rest
	}
	return "Base directory for this skill: " + text +
		"\nResolve relative paths mentioned by this skill against the base directory before using them. " + rest
}

// listFiles names files on a line each and says how many it leaves out.
func listFiles(files []string, more bool) string {
	names := first(files, line)
	list := ""
	for _, name := range names {
		list += "\n- " + markup.Replace(name)
	}
	switch n := len(names); {
	case more:
		return fmt.Sprintf("Files, the first %d (there are more):%s", n, list)
	case len(files) == 0:
		return "Files: none"
	case n < len(files):
		return fmt.Sprintf("Files, the first %d of %d:%s", n, len(files), list)
	default:
		return fmt.Sprintf("Files, all %d:%s", n, list)
	}
}
