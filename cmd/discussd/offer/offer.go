// Package offer finds the words that a shell may offer: rules, sessions, rounds,
// perspectives, decisions. `discussd completion` says which stand where.
package offer

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/critique/checks"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/request"
	"discussd/pipeline/session"
)

// longestSearch is how long a shell waits for the sessions it may offer.
const longestSearch = 2 * time.Second

// Completer offers words to a shell.
type Completer struct {
	Load   func() (config.Config, config.Source, error)
	Layout func(config.Config) session.Layout
}

// Rules offers the rules that are not named yet.
func Rules(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var offered []string
	for _, rule := range checks.Rules() {
		if !slices.Contains(args, rule.ID) {
			offered = append(offered, cobra.CompletionWithDesc(rule.ID, rule.Title))
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}

// Sessions offers the sessions below the working folder, watch.roots and what
// daemons watch; where none fits, files.
func (c Completer) Sessions(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	loaded := c.loadedOrDefault()
	here, err := os.Getwd()
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	patterns := append([]string{here}, loaded.Watch.Roots...)
	if daemons, err := presence.Daemons(); err == nil {
		for _, d := range daemons {
			patterns = append(patterns, d.Roots...)
		}
	}
	home, _ := os.UserHomeDir() // without one, ~ is refused
	roots, err := session.Roots(patterns, home)
	if err != nil {
		roots = []string{here}
	}
	limited, cancel := context.WithTimeout(cmd.Context(), longestSearch)
	defer cancel()
	found, _ := c.Layout(loaded).Find(limited, roots, loaded.Watch.Depth) // those that were found in time
	for i, dir := range found {
		if near, err := filepath.Rel(here, dir); err == nil && filepath.IsLocal(near) && !filepath.IsAbs(typed) {
			found[i] = near
		}
	}
	return found, cobra.ShellCompDirectiveDefault
}

// Rounds offers the rounds of the session that the command line names, else
// all that are configured.
func (c Completer) Rounds(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	dir := ""
	if flag := cmd.Flag("session"); flag != nil {
		dir = flag.Value.String()
	}
	return c.rounds(dir), cobra.ShellCompDirectiveNoFileComp
}

// rounds are those of a session that have an artifact or are asked for; all that are
// configured where there is no session.
func (c Completer) rounds(dir string) []string {
	l := c.Layout(c.loadedOrDefault())
	var all, present []string
	for _, round := range l.Rounds {
		all = append(all, cobra.CompletionWithDesc(round.ID, round.Label))
	}
	if dir == "" {
		return all
	}
	s, err := session.Open(dir, l)
	if err != nil {
		return all
	}
	defer s.Close()
	for i, round := range l.Rounds {
		if _, err := s.Fingerprint(round); !errors.Is(err, session.ErrNoArtifact) {
			present = append(present, all[i])
		}
	}
	for _, job := range s.Inbox(session.OfRequest) {
		letter, err := s.Dropped(job)
		if err != nil {
			continue
		}
		r, err := request.Parse(path.Base(letter.Path), letter.Content)
		if _, known := l.Round(r.Round); err == nil && r.Round != "" && !known {
			present = append(present, cobra.CompletionWithDesc(r.Round, "asked for by "+path.Base(letter.Path)))
		}
	}
	return present
}

// Perspectives offers those of the configuration.
func (c Completer) Perspectives(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var offered []string
	for _, p := range c.loadedOrDefault().Perspectives {
		offered = append(offered, cobra.CompletionWithDesc(p.Name, p.Role))
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}

// Decision offers a session, one of its rounds, and what can be decided.
func (c Completer) Decision(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return c.Sessions(cmd, args, typed)
	case 1:
		return append(c.rounds(args[0]), "accept", "revise"), cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"accept", "revise"}, cobra.ShellCompDirectiveNoFileComp
}

// loadedOrDefault is the configuration as far as a completion needs it: what is
// wrong with it is told by the command itself.
func (c Completer) loadedOrDefault() config.Config {
	loaded, _, err := c.Load()
	if err != nil {
		return config.Default()
	}
	return loaded
}
