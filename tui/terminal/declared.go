package terminal

import (
	"strconv"
	"strings"
)

// Declared says whether the background is dark by what some terminals put into COLORFGBG: the numbers of two of the 16 colours,
// "FOREGROUND;BACKGROUND", some with a third field between them. It is true where that says nothing.
func Declared(colorfgbg string) (dark bool) {
	fields := strings.Split(colorfgbg, ";")
	n, err := strconv.Atoi(fields[len(fields)-1])
	if len(fields) < 2 || err != nil {
		return true
	}
	return n != 7 && (n < 9 || n > 15) // 8 is a dark grey
}
