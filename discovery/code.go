package discovery

import "deft/skills"

// The findings about sources, places and names. Those about a skill's content
// are in package skills.
const (
	CodeCollision      skills.Code = "collision"       // a different skill of the same name is shadowed
	CodeProviderFailed skills.Code = "provider-failed" // a source of skills gave no answer
	CodeUnreadable     skills.Code = "unreadable"      // a root, folder or file cannot be read
	CodeMissingRoot    skills.Code = "missing-root"    // a folder that the config names is not there
	CodeNotAFolder     skills.Code = "not-a-folder"    // a root is something else
	CodeNotAFile       skills.Code = "not-a-file"      // SKILL.md is a folder, a pipe, a device or a socket
	CodeBrokenLink     skills.Code = "broken-link"     // a symbolic link leads nowhere or in a circle
	CodeSpelling       skills.Code = "file-spelling"   // skill.md and the like in place of SKILL.md
	CodeNested         skills.Code = "nested"          // a SKILL.md deeper than the root is read
	CodeSearchLimit    skills.Code = "search-limit"    // the search for nested skills was cut short
	CodeMisplaced      skills.Code = "misplaced"       // a SKILL.md directly in a folder of skills
	CodeNoSkillFile    skills.Code = "no-skill-file"   // a folder among skills holds no SKILL.md
	CodeBadRegister    skills.Code = "bad-register"    // a file that lists or switches plugins cannot be understood
	CodeBadSettings    skills.Code = "bad-settings"    // a settings file of an agent cannot be understood
	CodeMissingPlugin  skills.Code = "missing-plugin"  // an installed plugin's folder is not there
	CodeChanging       skills.Code = "changing"        // skills changed while they were discovered, time and again
	CodePolling        skills.Code = "polling"         // files are looked at from time to time instead of watched
	CodeWatchFailed    skills.Code = "watch-failed"    // changes on the disk are not noticed
)

// Codes are all of them, in the order above.
func Codes() []skills.Code {
	return []skills.Code{
		CodeCollision, CodeProviderFailed, CodeUnreadable, CodeMissingRoot, CodeNotAFolder, CodeNotAFile,
		CodeBrokenLink, CodeSpelling, CodeNested, CodeSearchLimit, CodeMisplaced, CodeNoSkillFile,
		CodeBadRegister, CodeBadSettings, CodeMissingPlugin, CodeChanging, CodePolling, CodeWatchFailed,
	}
}
