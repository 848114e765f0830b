package match

import (
	"cmp"
	"slices"
	"strings"
)

// The fields of a Document.
const (
	fieldName = iota
	fieldDescription
	fieldWhen
	fieldCategory
	fieldGlobs
	fields
)

// weights are what the ranking was tuned by.
type weights struct {
	field      [fields]float64 // of a word in each field
	length     [fields]float64 // how much a long field dilutes, 0 to 1
	saturation float64         // the weighted frequency that gains half
	weak       float64         // of words that any task may contain
	unknown    float64         // of words that no skill has, for confidence
	alike      float64         // of a word that means the same
	resemble   float64         // of a word that begins alike or is mistyped
	part       float64         // of a part of a word in CamelCase
	aside      float64         // of a sentence that says what a skill is not for
	doubt      float64         // of a word that is always missing, for confidence: little evidence is not much
	breadth    float64         // how much the share of the query that is answered adds to the score
}

func defaults() weights {
	return weights{
		field:      [fields]float64{2, 1, 1.2, .7, .3},
		length:     [fields]float64{.4, .3, 0, 0, 0},
		saturation: .5,
		weak:       .4,
		unknown:    .35,
		alike:      .6,
		resemble:   .6,
		part:       .5,
		aside:      .2,
		doubt:      .4,
		breadth:    1,
	}
}

// builder is a Search in the making.
type builder struct {
	*Search
	cache       map[string]int32 // terms by the word as spelled; -1 for stop words
	occurrences []occurrence
	ends        []int // of each item's occurrences
	lengths     [][fields]float64
}

// occurrence is a word of a field.
type occurrence struct {
	term   int32
	field  int32
	weight float32
}

func newSearch(skills []Document, w weights) *Search {
	b := &builder{
		Search: &Search{lexicon: newLexicon(), weights: w, items: len(skills), names: map[string][]int32{}, terms: map[string]int32{}},
		cache:  map[string]int32{},
	}
	for i, d := range skills {
		key := nameKey(normalise(d.Name))
		b.names[key] = append(b.names[key], int32(i))
	}
	delete(b.names, "")
	for _, d := range skills {
		b.document(d)
	}
	b.count()
	slices.SortFunc(b.words, func(x, y vocable) int { return cmp.Compare(x.text, y.text) })
	return b.Search
}

func (b *builder) document(d Document) {
	b.lengths = append(b.lengths, [fields]float64{})
	b.name(normalise(d.Name))
	b.prose(fieldDescription, d.Description, d.Name)
	b.prose(fieldWhen, d.WhenToUse, d.Name)
	b.text(fieldCategory, normalise(d.Category), 1)
	for _, g := range d.Globs {
		b.text(fieldGlobs, normalise(g), 1)
	}
	b.ends = append(b.ends, len(b.occurrences))
}

// name adds the words of a name, and each two neighbours in one: change-log is
// asked for as changelog.
func (b *builder) name(name string) {
	b.text(fieldName, name, 1)
	before := ""
	pieces(name, false, func(p piece) {
		if p.part || p.dense {
			before = ""
			return
		}
		if before != "" {
			b.occur(fieldName, piece{text: before + p.text}, b.weights.part)
		}
		before = p.text
	})
}

// prose adds sentences.
func (b *builder) prose(field int, text, name string) {
	for sentence := range sentences(normalise(text)) {
		weight := 1.0
		if b.aside(sentence, name) {
			weight = b.weights.aside
		}
		b.text(field, sentence, weight)
	}
}

// aside reports whether a sentence says what the skill of that name is not
// for, or which one to take instead.
func (b *builder) aside(sentence, name string) bool {
	const most = 24 // bytes of the longest of the openings
	head := strings.ToLower(strings.TrimSpace(sentence[:min(len(sentence), most)]))
	for _, opening := range [...]string{"not for ", "do not use", "don't use", "don’t use", "never use", "not to be used", "not suitable", "not intended", "不要用", "不适用", "请勿"} {
		if strings.HasPrefix(head, opening) {
			return true
		}
	}
	for w := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return classOf(r) == blank && r != '-' && r != '_' }) {
		if strings.ContainsAny(w, "-_") && !strings.EqualFold(w, name) && len(b.names[nameKey(w)]) > 0 {
			return true
		}
	}
	return false
}

// sentences cuts a text after full stops and line ends.
func sentences(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for text != "" {
			end := len(text)
			for _, stop := range [...]string{". ", "\n", "。", "! "} {
				if i := strings.Index(text[:end], stop); i >= 0 {
					end = i + len(stop)
				}
			}
			if !yield(text[:end]) {
				return
			}
			text = text[end:]
		}
	}
}

func (b *builder) text(field int, text string, weight float64) {
	pieces(text, true, func(p piece) {
		w := weight
		if p.part {
			w *= b.weights.part
		}
		b.occur(field, p, w)
	})
}

func (b *builder) occur(field int, p piece, weight float64) {
	id, ok := b.cache[p.text]
	if !ok {
		id = b.term(p)
		b.cache[p.text] = id
	}
	if id >= 0 {
		b.occurrences = append(b.occurrences, occurrence{id, int32(field), float32(weight)})
		b.lengths[len(b.lengths)-1][field] += weight
	}
}

// term gives a word its term, a new one where it is the first of its stem.
func (b *builder) term(p piece) int32 {
	if b.lexicon.stop[p.text] {
		return -1
	}
	t := p.text
	if !p.dense {
		t = stem(t)
	}
	id, ok := b.terms[t]
	if !ok {
		id = int32(len(b.terms))
		b.terms[t] = id
	}
	if !p.dense {
		b.words = append(b.words, vocable{p.text, id})
	}
	return id
}

// count turns occurrences into postings.
func (b *builder) count() {
	var average [fields]float64
	for _, l := range b.lengths {
		for f := range l {
			average[f] += l[f] / float64(b.items)
		}
	}
	b.postings = make([][]posting, len(b.terms))
	tfs := make([]float64, len(b.terms))
	start := 0
	for item, end := range b.ends {
		dilution := b.dilution(b.lengths[item], average)
		for _, o := range b.occurrences[start:end] {
			tfs[o.term] += b.weights.field[o.field] * float64(o.weight) / dilution[o.field]
		}
		for _, o := range b.occurrences[start:end] {
			if tf := tfs[o.term]; tf > 0 {
				b.postings[o.term] = append(b.postings[o.term], posting{int32(item), float32(tf)})
				tfs[o.term] = 0
			}
		}
		start = end
	}
}

// dilution is by how much a word counts less in each of an item's fields for
// their length.
func (b *builder) dilution(length, average [fields]float64) [fields]float64 {
	var d [fields]float64
	for f := range d {
		d[f] = 1
		if average[f] > 0 {
			d[f] += b.weights.length[f] * (length[f]/average[f] - 1)
		}
	}
	return d
}
