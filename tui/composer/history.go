package composer

// maxHistory bounds how many messages are remembered.
const maxHistory = 500

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
	if n := len(h.past) - maxHistory; n > 0 {
		h.past = append([]string(nil), h.past[n:]...)
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
