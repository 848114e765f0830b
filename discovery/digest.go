package discovery

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"iter"
	"path"
)

// Limits on what is read to compare two skills. A folder beyond them has no
// tree digest, and so is no identical copy of anything.
const (
	maxTreeFiles = 5000
	maxTreeBytes = 64 << 20
)

// errTooLarge says that a folder is beyond the limits of a tree digest.
var errTooLarge = errors.New("folder is too large to compare")

// Loader reads a candidate again from its source, now.
type Loader func(context.Context, *Candidate) (Content, error)

// Digest is the sha256, in hex, of a candidate's SKILL.md as it is now.
func (load Loader) Digest(ctx context.Context, c *Candidate) (string, error) {
	content, err := load(ctx, c)
	if err != nil {
		return "", err
	}
	defer content.Close()
	return sum(content.Raw), nil
}

// TreeDigest is Content.TreeDigest of a candidate as it is now.
func (load Loader) TreeDigest(ctx context.Context, c *Candidate) (string, error) {
	content, err := load(ctx, c)
	if err != nil {
		return "", err
	}
	defer content.Close()
	return content.TreeDigest(ctx, path.Base(c.Path))
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// compare reads what the plan needs to tell identical copies from different
// skills, whichever of them wins: of names with several usable files, those of
// one size; of these the whole folder where SKILL.md is the same. What is
// known of a candidate that was not read again is not read either.
func (load Loader) compare(ctx context.Context, p *plan, known Digests) Digests {
	out := make(Digests)
	p.groups(func(items []*item) {
		if len(items) < 2 {
			return
		}
		rivals := make([]*Candidate, 0, len(items))
		for _, it := range items {
			if it.competes() {
				rivals = append(rivals, it.Candidate)
			}
		}
		load.rivals(ctx, out, known, rivals)
	})
	return out
}

// Compare reads what it takes to tell identical copies among candidates from
// different skills: see Digests.Kind. What is known of one is not read again.
func (load Loader) Compare(ctx context.Context, rivals []*Candidate, known Digests) Digests {
	out := make(Digests)
	load.rivals(ctx, out, known, rivals)
	return out
}

// Kind is the same for two candidates that were compared where they are one
// file or identical copies, and for no others.
func (d Digests) Kind(c *Candidate) string { return cmp.Or(d[c].Tree, c.Real, c.Path) }

// rivals adds the digests of those that others may be like.
func (load Loader) rivals(ctx context.Context, out, known Digests, rivals []*Candidate) {
	for c := range alike(rivals, func(c *Candidate) int64 { return c.Size }) {
		load.file(ctx, out, known, c)
	}
	for c := range alike(rivals, func(c *Candidate) string { return out[c].File }) {
		load.tree(ctx, out, c)
	}
}

// alike yields each candidate that has its key in common with another one.
func alike[K comparable](all []*Candidate, key func(*Candidate) K) iter.Seq[*Candidate] {
	return func(yield func(*Candidate) bool) {
		count := make(map[K]int, len(all))
		for _, c := range all {
			count[key(c)]++
		}
		for _, c := range all {
			if count[key(c)] > 1 && !yield(c) {
				return
			}
		}
	}
}

// file adds the digest of a SKILL.md. What cannot be read is left without one
// and so counts as different.
func (load Loader) file(ctx context.Context, out, known Digests, c *Candidate) {
	if _, tried := out[c]; tried {
		return
	}
	if out[c] = known[c]; out[c].File == "" {
		d, _ := load.Digest(ctx, c)
		out[c] = Digest{File: d}
	}
}

// tree adds the digest of all files where that of SKILL.md is known.
func (load Loader) tree(ctx context.Context, out Digests, c *Candidate) {
	d := out[c]
	if d.File == "" || d.Tree != "" {
		return
	}
	if tree, err := load.TreeDigest(ctx, c); err == nil {
		out[c] = Digest{File: d.File, Tree: tree}
	}
}

// TreeDigest is one sha256, in hex, over all files of a skill in the order of
// their paths: names, executable bits and contents, symbolic links as such. The
// SKILL.md, which is named as it is spelled, goes in by its content even where
// it is a link.
func (content Content) TreeDigest(ctx context.Context, skillFile string) (string, error) {
	h := sha256.New()
	files, left := 0, int64(maxTreeBytes)
	err := fs.WalkDir(content.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil || d.IsDir() {
			return err
		}
		if files++; files > maxTreeFiles {
			return errTooLarge
		}
		if name == skillFile {
			_, err := fmt.Fprintf(h, "file\x00%s\x00false\x00%s\x00", name, sum(content.Raw))
			return err
		}
		return hashEntry(h, content.Files, name, d, &left)
	})
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// hashEntry adds one file, link or other entry to a tree digest.
func hashEntry(h hash.Hash, fsys fs.FS, name string, d fs.DirEntry, left *int64) error {
	if d.Type()&fs.ModeSymlink != 0 {
		target, err := fs.ReadLink(fsys, name)
		fmt.Fprintf(h, "link\x00%s\x00%s\x00", name, target)
		return err
	}
	if !d.Type().IsRegular() {
		fmt.Fprintf(h, "other\x00%s\x00%s\x00", name, d.Type())
		return nil
	}
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	one := sha256.New()
	n, err := io.Copy(one, io.LimitReader(f, *left+1))
	if *left -= n; *left < 0 {
		return errTooLarge
	}
	fmt.Fprintf(h, "file\x00%s\x00%t\x00%x\x00", name, info.Mode()&0o111 != 0, one.Sum(nil))
	return err
}
