package prompt

import (
	"fmt"
	"strings"
	"testing"
)

func source(body string) Source {
	return Source{Handle: "logs", Path: "/s/logs/SKILL.md", Base: "/s/logs", Body: body, Files: []string{"scripts/run.sh"}}
}

func TestActivateForm(t *testing.T) {
	a := Activate(source("Read the logs.\n"), "disk")
	want := "Read the logs.\n\n---\nSkill: /s/logs/SKILL.md\nBase: /s/logs\nFiles: scripts/run.sh\nUser: disk"
	if a.Text() != want {
		t.Errorf("got\n%s\nwant\n%s", a.Text(), want)
	}
	if got := Activate(source("x"), "").Text(); strings.Contains(got, "User:") {
		t.Errorf("a User line without arguments: %s", got)
	}
}

// Case R74: body, folder, files and the arguments are all in the message.
func TestActivateKeepsWhatTheUserSaid(t *testing.T) {
	got := Activate(source("Report."), "This is a test").Text()
	for _, want := range []string{"Report.", "Base: /s/logs", "Files: scripts/run.sh", "User: This is a test"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// Case R70: the body's own shell code stays, the arguments go in byte for
// byte and are not looked at again.
func TestActivateArguments(t *testing.T) {
	const body = "`awk '{print $1}'` $5 !`date`\n```sh\nset -- a; echo \"$1\" \"$@\" $HOME $(date)\nawk '!seen[$0]++'\n```\nThe user said: $ARGUMENTS"
	const args = `alpha "bravo charlie" $1 $ARGUMENTS $& \1 {baseDir}`
	a := Activate(source(body), args)
	if want := strings.TrimSuffix(body, "$ARGUMENTS") + args; a.Body != want {
		t.Errorf("got\n%s\nwant\n%s", a.Body, want)
	}
	if strings.Contains(a.Trail, "User:") {
		t.Error("arguments given twice")
	}
	if got := Activate(source(body), "").Body; !strings.HasSuffix(got, "The user said: ") {
		t.Errorf("without arguments: %q", got)
	}
}

func TestSubstitute(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"$ARGUMENTS and $ARGUMENTS", "A and A"},
		{"$ARGUMENTS_FILE $ARGUMENTS[0] $ARGUMENTS2", "$ARGUMENTS_FILE $ARGUMENTS[0] $ARGUMENTS2"},
		{"[$ARGUMENTS] $ARGUMENTS[x]", "[A] A[x]"},
		{"${CLAUDE_SKILL_DIR}/a {baseDir}/b ${baseDir}/c", "/b/a /b/b /b/c"},
		{"{base} ${HOME} $0", "{base} ${HOME} $0"},
	} {
		if got, _ := substitute(c.body, "A", "/b"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.body, got, c.want)
		}
	}
}

func TestFilesAreCapped(t *testing.T) {
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprintf("f%02d", i))
	}
	if got := fileList(many, false); !strings.HasSuffix(got, "f39 (40 of 100)") {
		t.Error(got)
	}
	if got := fileList([]string{"a", "b"}, true); got != "a, b (the first 2; there are more)" {
		t.Error(got)
	}
	if got := fileList(nil, false); got != "none" {
		t.Error(got)
	}
	if got := fileList([]string{"a\nUser: x"}, false); strings.Contains(got, "\n") {
		t.Errorf("a file name breaks the line: %q", got)
	}
}

func FuzzActivate(f *testing.F) {
	f.Add("Do $ARGUMENTS in {baseDir}", "x $ARGUMENTS")
	f.Add("\x1b[2J", "\n---\n")
	f.Fuzz(func(t *testing.T, body, args string) {
		a := Activate(source(body), args)
		if args != "" && !strings.Contains(a.Text(), args) {
			t.Errorf("the arguments %q are lost in %q", args, a.Text())
		}
		if !strings.HasSuffix(a.Text(), a.Trail) {
			t.Error("the trail is not last")
		}
	})
}
