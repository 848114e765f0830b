package skills

import "bytes"

// flowList reads a list in brackets whose items are words or stand in quotes.
func flowList(value []byte, dst *[]string) bool {
	if value[len(value)-1] != ']' {
		return false
	}
	rest := bytes.Trim(value[1:len(value)-1], " ")
	var items []string
	for more := len(rest) > 0; more; {
		var item []byte
		item, rest, more = bytes.Cut(rest, []byte(","))
		item = bytes.Trim(item, " ")
		scalar, ok := flowItem(item)
		if !ok || dst != nil && !isTextWord(item) {
			return false
		}
		if scalar = bytes.TrimSpace(scalar); dst != nil && len(scalar) > 0 {
			items = append(items, string(scalar))
		}
	}
	if dst != nil {
		*dst = items
	}
	return true
}

func flowItem(item []byte) ([]byte, bool) {
	if len(item) == 0 {
		return nil, false
	}
	if item[0] == '"' {
		return unquote(item, '"')
	}
	for i, c := range item {
		inner := i > 0 && (c == ' ' || c == '-' || c == '.' || c == '/' || c == '(' || c == ')' || c == '*' || c == '+')
		if !inner && (!isWord(c) || c == '-') {
			return nil, false
		}
	}
	return item, true
}

// isJSON reports whether value is JSON on one line, which YAML reads alike. It
// gives up on escapes, duplicate keys and depth.
func isJSON(value []byte) bool {
	rest, ok := jsonValue(value, 0)
	return ok && len(rest) == 0
}

// jsonValue passes one value and the blanks behind it.
func jsonValue(b []byte, depth int) (rest []byte, ok bool) {
	if len(b) == 0 || depth > 2*maxScanDepth {
		return nil, false
	}
	switch b[0] {
	case '{':
		return jsonItems(b[1:], '}', depth)
	case '[':
		return jsonItems(b[1:], ']', depth)
	case '"':
		_, rest, ok = jsonString(b)
		return rest, ok
	}
	n := 0
	for n < len(b) && isWord(b[n]) && b[n] != '-' {
		n++
	}
	return skipBlanks(b[n:]), n > 0
}

// jsonItems passes the items of a list or map and the bracket that ends it.
func jsonItems(b []byte, end byte, depth int) (rest []byte, ok bool) {
	var keys keySet
	for b = skipBlanks(b); len(b) > 0 && b[0] != end; {
		if end == '}' {
			var key []byte
			if key, b, ok = jsonString(b); !ok || len(key) > 128 || !keys.add(key) || len(b) == 0 || b[0] != ':' {
				return nil, false
			}
			b = skipBlanks(b[1:])
		}
		if b, ok = jsonValue(b, depth+1); !ok || len(b) == 0 {
			return nil, false
		}
		if b[0] != ',' {
			break
		}
		if b = skipBlanks(b[1:]); len(b) == 0 || b[0] == end {
			return nil, false
		}
	}
	if len(b) == 0 || b[0] != end {
		return nil, false
	}
	return skipBlanks(b[1:]), true
}

// jsonString passes a string without escapes and the blanks behind it.
func jsonString(b []byte) (text, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return nil, nil, false
	}
	end := bytes.IndexByte(b[1:], '"')
	if end < 0 || bytes.IndexByte(b[1:end+1], '\\') >= 0 {
		return nil, nil, false
	}
	return b[1 : end+1], skipBlanks(b[end+2:]), true
}

func skipBlanks(b []byte) []byte { return bytes.TrimLeft(b, " ") }
