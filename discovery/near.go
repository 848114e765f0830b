package discovery

// nearest stands in until ranking is there.
func nearest(name string, names []string, n int) []string { return nil }
