package facts

import (
	"cmp"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Who may do what: a rule that reserves an action for some roles, or denies it to one, and a
// table or a sentence that grants it to another.

var (
	// onlyMay reserves actions: "Only the owner may delete a show, change the plan"; "SHALL
	// allow only bed managers to assign beds". The groups are roles and actions.
	onlyMay = []*pattern.Pattern{
		pattern.New(`(?i)\bonly (?:the |an? )?(?:role |roles )?([a-z][a-z \x60,-]{2,50}?) (?:may|can|are allowed to|is allowed to|has the right to|have the right to) ([^.;:()]{4,140})`),
		pattern.New(`(?i)\b(?:allow|allows|let|lets|permit|permits) only (?:the |an? )?([a-z][a-z ,-]{2,50}?) to ([^.;:()]{4,140})`),
		pattern.New(`(?:只有|仅(?:限|允许)?|只允许)([\p{Han}、和]{2,20}?)(?:才)?(?:可以?|能|有权|进行)([\p{Han}、和或]{2,24})`),
	}
	// mayNot denies an action to a role.
	mayNot = []*pattern.Pattern{
		pattern.New(`(?i)^\W*(?:\S{1,8}: )?(?:the |an? )?([a-z][a-z -]{2,30}?) (?:must not|shall not|may not|cannot|can not|are not allowed to|is not allowed to) (?:be able to )?([^.;:(]{4,100})`),
	}
	yesMark      = pattern.New(`(?i)^\W*(?:yes|y|x|✓|✔|✅|allowed|full|是|有|可|可以|允许)\W*$`)
	rolesColumn  = pattern.New(`(?i)^\W*(?:roles?(?: allowed)?|allowed(?: roles?)?|who(?: may)?|permitted(?: for)?|authori[sz]ed roles?|permissions?|access|角色|权限|允许角色|可用角色)\W*$`)
	rolesFirst   = pattern.New(`(?i)^\W*(?:roles?|users?|actors?|who|member|角色|用户|人员)\W*$`)
	actionsFirst = pattern.New(`(?i)^\W*(?:actions?|operations?|permissions?|rights?|capabilit(?:y|ies)|what|may|操作|功能|权限|动作)\W*$`)
	listJoints   = pattern.New(`(?i)\s*(?:,|;|/|\band\b|\bor\b|、|，|和|或|与)\s*`)
)

// may is an action and the roles that have a right to it, or have none.
type may struct {
	roles  [][]string // the terms of each
	action []string   // its terms
	at     Place
	says   string
}

// whoMay reads a session's rules about rights.
type whoMay struct{ reserved, denied, granted []may }

func (m *may) is(role []string) bool {
	return slices.ContainsFunc(m.roles, func(r []string) bool { return overlap(r, role) == min(len(r), len(role)) })
}

func overlap(a, b []string) int {
	n := 0
	for _, term := range a {
		if slices.Contains(b, term) {
			n++
		}
	}
	return n
}

// rights reads what the documents say of who may do what.
func rights(words lexicon, all []statement, docs []*document.Document) *whoMay {
	found := &whoMay{}
	read := func(list *[]may, s *statement, m []string) {
		roles, actions := m[1], m[2]
		var terms [][]string
		for _, role := range listJoints.Split(roles, -1) {
			if t := words.terms(role); len(t) > 0 && len(t) <= 4 {
				terms = append(terms, t)
			}
		}
		for _, action := range listJoints.Split(actions, -1) {
			if t := words.terms(action); len(terms) > 0 && len(t) > 0 && len(*list) < maxDemands {
				*list = append(*list, may{terms, t, Place{s.doc, s.at}, strings.Trim(m[0], " ,.:-")})
			}
		}
	}
	for i := range all {
		s := &all[i]
		if s.table != nil || s.key || spokenOf(s.text) {
			continue
		}
		text := strings.Join(strings.Fields(s.text), " ")
		reserved := false
		for _, p := range onlyMay {
			if m := p.FindStringSubmatch(text); m != nil {
				read(&found.reserved, s, m)
				reserved = true
				break
			}
		}
		for _, p := range mayNot {
			if m := p.FindStringSubmatch(text); m != nil && !reserved {
				read(&found.denied, s, m)
			}
		}
	}
	for _, d := range docs {
		for _, t := range d.Tables {
			if !setAside(t.Section) {
				found.matrix(words, d, t)
				found.column(words, d, t)
			}
		}
	}
	return found
}

// matrix reads a table of roles and actions with yes and no.
func (w *whoMay) matrix(words lexicon, d *document.Document, t *document.Table) {
	if len(t.Header) < 3 {
		return
	}
	if actionsFirst.MatchString(t.Header[0].Text) {
		w.turned(words, d, t)
		return
	}
	if !rolesFirst.MatchString(t.Header[0].Text) {
		return
	}
	for _, row := range t.Rows {
		role := words.terms(row[0].Text)
		for i := 1; i < len(row) && len(role) > 0; i++ {
			if yesMark.MatchString(row[i].Text) && len(w.granted) < maxDemands {
				w.granted = append(w.granted, may{[][]string{role}, words.terms(t.Header[i].Text), Place{d, row[0].Span}, row[0].Text + ": " + t.Header[i].Text})
			}
		}
	}
}

// turned reads a table of actions whose columns are roles.
func (w *whoMay) turned(words lexicon, d *document.Document, t *document.Table) {
	for _, row := range t.Rows {
		for _, action := range listJoints.Split(row[0].Text, -1) {
			terms := words.terms(action)
			for i := 1; i < len(row) && len(terms) > 0; i++ {
				role := words.terms(t.Header[i].Text)
				if yesMark.MatchString(row[i].Text) && len(role) > 0 && len(role) <= 3 && len(w.granted) < maxDemands {
					w.granted = append(w.granted, may{[][]string{role}, terms, Place{d, row[i].Span}, strings.TrimSpace(action) + ": " + t.Header[i].Text})
				}
			}
		}
	}
}

// column reads a table of actions with a column of those who may.
func (w *whoMay) column(words lexicon, d *document.Document, t *document.Table) {
	at := slices.IndexFunc(t.Header, func(c document.Cell) bool { return rolesColumn.MatchString(c.Text) })
	if at < 1 {
		return
	}
	for _, row := range t.Rows {
		var action []string
		title := ""
		for i, cell := range row {
			if i != at {
				title = cmp.Or(title, strings.Trim(cell.Text, "` "))
				action = append(action, words.terms(strings.NewReplacer("/", " ", "{", " ", "}", " ").Replace(cell.Text))...)
			}
		}
		for _, role := range listJoints.Split(row[at].Text, -1) {
			if terms := words.terms(role); len(terms) > 0 && len(terms) <= 4 && len(w.granted) < maxDemands {
				w.granted = append(w.granted, may{[][]string{terms}, action, Place{d, row[at].Span}, title + ": " + strings.TrimSpace(role)})
			}
		}
	}
}

// leastAction is how many words of an action must be found again.
const leastAction = 2

// contraryRights reports rights that one place reserves or denies and another gives.
func contraryRights(f *Found, w *weights, all []statement, docs []*document.Document) {
	rights := rights(w.lexicon, all, docs)
	same := func(rule, right []string) bool {
		n := overlap(rule, right)
		return n >= leastAction && n == len(rule) || n == 1 && len(rule) == 1 && len(right) <= 2
	}
	told := map[Place]bool{}
	report := func(rule, right may) {
		if !told[right.at] {
			told[right.at] = true
			f.report(between(Rights, rule.at, right.at, rule.says, right.says))
		}
	}
	for _, rule := range slices.Concat(rights.reserved, rights.denied) {
		f.look(Rights, rule.at.Doc)
	}
	for _, right := range rights.granted {
		for _, rule := range rights.reserved {
			if same(rule.action, right.action) && !rule.is(right.roles[0]) {
				report(rule, right)
			}
		}
		for _, rule := range rights.denied {
			if same(rule.action, right.action) && rule.is(right.roles[0]) {
				report(rule, right)
			}
		}
	}
}
