// Package chat holds a conversation as a plain value, with its forms as text.
package chat

import "deft/skills/prompt"

// Role says who speaks.
type Role string

// The roles.
const (
	User   Role = "user"   // what a person typed
	Skill  Role = "skill"  // a skill's activation, sent on the person's behalf
	Notice Role = "notice" // deft itself, not part of what a model reads
)

// Message is one message of a conversation.
type Message struct {
	Role       Role
	Text       string             // as typed, or the activation's whole text
	Activation *prompt.Activation // for Role Skill
}

// Conversation is what was said, oldest first.
type Conversation struct{ Messages []Message }

// Add appends messages and returns the longer conversation.
func (c Conversation) Add(m ...Message) Conversation {
	return Conversation{Messages: append(c.Messages[:len(c.Messages):len(c.Messages)], m...)}
}
