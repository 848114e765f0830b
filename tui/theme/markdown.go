package theme

import "github.com/charmbracelet/glamour/ansi"

// Markdown is the style for Glamour: no colour and no margin on the document, so that blanks are not painted. Without colour it is bold, underlined
// and backquoted text. The Chroma table is left out on purpose: Glamour registers it once a process, so a second theme would keep the first one's colours.
func (t Theme) Markdown() ansi.StyleConfig {
	p := paletteFor(t.opts)
	c := inline(p, t.opts)
	blocks(&c, p, t.opts)
	return c
}

// CodeFormatter names the chroma formatter that fits the colours; without any it is the one that writes plain text.
func (t Theme) CodeFormatter() string {
	switch t.opts.Color {
	case ColorTrue:
		return "terminal16m"
	case Color256:
		return "terminal256"
	case Color16:
		return "terminal16"
	}
	return "noop"
}

func inline(p palette, o Options) ansi.StyleConfig {
	yes := true
	c := ansi.StyleConfig{
		Emph:          ansi.StylePrimitive{Italic: &yes},
		Strong:        ansi.StylePrimitive{Bold: &yes},
		Strikethrough: ansi.StylePrimitive{CrossedOut: &yes},
		Code:          ansi.StyleBlock{StylePrimitive: colored(p.yellow, o)},
		Link:          colored(p.muted, o),
		LinkText:      colored(p.accent, o),
		Image:         colored(p.muted, o),
		ImageText:     colored(p.purple, o),
	}
	c.LinkText.Underline = &yes
	c.ImageText.Format = "Image: {{.text}}"
	if o.Color == ColorNone {
		c.Code.Prefix, c.Code.Suffix = "`", "`"
	}
	if o.Plain {
		c.Strikethrough.BlockPrefix, c.Strikethrough.BlockSuffix = "~~", "~~"
	}
	return c
}

func blocks(c *ansi.StyleConfig, p palette, o Options) {
	yes, one, two := true, uint(1), uint(2)
	quote, bullet, rule, tick := "│ ", "• ", "────────", "[✓] "
	if o.Plain {
		quote, bullet, rule, tick = "> ", "- ", "--------", "[x] "
	}
	c.Heading = ansi.StyleBlock{StylePrimitive: colored(p.accent, o)}
	c.Heading.Bold, c.Heading.BlockSuffix = &yes, "\n"
	for i, h := range []*ansi.StyleBlock{&c.H1, &c.H2, &c.H3, &c.H4, &c.H5, &c.H6} {
		h.Prefix = "######"[:i+1] + " "
	}
	c.BlockQuote = ansi.StyleBlock{Indent: &one, IndentToken: &quote}
	c.List = ansi.StyleList{LevelIndent: 2}
	c.HorizontalRule = colored(p.muted, o)
	c.HorizontalRule.Format = "\n" + rule + "\n"
	c.Item.BlockPrefix = bullet
	c.Enumeration.BlockPrefix = ". "
	c.Task = ansi.StyleTask{Ticked: tick, Unticked: "[ ] "}
	c.CodeBlock = ansi.StyleCodeBlock{Theme: codeTheme(o)}
	c.CodeBlock.Margin = &two
}

// codeTheme names a chroma style: one without colours, or one made for 7:1 on black or white.
func codeTheme(o Options) string {
	switch {
	case o.Color == ColorNone:
		return "bw"
	case o.Dark:
		return "modus-vivendi"
	}
	return "modus-operandi"
}

func colored(c tone, o Options) ansi.StylePrimitive {
	var s ansi.StylePrimitive
	switch {
	case c == tone{}:
	case o.Color == Color16:
		s.Color = &c.ansi
	default:
		s.Color = &c.hex
	}
	return s
}
