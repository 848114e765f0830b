package skills

import (
	"strings"
	"testing"
)

// frontmatters in the forms that most skills have, by share.
func benchFiles() map[string]string {
	words := strings.Repeat("review the plan and the tests, then write what is missing; ", 6)
	lines := strings.ReplaceAll(words, "; ", ";\n  ")
	return map[string]string{
		"plain":    "name: review-plan\ndescription: Plans and reviews. " + words + "\nlicense: MIT\n",
		"quoted":   "name: review-plan\ndescription: \"Use when: " + words + "\"\nallowed-tools: Bash(git:*) Bash(jq:*) Read\n",
		"folded":   "name: review-plan\ndescription: >-\n  " + strings.TrimSpace(lines) + "\n",
		"lines":    "name: review-plan\ndescription: Plans\n  " + strings.TrimSpace(lines) + "\n",
		"metadata": "name: review-plan\ndescription: Plans. " + words + "\nmetadata:\n  author: some-org\n  version: \"1.2\"\n",
		"json":     "name: review-plan\ndescription: Plans. " + words + "\nmetadata: {\"a\":{\"emoji\":\"x\",\"n\":[1, \"b\"]}}\n",
		"yaml":     "name: review-plan\ndescription: Plans. " + words + "\nmetadata: {\"emoji\": \"\\U0001f48a\"}\n",
		"repaired": "name: review-plan\ndescription: Use when: " + words + "\n",
	}
}

func benchmark(b *testing.B, read func(Source, []byte)) {
	for name, text := range benchFiles() {
		data := []byte("---\n" + text + "---\n" + strings.Repeat("# Body\n\nSome text that is longer.\n", 100))
		src := Source{Path: "/home/u/.claude/skills/review-plan/SKILL.md", Folder: "review-plan"}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read(src, data)
			}
		})
	}
}

func BenchmarkReadHead(b *testing.B) {
	benchmark(b, func(src Source, data []byte) {
		if !HeadComplete(data) {
			b.Fatal("incomplete")
		}
		ReadHead(src, data, int64(len(data)))
	})
}

func BenchmarkParse(b *testing.B) {
	benchmark(b, func(src Source, data []byte) { Parse(src, data) })
}
