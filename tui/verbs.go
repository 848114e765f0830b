package tui

import (
	"context"
	"time"

	"deft/commands"
	"deft/commands/cli"
	"deft/commands/fix"
	"deft/commands/state"
	"deft/discovery"
	"deft/discovery/rules"
	"deft/skills/prompt"
	"deft/skills/resource"
	"deft/tui/clipboard"
)

// Verbs is what the interface can have done. Each may take its time and is called in a command only.
type Verbs struct {
	Looking
	Reading
	Changing
	Pace
	Load       func(handle, args string) (prompt.Activation, error)
	Files      func(handle string) []string // that a skill brings; none where it cannot be read
	Copy       func(string) clipboard.Result
	UseProfile func(name string) error // "" for none
	Accept     func(name string) (bool, error)
}

// Looking is how skills are looked for, and through whose eyes.
type Looking struct {
	List, Reload func() (commands.ListResult, error)

	Own    Reading                                                                         // what deft itself sees
	Views  func(agents ...string) (*commands.Views, error)                                 // of all agents where none is named
	Eyes   func(*commands.Views) Reading                                                   // what there is to read in the first of the views
	Answer func(v *commands.Views, agent int, c *discovery.Candidate) commands.AgentAnswer // what an agent makes of a copy's name
	Alike  func(*commands.Views, []*discovery.Candidate) discovery.Digests                 // which of the copies are identical
}

// Changing is what changes skills, once somebody has said yes.
type Changing struct {
	PlanCopy  func(commands.CopyRequest) (commands.CopyPlan, error)
	CopySkill func(commands.CopyRequest) (commands.CopyPlan, error)
	PlanFix   func(commands.FixRequest, []*discovery.Candidate) (commands.Fixes, error)
	ApplyFix  func(fix.Plan) (fix.Done, error)
	Trash     func() ([]state.Trashed, error)
	Restore   func(id string) (state.Trashed, error)
}

// Pace is when things are done.
type Pace struct {
	Begin   func()                   // waits until skills may be looked for; nil where that is so
	Changed func() bool              // waits for skills to change; false when they will not; nil where nobody looks
	Release func(held uint64) uint64 // gives memory back where it holds more than before; nil for nothing

	Moment time.Duration // a scan that takes longer is mentioned
	Pause  time.Duration // a draft that has changed is saved after so long
	Rest   time.Duration // a skill is read once the cursor has rested on it for so long
}

// Reading is what is read of a skill in the list.
type Reading struct {
	Read    func(*discovery.Entry) (commands.Detail, error)
	Why     func(*discovery.Entry) (commands.Explanation, error)
	File    func(*discovery.Entry, string) (resource.Content, error)
	Compare func(from, to *discovery.Entry) (commands.Comparison, error)
	Prompt  func(*discovery.Entry) (commands.Injection, error)
}

// reading reads through the verbs of an application, as an agent would.
func reading(ctx context.Context, show commands.Show, why commands.Why, compare commands.Compare, load commands.Load, read commands.Read, a rules.Agent) Reading {
	return Reading{
		Read:   func(e *discovery.Entry) (commands.Detail, error) { return show.Entry(ctx, commands.User, e) },
		Why:    func(e *discovery.Entry) (commands.Explanation, error) { return why.Entry(ctx, commands.User, e) },
		Prompt: func(e *discovery.Entry) (commands.Injection, error) { return load.Inject(ctx, commands.User, e, a) },
		File: func(e *discovery.Entry, path string) (resource.Content, error) {
			return read.Entry(ctx, commands.User, e, path)
		},
		Compare: func(from, to *discovery.Entry) (commands.Comparison, error) {
			return compare.Run(ctx, commands.User, from, to)
		},
	}
}

// verbs binds the verbs of an application to the user of this interface and to the time it runs.
func verbs(ctx context.Context, app cli.App, board clipboard.Clipboard) Verbs {
	deft, _ := rules.ByName(deftItself)
	own := reading(ctx, app.Show, app.Why, app.Compare, app.Load, app.Read, deft)
	return Verbs{
		Looking:    finding(ctx, app, own),
		Reading:    own,
		Changing:   changing(ctx, app),
		Pace:       Pace{Moment: scanMoment, Rest: restMoment, Pause: pause, Changed: changes(ctx, app), Release: release},
		UseProfile: app.Profiles.Use,
		Accept:     app.Accept.Toggle,
		Copy:       func(text string) clipboard.Result { return board.Copy(ctx, text) },
		Files:      func(handle string) []string { return files(ctx, app, handle) },
		Load: func(handle, args string) (prompt.Activation, error) {
			return app.Load.Run(ctx, commands.User, handle, args)
		},
	}
}

func finding(ctx context.Context, app cli.App, own Reading) Looking {
	all := commands.ListRequest{All: true}
	return Looking{
		List:   func() (commands.ListResult, error) { return app.List.Run(ctx, commands.User, all) },
		Reload: func() (commands.ListResult, error) { return app.Reload.Run(ctx, commands.User, all) },
		Own:    own,
		Views: func(agents ...string) (*commands.Views, error) {
			return app.Agents.Views(ctx, commands.User, agents...)
		},
		Answer: func(v *commands.Views, agent int, c *discovery.Candidate) commands.AgentAnswer {
			return v.Answer(ctx, agent, c)
		},
		Alike: func(v *commands.Views, of []*discovery.Candidate) discovery.Digests { return v.Compare(ctx, of) },
		Eyes: func(v *commands.Views) Reading {
			s := v.Source(0)
			return reading(ctx, commands.Show{Source: s}, commands.Why{Source: s}, commands.Compare{Source: s}, commands.Load{Source: s}, commands.Read{Source: s}, v.All[0].Agent)
		},
	}
}

func changing(ctx context.Context, app cli.App) Changing {
	return Changing{
		PlanCopy: func(req commands.CopyRequest) (commands.CopyPlan, error) {
			return app.Copy.Plan(ctx, commands.User, req)
		},
		CopySkill: func(req commands.CopyRequest) (commands.CopyPlan, error) {
			return app.Copy.Run(ctx, commands.User, req)
		},
		PlanFix: func(req commands.FixRequest, copies []*discovery.Candidate) (commands.Fixes, error) {
			return app.Fix.PlanAll(ctx, commands.User, req, copies)
		},
		ApplyFix: func(p fix.Plan) (fix.Done, error) { return app.Fix.Apply(ctx, commands.User, p) },
		Trash:    func() ([]state.Trashed, error) { return app.Fix.Trash(commands.User) },
		Restore:  func(id string) (state.Trashed, error) { return app.Fix.Restore(ctx, commands.User, id) },
	}
}
