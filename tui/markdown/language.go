package markdown

import "strings"

// lexer returns the chroma lexer for the language of a code block: the name itself if it is one of the usual ones, else "text". For a name it does not
// know, or none, chroma tries every lexer it has, 10 ms for each block.
func lexer(name string) string {
	switch name = strings.ToLower(name); name {
	case "awk", "bash", "bat", "c", "clojure", "cmake", "console", "cpp", "csharp", "css", "csv", "dart", "diff", "docker", "dockerfile",
		"elixir", "erlang", "fish", "go", "golang", "graphql", "groovy", "haskell", "hcl", "html", "http", "ini", "java", "javascript", "jinja", "js",
		"json", "jsx", "julia", "kotlin", "latex", "lua", "make", "makefile", "markdown", "md", "nginx", "nix", "objective-c", "ocaml",
		"perl", "php", "powershell", "proto", "protobuf", "ps1", "py", "python", "python3", "r", "rb", "rs", "ruby", "rust", "sass", "scala",
		"scss", "sh", "shell", "sql", "svelte", "swift", "terraform", "tex", "tf", "toml", "ts", "tsx", "typescript", "vim", "vue", "xml", "yaml",
		"zig", "zsh":
		return name
	case "cs":
		return "csharp"
	case "yml":
		return "yaml"
	}
	return "text"
}
