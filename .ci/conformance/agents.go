package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Agent is a real program that is asked which skills it sees.
type Agent struct {
	ID      string
	Package string              // the folder of its package below node_modules, which has its version
	User    []string            // roots below home that the random trees use
	Project []string            // roots below the working folder and those above it
	Prepare func(job Job) error // before every tree
	Trust   func(job Job) error // before a tree whose working folder is trusted
	List    func(ctx context.Context, at Install, job Job) ([]listed, error)
	Batch   func(ctx context.Context, at Install, jobs []Job) ([][]listed, error) // instead of List
	Fragile bool                                                                  // a name that is a number may break its list: no random tree has one
}

// errNoList says that a program breaks, or takes for ever, before it lists anything.
var errNoList = errors.New("the program lists nothing")

// Job is a tree that lies on disk.
type Job struct {
	Tree *Tree
	Top  string // with no link in it
}

func (j Job) home() string { return filepath.Join(j.Top, "home") }
func (j Job) cwd() string  { return filepath.Join(j.Top, filepath.FromSlash(j.Tree.Cwd)) }

// listed is one skill as a program prints it. A program that prints no path is recognised by the description, which in
// these trees is unlike any other.
type listed struct {
	Name        string `json:"name"`
	Path        string `json:"path"` // of the file or its folder
	Description string `json:"description"`
}

// Install is where an agent's packages are.
type Install struct {
	Modules string // node_modules
	Node    string // the folder of the node program
	Scripts string // the folder of this program's own scripts
}

var agents = []Agent{
	{
		ID: "codex", Package: "@openai/codex", List: codex, Trust: trustCodex,
		User:    []string{".agents/skills", ".codex/skills"},
		Project: []string{".agents/skills", ".codex/skills"},
	}, {
		ID: "gemini-cli", Package: "@google/gemini-cli", Batch: gemini, Trust: trustGemini,
		User:    []string{".agents/skills", ".gemini/skills"},
		Project: []string{".agents/skills", ".gemini/skills"},
	}, {
		ID: "opencode", Package: "opencode-ai", List: opencode,
		User:    []string{".agents/skills", ".claude/skills", ".config/opencode/skill", ".config/opencode/skills", ".opencode/skills"},
		Project: []string{".agents/skills", ".claude/skills", ".opencode/skill", ".opencode/skills"},
	}, {
		ID: "pi", Package: "@earendil-works/pi-coding-agent", Batch: pi,
		User:    []string{".agents/skills", ".pi/agent/skills"},
		Project: []string{".agents/skills", ".pi/skills"},
	}, {
		ID: "copilot-cli", Package: "@github/copilot", List: copilot,
		User:    []string{".agents/skills", ".copilot/skills", ".claude/skills"},
		Project: []string{".agents/skills", ".github/skills", ".claude/skills"},
	}, {
		ID: "claude-code", Package: "@anthropic-ai/claude-code", List: claude,
		User:    []string{".claude/skills"},
		Project: []string{".claude/skills"},
	}, {
		ID: "oh-my-pi", Package: "@oh-my-pi/pi-coding-agent", List: omp,
		User:    []string{".agents/skills", ".agent/skills", ".omp/agent/skills", ".claude/skills", ".codex/skills", ".config/opencode/skills"},
		Project: []string{".agents/skills", ".agent/skills", ".omp/skills", ".claude/skills", ".codex/skills", ".opencode/skills", ".github/skills"},
	}, {
		ID: "openclaw", Package: "openclaw", Batch: openclaw, Prepare: configureOpenclaw,
		User:    []string{".agents/skills", ".openclaw/skills"},
		Project: []string{".agents/skills", "skills"},
	}, {
		ID: "amp", Package: "@ampcode/cli", List: amp, Fragile: true,
		User:    []string{".agents/skills", ".config/agents/skills", ".config/amp/skills", ".claude/skills"},
		Project: []string{".agents/skills", ".claude/skills"},
	}, {
		ID: "crush", Package: "crush", List: crush,
		User:    []string{".agents/skills", ".config/agents/skills", ".config/crush/skills", ".claude/skills"},
		Project: []string{".agents/skills", ".crush/skills", ".claude/skills", ".cursor/skills"},
	},
}

func (at Install) version(pkg string) (string, error) {
	text, err := os.ReadFile(filepath.Join(at.Modules, filepath.FromSlash(pkg), "package.json"))
	if err != nil {
		return "", err
	}
	var p struct{ Version string }
	err = json.Unmarshal(text, &p)
	return p.Version, err
}

// program finds a binary of which the platform is a part of the path.
func (at Install) program(pattern string) (string, error) {
	found, err := filepath.Glob(filepath.Join(at.Modules, filepath.FromSlash(pattern)))
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("no program at %s", pattern)
	}
	return found[0], nil
}

// patience is how long a program may take, for one tree or for a batch.
const patience = 4 * time.Minute

// run starts a program in the tree, with the tree's home and no network, and returns what it printed. Its output goes to
// a file, since some programs end before a pipe is empty.
func (at Install) run(ctx context.Context, job Job, stdin string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out, err := os.CreateTemp("", "conformance-out-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = job.cwd()
	cmd.Env = append(at.env(job.home()), "PWD="+job.cwd())
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Stdout = out
	var faults bytes.Buffer
	cmd.Stderr = &faults
	cmd.WaitDelay = time.Second
	runErr := cmd.Run()
	text, err := os.ReadFile(out.Name())
	if err == nil && runErr != nil {
		err = fmt.Errorf("%s: %w: %s", filepath.Base(args[0]), runErr, faults.String())
	}
	return text, err
}

// env is all that an agent knows of the machine. The proxy answers nothing, so that no agent waits for the network.
func (at Install) env(home string) []string {
	const nowhere = "http://127.0.0.1:9"
	return []string{
		"HOME=" + home, "PATH=" + at.Node + ":/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
		"HTTP_PROXY=" + nowhere, "HTTPS_PROXY=" + nowhere, "NO_PROXY=127.0.0.1,localhost",
		"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1",
		"OPENCODE_DISABLE_LSP_DOWNLOAD=1", "OPENCODE_DISABLE_DEFAULT_PLUGINS=1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
		"ANTHROPIC_BASE_URL=" + nowhere, "ANTHROPIC_API_KEY=none", "CLAUDE_CODE_MAX_RETRIES=0",
		"COPILOT_AUTO_UPDATE=false", "PI_OFFLINE=1", "AMP_API_KEY=none",
		"CRUSH_DISABLE_PROVIDER_AUTO_UPDATE=1",
	}
}

var (
	codexRoot  = regexp.MustCompile("(?m)^- `(r[0-9]+)` = `(.*)`$")
	codexSkill = regexp.MustCompile(`(?m)^- (.+?): (?s:(.*?)) ?\(file: (.*)\)$`)
)

func codex(ctx context.Context, at Install, job Job) ([]listed, error) {
	out, err := at.run(ctx, job, "", filepath.Join(at.Modules, ".bin/codex"), "debug", "prompt-input")
	if err != nil {
		return nil, err
	}
	var items []struct {
		Content json.RawMessage
	}
	if err := json.Unmarshal(out, &items); err != nil {
		return nil, err
	}
	for _, item := range items {
		var parts []struct{ Text string }
		if json.Unmarshal(item.Content, &parts) != nil {
			continue
		}
		for _, p := range parts {
			if strings.HasPrefix(p.Text, "<skills_instructions>") {
				return codexCatalog(p.Text), nil
			}
		}
	}
	return nil, nil
}

func codexCatalog(text string) []listed {
	roots := map[string]string{}
	for _, m := range codexRoot.FindAllStringSubmatch(text, -1) {
		roots[m[1]] = m[2]
	}
	_, text, _ = strings.Cut(text, "### Available skills\n")
	var all []listed
	for _, m := range codexSkill.FindAllStringSubmatch(text, -1) {
		path := m[3]
		if root, rest, ok := strings.Cut(path, "/"); ok && roots[root] != "" {
			path = roots[root] + "/" + rest
		}
		all = append(all, listed{Name: m[1], Description: m[2], Path: path})
	}
	return all
}

func trustCodex(job Job) error {
	top, err := projectRoot(job)
	if err != nil {
		return err
	}
	path := filepath.Join(job.home(), ".codex/config.toml")
	own, err := ownConfig(path)
	if err != nil {
		return err
	}
	return writeConfig(path, fmt.Sprintf("%s\n[projects.%q]\ntrust_level = \"trusted\"\n", own, top))
}

// ownConfig is the configuration that a tree brings, "" for none.
func ownConfig(path string) (string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}

// projectRoot is the nearest folder with a .git, else the working folder.
func projectRoot(job Job) (string, error) {
	for dir := job.cwd(); len(dir) >= len(job.Top); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, nil
		} else if !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return job.cwd(), nil
}

func writeConfig(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

var geminiSkill = regexp.MustCompile(`(?m)^(\S.*?) \[(Enabled|Disabled)\](?: \[Built-in\])?\n  Description: (?s:(.*?))\n  Location: +(.*)$`)

func gemini(ctx context.Context, at Install, jobs []Job) ([][]listed, error) {
	var printed []string
	if err := at.script(ctx, jobs, "gemini.mjs", "@google/gemini-cli", &printed); err != nil {
		return nil, err
	}
	var lists [][]listed
	for _, text := range printed {
		lists = append(lists, geminiList(text))
	}
	return lists, nil
}

func geminiList(text string) []listed {
	var all []listed
	for _, m := range geminiSkill.FindAllStringSubmatch(text, -1) {
		if m[2] == "Enabled" {
			all = append(all, listed{Name: m[1], Description: m[3], Path: m[4]})
		}
	}
	return all
}

func trustGemini(job Job) error {
	text, err := json.Marshal(map[string]string{job.cwd(): "TRUST_FOLDER"})
	if err != nil {
		return err
	}
	return writeConfig(filepath.Join(job.home(), ".gemini/trustedFolders.json"), string(text))
}

func opencode(ctx context.Context, at Install, job Job) ([]listed, error) {
	program, err := at.program("opencode-*/bin/opencode")
	if err != nil {
		return nil, err
	}
	out, err := at.run(ctx, job, "", program, "debug", "skill")
	if err != nil && strings.Contains(err.Error(), "signal: killed") {
		return nil, errNoList // links that lead up are followed without an end
	}
	if err != nil {
		return nil, err
	}
	var skills []struct{ Name, Description, Location string }
	err = json.Unmarshal(out, &skills)
	var all []listed
	for _, s := range skills {
		all = append(all, listed{Name: s.Name, Description: s.Description, Path: s.Location})
	}
	return all, err
}

// script asks a script of ours for many trees at once: it calls what the agent's own program calls.
func (at Install) script(ctx context.Context, jobs []Job, name, pkg string, answer any) error {
	type request struct {
		Home    string `json:"home"`
		Cwd     string `json:"cwd"`
		Trusted bool   `json:"trusted"`
	}
	var requests []request
	for _, j := range jobs {
		requests = append(requests, request{j.home(), j.cwd(), !j.Tree.Untrusted})
	}
	stdin, err := json.Marshal(requests)
	if err != nil {
		return err
	}
	out, err := at.run(ctx, jobs[0], string(stdin), filepath.Join(at.Node, "node"),
		filepath.Join(at.Scripts, name), filepath.Join(at.Modules, filepath.FromSlash(pkg)))
	if err != nil {
		return err
	}
	return json.Unmarshal(out, answer)
}

func pi(ctx context.Context, at Install, jobs []Job) (lists [][]listed, err error) {
	err = at.script(ctx, jobs, "pi.mjs", "@earendil-works/pi-coding-agent", &lists)
	return lists, err
}

func openclaw(ctx context.Context, at Install, jobs []Job) (lists [][]listed, err error) {
	err = at.script(ctx, jobs, "openclaw.mjs", "openclaw", &lists)
	return lists, err
}

// copilot unpacks itself below the home folder at its first start: that is done once for all trees, since it takes much
// longer than the list.
func copilot(ctx context.Context, at Install, job Job) ([]listed, error) {
	unpacked, own := filepath.Join(filepath.Dir(at.Modules), "unpacked"), filepath.Join(job.home(), ".cache/copilot")
	err := errors.Join(os.MkdirAll(unpacked, 0o755), os.MkdirAll(filepath.Dir(own), 0o755), os.Symlink(unpacked, own))
	if err != nil {
		return nil, err
	}
	out, err := at.run(ctx, job, "", filepath.Join(at.Modules, ".bin/copilot"), "skill", "list", "--json")
	if err != nil {
		return nil, err
	}
	var skills []struct {
		listed
		Enabled bool `json:"enabled"`
	}
	err = json.Unmarshal(out, &skills)
	var all []listed
	for _, s := range skills {
		if s.Enabled {
			all = append(all, s.listed)
		}
	}
	return all, err
}

func omp(ctx context.Context, at Install, job Job) ([]listed, error) {
	program, err := at.program("@oven/bun-*/bin/bun")
	if err != nil {
		return nil, err
	}
	out, err := at.run(ctx, job, "", program, "run", filepath.Join(at.Scripts, "omp.ts"),
		filepath.Join(at.Modules, "@oh-my-pi/pi-coding-agent"))
	if err != nil {
		return nil, err
	}
	var all []listed
	err = json.Unmarshal(out, &all)
	return all, err
}

// configureOpenclaw makes the working folder the workspace, which openclaw trusts.
func configureOpenclaw(job Job) error {
	path := filepath.Join(job.home(), ".openclaw/openclaw.json")
	own, err := ownConfig(path)
	if err != nil {
		return err
	}
	_, rest, ok := strings.Cut(own, "{") // what a tree brings is an object
	if !ok {
		rest = "}"
	}
	return writeConfig(path, fmt.Sprintf(`{"agents": {"defaults": {"workspace": %q}},%s`, job.cwd(), rest))
}

func amp(ctx context.Context, at Install, job Job) ([]listed, error) {
	program, err := at.program("@ampcode/cli-*/amp")
	if err != nil {
		return nil, err
	}
	out, err := at.run(ctx, job, "", program, "skill", "list", "--json")
	if err != nil && strings.Contains(err.Error(), "localeCompare is not a function") {
		return nil, errNoList
	}
	if err != nil {
		return nil, err
	}
	var answer struct {
		Skills []struct {
			Name any    // as the frontmatter has it
			Base string `json:"baseDir"` // a URL
		}
	}
	err = json.Unmarshal(out, &answer)
	var all []listed
	for _, s := range answer.Skills {
		folder, err := url.Parse(s.Base)
		if err != nil {
			return nil, err
		}
		if folder.Scheme == "file" {
			all = append(all, listed{Name: fmt.Sprint(s.Name), Path: folder.Path})
		}
	}
	return all, err
}

func crush(ctx context.Context, at Install, job Job) ([]listed, error) {
	out, err := at.run(ctx, job, "", filepath.Join(filepath.Dir(at.Modules), "crush"))
	if err != nil {
		return nil, err
	}
	var skills []struct {
		listed
		File string `json:"skill_file_path"`
	}
	err = json.Unmarshal(out, &skills)
	var all []listed
	for _, s := range skills {
		if !filepath.IsAbs(s.File) {
			s.File = filepath.Join(job.cwd(), s.File)
		}
		all = append(all, listed{Name: s.Name, Description: s.Description, Path: s.File})
	}
	return all, err
}
