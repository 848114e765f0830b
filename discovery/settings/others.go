package settings

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"gopkg.in/yaml.v3"
)

// maxValues is how many values are taken from a file: aliases of YAML can
// stand for very many.
const maxValues = 100_000

// maxKeys is how many keys and tables are read of TOML: the time for each
// grows with those before it.
const maxKeys = 10_000

func readTOML(data []byte) (*Value, error) {
	if bytes.Count(data, []byte("="))+bytes.Count(data, []byte("[")) > maxKeys {
		return nil, &SyntaxError{Msg: "keys are too many"}
	}
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		fault := &SyntaxError{Msg: strings.TrimPrefix(err.Error(), "toml: ")}
		if e, ok := errors.AsType[*toml.DecodeError](err); ok {
			fault.Line, _ = e.Position()
		}
		return nil, fault
	}
	return ofTOML(all), nil
}

// ofTOML is a value without its place in the file. Keys are sorted: those of a
// table have no order.
func ofTOML(x any) *Value {
	switch x := x.(type) {
	case map[string]any:
		v := &Value{Kind: Object}
		for _, key := range slices.Sorted(maps.Keys(x)) {
			v.Members = append(v.Members, Member{Key: key, Value: ofTOML(x[key])})
		}
		return v
	case []any:
		v := &Value{Kind: List}
		for _, item := range x {
			v.Items = append(v.Items, ofTOML(item))
		}
		return v
	case string:
		return &Value{Kind: Text, Text: x}
	}
	return &Value{Kind: Other, Text: fmt.Sprint(x)}
}

func readYAML(data []byte) (*Value, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, yamlFault(err)
	}
	if len(doc.Content) == 0 {
		return &Value{Kind: Object}, nil
	}
	left := maxValues
	return ofYAML(doc.Content[0], 0, &left)
}

// yamlFault finds the line in what the library says.
func yamlFault(err error) error {
	m := regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`).FindStringSubmatch(err.Error())
	if m == nil {
		return &SyntaxError{Msg: err.Error()}
	}
	line, _ := strconv.Atoi(m[1]) // 0 where it is not said
	return &SyntaxError{Line: line, Msg: m[2]}
}

func ofYAML(n *yaml.Node, depth int, left *int) (*Value, error) {
	if *left--; depth > maxDepth || *left < 0 {
		return nil, &SyntaxError{Line: n.Line, Msg: "values are too many, or lie too deep in each other"}
	}
	v := &Value{Kind: Other, Text: n.Value, Line: n.Line}
	switch n.Kind {
	case yaml.AliasNode:
		return ofYAML(n.Alias, depth+1, left)
	case yaml.MappingNode:
		v.Kind = Object
		for i := 0; i+1 < len(n.Content); i += 2 {
			value, err := ofYAML(n.Content[i+1], depth+1, left)
			if err != nil {
				return nil, err
			}
			v.Members = append(v.Members, Member{Key: n.Content[i].Value, Value: value})
		}
	case yaml.SequenceNode:
		v.Kind = List
		for _, item := range n.Content {
			value, err := ofYAML(item, depth+1, left)
			if err != nil {
				return nil, err
			}
			v.Items = append(v.Items, value)
		}
	case yaml.ScalarNode:
		if n.ShortTag() == "!!str" {
			v.Kind = Text
		}
	}
	return v, nil
}
