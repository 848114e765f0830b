// Package slash reads what people type: /commands and /skill:name, where they
// stand, and how they are completed.
package slash

// Input is a draft, understood.
type Input struct {
	Command string       // built-in command without its slash, "" where the draft is a message
	Args    string       // of the command
	Skills  []Invocation // skills to activate, in the order named
	Text    string       // the message as it stands in the conversation ("//x" became "/x")
}

// Invocation is one /skill:name [args].
type Invocation struct {
	Handle string
	Args   string // byte for byte as typed
}

// Builtin is one built-in command.
type Builtin struct{ Name, Args, Help string }

// Builtins are the commands that no skill can hide.
func Builtins() []Builtin { panic("contract") }

// Parse understands a draft. known tells whether a handle names a skill. A
// draft that cannot be sent gives an error of type *Error, and is kept by the
// caller.
func Parse(draft string, known func(handle string) bool) (Input, error) { panic("contract") }

// Error says why a draft cannot be sent.
type Error struct {
	Word string   // the part that is not understood
	Near []string // what may have been meant
	Msg  string
}

func (e *Error) Error() string { return e.Msg }

// Completion is one proposal for the token under the cursor.
type Completion struct {
	Text    string // what the token becomes
	Label   string // what is shown
	Hint    string // argument hint
	Detail  string // description
	Matched []int  // byte positions in Label that matched
}
