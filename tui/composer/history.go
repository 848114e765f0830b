package composer

import (
	"strings"

	"deft/commands/slash"
	"deft/skills/match"
)

// history is what was sent or refused, oldest first, and the place of the one that is shown.
type history struct {
	past  []string
	at    int    // len(past) is the draft
	draft string // as it was when the past was entered
}

// add remembers a message once, as the newest.
func (h *history) add(text string) {
	if text != "" && (len(h.past) == 0 || h.past[len(h.past)-1] != text) {
		h.past = append(h.past, text)
	}
	h.at = len(h.past)
}

// move goes by steps through the past, from the text that stands there now; false where there is nothing further.
func (h *history) move(by int, now string) (string, bool) {
	to := h.at + by
	if to < 0 || to > len(h.past) {
		return "", false
	}
	if h.at == len(h.past) {
		h.draft = now
	}
	h.at = to
	if to == len(h.past) {
		return h.draft, true
	}
	return h.past[to], true
}

// maxFound bounds what a search in the history finds.
const maxFound = 50

// search proposes the texts that hold the words of a query, in any case, the newest first, each once.
func (h *history) search(query string) slash.Proposal {
	p := slash.Proposal{End: len(query)}
	words, seen := strings.Fields(strings.ToLower(query)), map[string]bool{query: true}
	for i := len(h.past) - 1; i >= 0 && len(p.Items) < maxFound; i-- {
		text := h.past[i]
		if low := strings.ToLower(text); !seen[text] && match.Words(low, words) {
			seen[text] = true
			p.Items = append(p.Items, slash.Completion{Text: text})
		}
	}
	if len(p.Items) == 0 {
		p.Note = "no message in the history holds this"
	}
	return p
}
