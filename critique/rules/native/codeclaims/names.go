package codeclaims

import (
	"discussd/critique"
	"discussd/critique/codebase"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/mention"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// mostDeadNames is how many names of a sort are looked up in a document that the code does not
// have: the nearest name to each takes time.
const mostDeadNames = 40

// saidName is a name that a document says the code has, and what is known of it.
type saidName struct {
	mention.Name
	codebase.Sighting
}

// names reports what a document says the programs of the project have, and what they
// do not: where the words around say so, and where it is a slip of the pen from a name
// that they have. Where they leave it open it is a remark, and only among names of the
// same sort of which nearly all are there: on the same line, or in the document.
func names(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	var all []saidName
	seen := map[string]bool{}
	missing := 0
	terms := termsOf(d)
	for _, n := range mention.Names(d, coming(s).Names) {
		if terms[n.Text] || seen[n.Program+n.Text] || missing == mostDeadNames*mention.Sorts {
			continue
		}
		seen[n.Program+n.Text] = true
		at := lookUp(s.Around.Code, n)
		if at.Missing = at.Missing && !n.IsComing(at.Part); at.Missing {
			missing++
		}
		if n.In != "" && s.Around.Code.Look(n.In).There {
			n.Claimed = true
		}
		if at.There || at.Missing {
			all = append(all, saidName{n, at})
		}
	}
	for i, n := range all {
		if !n.Missing {
			continue
		}
		if n.Of == mention.Symbol && !n.Near {
			n.Nearest = "" // what is merely like a name is another
		}
		en, zh := kindOfName(n.Name)
		told := []string{n.Text, nearest(s, n.Sighting), s.Say(en, zh)}
		switch kept := described(all, i) || n.Of == mention.Library && n.Folder; {
		case n.Plain && !n.Claimed && !n.Kept:
			continue
		case n.Of == mention.Library && (kept || n.Near || n.Kept):
			told = append(told, native.Doubtful)
		case n.Of == mention.Library:
			continue
		case n.Of == mention.Command && kept && !n.Shown && n.Program != "", (n.Claimed || n.Near) && !n.Shown:
		case n.Of == mention.Command, kept || n.Near || n.Kept: // the project says what can be run
			told = append(told, native.Doubtful)
		default:
			continue
		}
		hit(d, n.Span, told...)
	}
	return len(seen) > 0
}

var (
	// glossary is the title of a section that says what words mean.
	glossary = pattern.New(`(?i)\b(?:glossary|terminology|definitions|terms)\b|术语|名词|glosario|glossar\b|glossaire|用語`)
	// term is a word that a line of it explains.
	term = pattern.New("(?m)^\\W{0,8}([A-Za-z_][A-Za-z0-9_.]*)[`*]*\\s*(?:\\([^)\n]*\\))?[`*]*\\s*(?:[:：|—–]|- )")
)

// termsOf are the words that a document explains in a glossary of its own: names of ideas and
// not of the code.
func termsOf(d *document.Document) map[string]bool {
	terms := map[string]bool{}
	for _, section := range d.Sections {
		if !glossary.MatchString(section.Title) {
			continue
		}
		for _, m := range term.FindAllStringSubmatch(d.Slice(section.Own()), 200) {
			terms[m[1]] = true
		}
	}
	return terms
}

// described tells whether nearly all names of a sort are there among which one stands that
// is not: on its line, right around, or in the document.
func described(all []saidName, i int) bool {
	n := all[i]
	var line, around, whole struct{ there, gone int }
	for j, other := range all {
		if other.Of != n.Of || other.Plain {
			continue
		}
		for _, c := range [...]struct {
			in bool
			of *struct{ there, gone int }
		}{{other.Row == n.Row, &line}, {j >= i-company && j <= i+company, &around}, {true, &whole}} {
			switch {
			case c.in && other.There:
				c.of.there++
			case c.in:
				c.of.gone++
			}
		}
	}
	switch {
	case n.Of == mention.Command:
		return whole.gone <= max(1, whole.there)
	case line.gone == 1 && (line.there >= 2 || line.there == 1 && (n.Kept || n.Of == mention.Setting)):
		return true
	case n.Of == mention.Library:
		return false
	}
	return whole.there >= 4 && whole.gone*4 <= whole.there || around.there >= 4 && around.gone == 1
}

func lookUp(code critique.Code, n mention.Name) codebase.Sighting {
	switch n.Of {
	case mention.Command:
		return code.Command(n.Program, n.Text)
	case mention.Library:
		return code.Package(n.Text)
	case mention.Port:
		return code.Port(n.Text)
	case mention.Route:
		return code.Route(n.Text)
	}
	return code.Name(n.Text)
}

// kindOfName is what a name is of, as a message says it.
func kindOfName(n mention.Name) (en, zh string) {
	switch {
	case n.Program == "make" || n.Program == "just":
		return "no target", "目标"
	case n.Of == mention.Command:
		return "no script", "脚本"
	case n.Of == mention.Port:
		return "no port", "端口"
	case n.Of == mention.Route:
		return "no route", "路由"
	case n.Of == mention.Library:
		return "no package", "依赖包"
	case n.Of == mention.Setting:
		return "no variable", "变量"
	}
	return "nothing called", "名称"
}
