package ptytest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// built is the path of deft, built once in a test process. It is a function and not a variable that changes.
var built = sync.OnceValues(func() (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	dir, err := buildDir()
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "deft")
	return bin, goBuild(root, ".", bin)
})

// Build builds deft from the module it stands in, once in a test process, and returns its path. A test file that uses it
// imports deft/commands/cli and deft/tui, so that "go test" sees when its stored result is out of date.
func Build(t testing.TB) string {
	t.Helper()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// goBuild builds the package at pkg, relative to dir.
func goBuild(dir, pkg, bin string) error {
	cmd := exec.Command("go", "build", "-o", bin, pkg)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return nil
}

// moduleRoot is the folder of go.mod.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("looking for the module: %w", err)
	}
	return filepath.Dir(strings.TrimSpace(string(out))), nil
}

// buildDir is a folder that outlives the test: the one "go test" put the test binary into and removes afterwards. A test
// binary that was built by hand stands elsewhere, and leaves a folder behind.
func buildDir() (string, error) {
	exe, err := os.Executable()
	if err == nil && strings.Contains(exe, "go-build") {
		return os.MkdirTemp(filepath.Dir(exe), "ptytest")
	}
	return os.MkdirTemp("", "ptytest")
}
