package commands

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"time"
	"unicode/utf8"

	"deft/discovery"
	"deft/skills"
)

// ExportFormat is a form that a skill leaves deft in.
type ExportFormat string

// The forms.
const (
	ExportSkillMD ExportFormat = "skill-md" // SKILL.md byte for byte, without the other files
	ExportJSON    ExportFormat = "json"     // all files in one document
	ExportZip     ExportFormat = "zip"      // all files in a folder of the skill's name
)

// ExportFormats are all forms.
func ExportFormats() []ExportFormat { return []ExportFormat{ExportSkillMD, ExportJSON, ExportZip} }

// Export packs a skill to be carried elsewhere.
type Export struct{ Source Source }

// Exported is a skill in one of the forms.
type Exported struct {
	Data    []byte
	LeftOut []string // files that cannot be carried: links to nowhere or outside, pipes and the like
}

// Run packs the skill that a handle stands for, of any state, as it is now.
// The same skill gives the same bytes. A link is carried as what it leads to;
// a file that was executable, or begins with a shebang, is executable.
func (v Export) Run(ctx context.Context, caller Caller, handle string, format ExportFormat) (Exported, error) {
	if caller == Model {
		return Exported{}, errors.New("a model cannot export skills")
	}
	_, e, content, err := open(ctx, v.Source, handle)
	if err != nil {
		return Exported{}, err
	}
	defer content.Close()
	out := Exported{Data: content.Raw}
	if format == ExportSkillMD {
		return out, nil
	}
	plan, err := planCopy(ctx, CopyRequest{Entry: e}, content)
	if err != nil {
		return Exported{}, err
	}
	out.LeftOut = plan.LeftOut
	if format == ExportZip {
		out.Data, err = plan.zip(ctx, e.Name(), content)
	} else {
		out.Data, err = plan.document(ctx, e, content)
	}
	return out, err
}

// zipped is the time of every file in an archive, the first that the format
// knows: times say nothing of a skill.
var zipped = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// zip packs the files into a folder of the given name.
func (p *CopyPlan) zip(ctx context.Context, folder string, content discovery.Content) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	err := p.each(ctx, content, func(name string, data []byte) error {
		h := &zip.FileHeader{Name: folder + "/" + name, Method: zip.Deflate, Modified: zipped}
		h.SetMode(0o644)
		if p.runnable[name] {
			h.SetMode(0o755)
		}
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write(data)
		}
		return err
	})
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// exportJSON is the document of the form json.
type exportJSON struct {
	Name        string              `json:"name"`
	Title       string              `json:"title"`
	Description string              `json:"description"`
	WhenToUse   string              `json:"whenToUse"`
	Category    string              `json:"category"`
	Provider    string              `json:"provider"`
	Level       string              `json:"level"`
	Path        string              `json:"path"`
	Digest      string              `json:"digest"`
	TreeDigest  *string             `json:"treeDigest"`
	Frontmatter []exportEntry       `json:"frontmatter"`
	Body        string              `json:"body"`
	Files       []exportFile        `json:"files"`
	LeftOut     []string            `json:"leftOut"`
	Diagnostics []skills.Diagnostic `json:"diagnostics"`
}

type exportEntry struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type exportFile struct {
	Path       string  `json:"path"`
	Size       int     `json:"size"`
	Digest     string  `json:"digest"`
	Executable bool    `json:"executable"`
	Text       *string `json:"text"`
	Base64     *string `json:"base64"`
}

// document is the skill with all files in JSON.
func (p *CopyPlan) document(ctx context.Context, e *discovery.Entry, content discovery.Content) ([]byte, error) {
	s := parse(e, content.Raw)
	doc := exportJSON{
		Name: e.Name(), Title: e.Title(), Description: s.Description, WhenToUse: s.WhenToUse, Category: e.Category,
		Provider: e.Root.Provider, Level: string(e.Root.Level), Path: e.Path, Digest: sha(content.Raw),
		Frontmatter: []exportEntry{}, Body: s.Body, Files: []exportFile{}, LeftOut: append([]string{}, p.LeftOut...),
		Diagnostics: append([]skills.Diagnostic{}, s.Diagnostics...),
	}
	if tree, err := content.TreeDigest(ctx, path.Base(e.Path)); err == nil {
		doc.TreeDigest = &tree
	}
	for _, entry := range s.Entries {
		doc.Frontmatter = append(doc.Frontmatter, exportEntry{entry.Key, entry.Value})
	}
	err := p.each(ctx, content, func(name string, data []byte) error {
		doc.Files = append(doc.Files, newExportFile(name, data, p.runnable[name]))
		return nil
	})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(doc); err != nil {
		return nil, fmt.Errorf("writing %s as JSON: %w", path.Base(e.Path), err)
	}
	return b.Bytes(), nil
}

// newExportFile carries text as text and everything else in base64.
func newExportFile(name string, data []byte, executable bool) exportFile {
	f := exportFile{Path: name, Size: len(data), Digest: sha(data), Executable: executable}
	text := string(data)
	if utf8.ValidString(text) && !bytes.ContainsRune(data, 0) {
		f.Text = &text
	} else {
		coded := base64.StdEncoding.EncodeToString(data)
		f.Base64 = &coded
	}
	return f
}

// sha is the sha256 in hex.
func sha(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
