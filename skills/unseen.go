package skills

// Unseen reports whether a finding is about text that a reader does not see
// and that may mean harm: hidden characters and controls, but not what common
// editors leave behind, which is told for information only.
func (d Diagnostic) Unseen() bool {
	return (d.Code == HiddenUnicode || d.Code == ControlCharacter) && d.Severity != Info
}
