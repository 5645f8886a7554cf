package checks

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"discussd/critique"
	"discussd/critique/checks/document"
)

// session is everything rules may look at: the parsed documents of a session,
// those of them that belong to the round, and what follows from them.
type session struct {
	docs     []*document.Document          // readable ones, by path
	own      []*document.Document          // those of the round
	wild     []*document.Document          // those of the round that could not be read
	problems map[*document.Document]string // why a file of the round could not be read; it is no part of docs
	skeleton map[*document.Document]bool
	ignores  map[*document.Document]ignores
	exists   func(string) bool
	now      time.Time
	chinese  bool

	missed  map[document.Kind][]string // rules that could not look, by what they lacked
	model   *model
	broken  []string // rules that broke on a document
	spoken  map[*document.Document][]statement
	told    map[*document.Document][]userStory
	first   map[*entry]bool // whether an epic is in the MVP
	bounds  map[*document.Document][]fact
	counted map[*document.Document]map[string]counted
}

func newSession(subject critique.Subject, now time.Time) *session {
	s := &session{
		exists: subject.Exists, now: now,
		problems: map[*document.Document]string{},
		skeleton: map[*document.Document]bool{},
		ignores:  map[*document.Document]ignores{},
		missed:   map[document.Kind][]string{},
		spoken:   map[*document.Document][]statement{},
		told:     map[*document.Document][]userStory{},
		first:    map[*entry]bool{},
		bounds:   map[*document.Document][]fact{},
		counted:  map[*document.Document]map[string]counted{},
	}
	round := append([]critique.Document{subject.Artifact}, subject.Members...)
	all := slices.Clone(round)
	all = append(all, subject.Session...)
	if len(subject.Session) == 0 && subject.Context != nil {
		all = append(all, *subject.Context)
	}
	seen := map[string]bool{}
	for i, file := range all {
		if seen[file.Path] || file.Path == "" {
			continue
		}
		seen[file.Path] = true
		if file.Problem != "" {
			if i < len(round) {
				d := document.Parse(file.Path, nil)
				s.problems[d] = file.Problem
				s.own = append(s.own, d)
			}
			continue
		}
		d := document.Parse(file.Path, file.Content)
		mine := i < len(round)
		if d.Wild != "" {
			if mine {
				s.wild = append(s.wild, d)
			}
			continue
		}
		s.docs = append(s.docs, d)
		if mine {
			s.own = append(s.own, d)
		}
	}
	byPath := func(a, b *document.Document) int { return strings.Compare(a.Path, b.Path) }
	slices.SortFunc(s.docs, byPath)
	slices.SortFunc(s.own, byPath)
	for _, d := range s.docs {
		s.skeleton[d] = isSkeleton(d)
		s.ignores[d] = ignoresOf(d)
	}
	s.preferIndex()
	s.chinese = subject.Language == "zh"
	if subject.Language != "en" && subject.Language != "zh" {
		s.chinese = s.artifactChinese(subject.Artifact.Path)
	}
	return s
}

// preferIndex leaves one document of each kind that a session has one of: the
// index where there also is an older flat file.
func (s *session) preferIndex() {
	for _, kind := range indexes {
		var chosen *document.Document
		for _, d := range s.of(kind) {
			other := d
			if chosen == nil || path.Base(d.Path) == "_index.md" && path.Base(chosen.Path) != "_index.md" {
				other, chosen = chosen, d
			}
			if other != nil {
				other.Kind = document.Other
			}
		}
	}
}

func (s *session) artifactChinese(artifact string) bool {
	for _, d := range s.docs {
		if d.Path == artifact {
			return d.Chinese()
		}
	}
	return false
}

// of returns the documents of some kinds, by path.
func (s *session) of(kinds ...document.Kind) []*document.Document {
	var found []*document.Document
	for _, d := range s.docs {
		if slices.Contains(kinds, d.Kind) {
			found = append(found, d)
		}
	}
	return found
}

// index returns the first document of a kind, or nil.
func (s *session) index(kind document.Kind) *document.Document {
	for _, d := range s.docs {
		if d.Kind == kind {
			return d
		}
	}
	return nil
}

func (s *session) miss(kind document.Kind, rule string) {
	if !slices.Contains(s.missed[kind], rule) {
		s.missed[kind] = append(s.missed[kind], rule)
	}
}

// notAssessed says in words what no rule could look at.
func (s *session) notAssessed() []string {
	var words []string
	say := func(en, zh string, args ...any) {
		if s.chinese {
			en = zh
		}
		words = append(words, fmt.Sprintf(en, args...))
	}
	for _, d := range s.wild {
		say("%s: not read: %s", "%s：未读取：%s", d.Path, d.Wild)
	}
	for _, kind := range [...]document.Kind{document.Discovery, document.Brief, document.Requirements, document.Architecture, document.Epics, document.Readiness} {
		if rules := s.missed[kind]; len(rules) > 0 {
			say("no %s in this session: %s not checked", "本会话没有 %s：未检查 %s", kind, strings.Join(rules, ", "))
		}
	}
	for _, rule := range s.broken {
		say("%s: the check itself failed", "%s：检查自身出错", rule)
	}
	if s.exists == nil && slices.ContainsFunc(s.own, func(d *document.Document) bool { return len(d.Links) > 0 }) {
		say("dead links: nobody can tell which files exist", "失效链接：无法得知哪些文件存在")
	}
	return words
}
