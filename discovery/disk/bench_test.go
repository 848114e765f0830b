package disk_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deft/discovery"
	"deft/discovery/corpus"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

// floor reads the heads of all skills below the roots and does nothing else:
// what package os costs, with two goroutines. It returns how many it read.
func floor(b *testing.B, roots []string) int {
	type skill struct{ root, name string }
	var all []skill
	for _, r := range roots {
		entries, err := os.ReadDir(r)
		if err != nil {
			b.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, skill{r, e.Name()})
		}
	}
	var next, failed atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			buf := make([]byte, 64<<10)
			for {
				hi := int(next.Add(16))
				if hi-16 >= len(all) {
					return
				}
				for _, s := range all[hi-16 : min(hi, len(all))] {
					if !floorHead(s.root+"/"+s.name+"/SKILL.md", buf) {
						failed.Add(1)
					}
				}
			}
		})
	}
	wg.Wait()
	return len(all) - int(failed.Load())
}

func floorHead(path string, buf []byte) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	n, err := f.Read(buf[:4096])
	for err == nil && n >= 4096 && n < len(buf) && !bytes.Contains(buf[:n], []byte("\n---")) {
		var m int
		if m, err = f.Read(buf[n:]); m == 0 {
			break
		}
		n += m
	}
	return err == nil
}

// over is a registry over the corpus in a folder.
func over(b *testing.B, dir string, watch disk.WatchConfig) *discovery.Registry {
	config := discovery.Defaults()
	for _, r := range corpus.Roots() {
		if r.Custom {
			config.CustomDirectories = append(config.CustomDirectories, filepath.Join(dir, r.Dir))
		}
	}
	at := disk.At(filepath.Join(dir, "project"), filepath.Join(dir, "home"))
	reg, err := discovery.NewRegistry(rules.Deft(), config, at, disk.Watched(rules.Deft(), config, watch)...)
	if err != nil {
		b.Fatal(err)
	}
	return reg
}

// discover is a whole discovery with a registry of its own.
func discover(b *testing.B, dir string) *discovery.Snapshot {
	s, err := over(b, dir, disk.WatchConfig{}).Snapshot(b.Context(), discovery.View{})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// heap is what is in use, in bytes.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkDiscover compares the discovery of ten thousand skills in fourteen
// roots with the floor: the same reads and nothing else, in turn, in one run.
// x-floor is the quotient of the medians; B/skill is what a snapshot holds in
// memory beyond one of nothing. DEFT_CORPUS names a corpus to use instead.
func BenchmarkDiscover(b *testing.B) {
	dir := os.Getenv("DEFT_CORPUS")
	if dir == "" {
		dir = b.TempDir()
		if err := corpus.Write(dir, 10_000); err != nil {
			b.Fatal(err)
		}
	}
	var roots []string
	for _, r := range corpus.Roots() {
		roots = append(roots, filepath.Join(dir, r.Dir))
	}
	empty := b.TempDir()
	none := discover(b, empty)
	before := heap()
	full := discover(b, dir)
	held := heap() - before
	runtime.KeepAlive(none)
	found := 0
	for _, r := range full.Resolutions {
		found += len(r.Entries)
	}
	runtime.KeepAlive(full)
	if n := floor(b, roots); n != found {
		b.Fatalf("the floor reads %d skills, discovery finds %d", n, found)
	}
	var floors, discoveries []time.Duration
	for b.Loop() {
		runtime.GC()
		start := time.Now()
		floor(b, roots)
		floors = append(floors, time.Since(start))
		runtime.GC()
		start = time.Now()
		discover(b, dir)
		discoveries = append(discoveries, time.Since(start))
	}
	f, d := median(floors), median(discoveries)
	b.ReportMetric(float64(d)/float64(f), "x-floor")
	b.ReportMetric(float64(f.Microseconds())/float64(found), "floor-µs/skill")
	b.ReportMetric(float64(d.Microseconds())/float64(found), "µs/skill")
	b.ReportMetric(float64(held)/float64(found), "B/skill")
	b.ReportMetric(0, "ns/op")
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
