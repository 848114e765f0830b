package skills

// Limits on what is read. Sizes are bytes, lengths are characters.
const (
	MaxFrontmatter   = 64 << 10 // between the fences
	MaxFile          = 1 << 20  // a SKILL.md to load
	MaxDescription   = 1024     // agentskills.io specification
	MaxName          = 64       // agentskills.io specification
	MaxCompatibility = 500      // agentskills.io specification
)

// EstimateTokens guesses what size bytes of English text cost a model: four
// bytes a token, rounded up.
func EstimateTokens(size int64) int { return int((size + 3) / 4) }
