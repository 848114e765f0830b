package skills

// Code names a kind of finding, in kebab-case. Codes are part of deft's JSON
// output: they are added to, never renamed.
type Code string
