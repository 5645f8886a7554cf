package checks

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/codeclaims"
	"discussd/internal/text/nearest"
)

// round is what runs the rules over a session, and what it notes of that.
type round struct {
	*model.Session
	wild  []*document.Document // those of the round that could not be read
	lent  []*document.Document // those several sessions share, which this round speaks of: the first that reads them
	right []string             // globs of the rules that are right in the session's layout; none: all are
	all   []native.Rule        // of the catalogue, also those that are switched off
	unassessed
}

// unassessed is what could not be looked at, and why.
type unassessed struct {
	missed     map[document.Kind][]string // rules that could not look, by what they lacked
	broken     []broken
	undemanded []undemanded
}

// broken is a rule that broke on a document, and why, where its file is to blame.
type broken struct{ rule, path, why string }

// maxLines bounds what is read of a session's files together, far above what people
// write. A line can become a section or an item of a list, of which a parsed file needs
// some two hundred bytes.
const maxLines = 400_000

// open returns what rules may look at for a subject.
func (c *Checks) open(subject critique.Subject) *round {
	s := &round{all: c.all, right: subject.Rules, unassessed: unassessed{missed: map[document.Kind][]string{}}, Session: &model.Session{
		Known: c.known, Framed: len(subject.Rules) > 0, Around: model.Surroundings{Exists: subject.Exists, Code: subject.Code}, Now: c.now(),
		Problems: map[*document.Document]string{},
		Skeleton: map[*document.Document]bool{},
		Ignores:  map[*document.Document]model.Ignores{},
	}}
	pages := c.read(subject, s)
	s.ownSeed()
	byPath := func(a, b *document.Document) int { return strings.Compare(a.Path, b.Path) }
	slices.SortFunc(s.Docs, byPath)
	slices.SortFunc(s.Own, byPath)
	s.preferIndex(pages)
	s.lent = borrowed(s, subject)
	for _, d := range s.Docs {
		s.Skeleton[d], s.Ignores[d] = pages[d].skeleton, pages[d].ignores
	}
	s.Memory = c.library.remember(s.Docs)
	s.Chinese = subject.Language == "zh"
	if subject.Language != "en" && subject.Language != "zh" {
		s.Chinese = s.speaksChinese(subject.Artifact.Path)
	}
	return s
}

// read takes the documents of a subject into a round, and returns what was parsed.
func (c *Checks) read(subject critique.Subject, s *round) map[*document.Document]*page {
	own := append([]critique.Document{subject.Artifact}, subject.Members...)
	all := slices.Clone(own)
	all = append(all, subject.Session...)
	if len(subject.Session) == 0 && subject.Context != nil {
		all = append(all, *subject.Context)
	}
	seen, pages, lines := map[string]bool{}, map[*document.Document]*page{}, 0
	for i, file := range all {
		if seen[file.Path] || file.Path == "" {
			continue
		}
		seen[file.Path] = true
		if file.Problem != "" {
			if i < len(own) {
				d := document.Parse(file.Path, nil)
				if file.Kind != "" {
					d.Kind = document.KindOfLayout(file.Kind)
				}
				s.Problems[d] = file.Problem
				s.Own = append(s.Own, d)
			}
			continue
		}
		if lines += bytes.Count(file.Content, []byte("\n")); lines > maxLines {
			if i < len(own) {
				s.wild = append(s.wild, &document.Document{Path: file.Path, Wild: fmt.Sprintf("the files have more than %d lines together", maxLines)})
			}
			continue
		}
		p := c.library.parse(file)
		pages[p.doc], pages[p.plain] = p, p
		d := p.doc
		mine := i < len(own)
		if d.Wild != "" {
			if mine {
				s.wild = append(s.wild, d)
			}
			continue
		}
		s.Docs = append(s.Docs, d)
		if mine {
			s.Own = append(s.Own, d)
		}
	}
	return pages
}

// borrowed returns what sessions share and no round of any is about, in the first round that
// a session has: it is told once there what such a document says against itself.
func borrowed(s *round, subject critique.Subject) []*document.Document {
	shared := map[string]bool{}
	for _, file := range subject.Session {
		shared[file.Path] = file.Shared
	}
	own := slices.DeleteFunc(slices.Clone(s.Docs), func(d *document.Document) bool { return shared[d.Path] })
	first := func(docs []*document.Document) int {
		least := len(model.Indexes) + 1
		for _, d := range docs {
			if phase := d.Kind.Phase(); phase > 0 {
				least = min(least, phase)
			}
		}
		return least
	}
	if first(s.Own) > first(own) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Docs), func(d *document.Document) bool { return !shared[d.Path] })
}

// ownSeed counts the files beside a discovery context that hold parts of its seed
// among the round's own: they belong to no other round.
func (s *round) ownSeed() {
	i := slices.IndexFunc(s.Own, func(d *document.Document) bool { return d.Kind == document.Discovery })
	if i < 0 {
		return
	}
	for _, d := range s.Docs {
		if d.Kind == document.Config && path.Dir(d.Path) == path.Dir(s.Own[i].Path) && !slices.Contains(s.Own, d) {
			s.Own = append(s.Own, d)
		}
	}
}

// preferIndex leaves one document of each kind that a session has one of: the
// index where there also is an older flat file, which then is of no kind.
func (s *round) preferIndex(pages map[*document.Document]*page) {
	for _, kind := range model.Indexes {
		var chosen *document.Document
		for _, d := range s.Of(kind) {
			other := d
			if chosen == nil || path.Base(d.Path) == "_index.md" && path.Base(chosen.Path) != "_index.md" {
				other, chosen = chosen, d
			}
			if other != nil {
				for _, list := range [...][]*document.Document{s.Docs, s.Own} {
					if i := slices.Index(list, other); i >= 0 {
						list[i] = pages[other].plain
					}
				}
			}
		}
	}
}

// speaksChinese tells whether most of what a session says is Chinese: an index full of IDs
// and English terms, or one document in another language, does not change the language in
// which all its rounds are spoken of. A session without Markdown is judged by the artifact.
func (s *round) speaksChinese(artifact string) bool {
	spoken := slices.DeleteFunc(slices.Clone(s.Docs), func(d *document.Document) bool { return d.JSON != nil || strings.HasPrefix(d.Path, "../") })
	if len(spoken) == 0 {
		spoken = slices.DeleteFunc(slices.Clone(s.Docs), func(d *document.Document) bool { return d.Path != artifact })
	}
	return document.Chinese(spoken...)
}

func (s *round) miss(kind document.Kind, rule string) {
	if !slices.Contains(s.missed[kind], rule) {
		s.missed[kind] = append(s.missed[kind], rule)
	}
}

// gaps says in words what could not be looked at.
func (s *round) gaps() []string {
	var gaps []string
	say := func(en, zh string, args ...any) {
		if s.Chinese {
			en = zh
		}
		gaps = append(gaps, fmt.Sprintf(en, args...))
	}
	for _, d := range s.wild {
		say("%s: not read: %s", "%s：未读取：%s", d.Path, d.Wild)
	}
	for _, kind := range [...]document.Kind{document.Discovery, document.Brief, document.Requirements, document.Architecture, document.Epics, document.Readiness} {
		if rules := s.missed[kind]; len(rules) > 0 {
			say("no %s in this session: %s not checked", "本会话没有 %s：未检查 %s", kind, strings.Join(rules, ", "))
		}
	}
	for _, d := range s.Own {
		for _, i := range s.Ignores[d] {
			if !slices.Contains(s.Known, i.Rule) {
				line, _ := d.Position(i.At.Start)
				say("%s:%d: discussd-ignore mutes nothing: there is no rule %s (nearest: %s)", "%s:%d：discussd-ignore 未屏蔽任何规则：没有规则 %s（最接近 %s）", d.Path, line, model.Clip(i.Rule, 40), nearest.Of(model.Clip(i.Rule, 40), s.Known))
			}
		}
	}
	for _, u := range s.undemanded {
		say("%s does not follow the template that %s ask for: not checked", "%s 未采用 %s 所依据的模板：未检查", u.path, u.rules)
	}
	for _, b := range s.broken {
		if b.why != "" {
			say("%s %s: its condition failed: %s", "%s %s：条件出错：%s", b.rule, b.path, b.why)
			continue
		}
		say("%s %s: the check itself failed", "%s %s：检查自身出错", b.rule, b.path)
	}
	if s.Around.Exists == nil && slices.ContainsFunc(s.Own, func(d *document.Document) bool { return len(d.Links) > 0 }) {
		say("dead links: nobody can tell which files exist", "失效链接：无法得知哪些文件存在")
	}
	if why := unknownCode(s); why != "" {
		say("what is said of code was not looked up: %s", "文档所述代码未核对：%s", why)
	}
	return gaps
}

// unknownCode says why nobody can tell what the code has of which a document speaks; "" when
// somebody can, or none speaks of any.
func unknownCode(s *round) string {
	why := string(s.Say("the folder that the project starts in cannot be told: no .git, no manifest, no framework's folder", "无法得知项目根目录：没有 .git、清单文件或框架的目录"))
	if s.Around.Code != nil {
		why = s.Around.Code.Unread()
	}
	if why == "" || !slices.ContainsFunc(s.Own, func(d *document.Document) bool { return codeclaims.Speaks(s.Session, d) }) {
		return ""
	}
	return why
}
