package codeclaims

import (
	"strings"

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
	held bool // by a file that is there, as they say
}

// names reports what a document says the programs of the project have, and what they
// do not: where it is said to be in a file that is there, and of what the project lists. Any
// other is a remark, where it is a slip of the pen from a name that they have, where the
// words around say that it is there, or most names like it are. A symbol may be of any library:
// it must be the only one of the document that is not there.
func names(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	all, outside, past := namesOf(s, d), research.MatchString(d.Path), isPast(s, d)
	here, around := sharesOfNames(all), inSession(s, "shares of names", func(d *document.Document) shares { return sharesOfNames(namesOf(s, d)) })
	for _, n := range all {
		if !n.Missing || n.Leaves() || n.Of == mention.Setting && notSet(d, n.Span) || d.SectionAt(n.Span.Start).Titled(journeys) || !n.Near && !n.held && d.SectionAt(n.Span.Start).Titled(added) || !n.Claimed && !n.Near && !n.held && defining.MatchString(d.Path) {
			continue
		}
		if n.Of == mention.Symbol && !n.Near && !n.Stem {
			n.Nearest = "" // what is merely like a name is another
		}
		en, zh := kindOfName(n.Name)
		told := []model.Detail{model.Target(n.Text), nearest(s, n.Sighting), s.Say(en, zh)}
		switch {
		case n.Env && !n.held && !n.Open && (n.Time != mention.ToBe || n.Listed) && (n.Near || n.Stem && (past || !isPending(s) || onlyOnce(s, n.Text))):
			told = append(told, model.Doubtful)
		case n.Plain && !n.Claimed || n.Open, outside && !n.held && !(n.Of == mention.Setting && n.Stem) && n.Of != mention.Command:
			continue
		case isPending(s) && d.Kind != document.Tasks && !n.held && !n.Kept && !n.Near: // the work makes it
			continue
		case d.Foreign && !n.held && n.Of != mention.Command: // what the words around say of it is not read
			continue
		case n.Time == mention.Now && n.Of != mention.Library && !n.Shown && (n.held || n.Of == mention.Command && n.Program != ""):
		case past && !outside && n.held && strings.ContainsRune(":#", rune(d.Text[n.Start-1])), n.Time == mention.Now && (n.Claimed && n.Of != mention.Library || n.Near || n.Kept && n.Of != mention.Symbol || n.Of == mention.Command), n.Of != mention.Library && n.Of != mention.Symbol && (n.Near || n.Time == mention.Now && !isPending(s)) && speaks(n.class(), here, around), n.Of == mention.Symbol && n.Time == mention.Now && n.Kept && lonely(here[n.class()]), n.Of == mention.Setting && n.Stem && n.Time != mention.ToBe && (past || !isPending(s)):
			told = append(told, model.Doubtful)
		default:
			continue
		}
		hit(d, n.Span, told...)
	}
	return len(all) > 0
}

// added is the title of the part of an OpenSpec change that says what shall be new.
var added = pattern.New(`^ADDED Requirements$`)

// defining is a document that defines the data of what is to be built.
var defining = pattern.New(`(?:^|/)data-model\.md$`)

// notSet tells whether a name that has the form of a variable is one that the machines of others set,
// or the value of something: a code of an error.
func notSet(d *document.Document, at document.Span) bool {
	line := d.LineAt(at.Start)
	return ofHost.MatchString(d.Slice(at)) || codeBehind.MatchString(d.Text[at.End:line.End]) || codeBefore.MatchString(d.Text[line.Start:at.Start])
}

var (
	// ofHost is what runs a project's jobs sets by itself, or what its tools are set up with.
	ofHost     = pattern.New(`^(?:GITHUB|RUNNER|GITLAB|CIRCLE|BITBUCKET|UV|NPM|PIP|CARGO|RUSTUP|XDG)_`)
	codeBehind = pattern.New("(?i)^[`*]*\\s*(?:(?:error|status|exit|result)\\s+)?(?:codes?|errors?|status)\\b|^[`*]*\\s?(?:错误码|状态码)")
	codeBefore = pattern.New("(?i)\\b(?:error|status|exit|result) codes?[\\s:`*]*$|(?:错误码|状态码)[\\s:：`*]*$")
)

// onlyOnce tells whether the documents of a session have a name in one place: a new one is in several.
func onlyOnce(s *model.Session, name string) bool {
	places := 0
	for _, d := range s.Docs {
		places += strings.Count(d.Text, name)
	}
	return places == 1
}

// namesOf looks up the names in a document, in their order. Of several places the first counts
// that does not say that the name is to come.
func namesOf(s *model.Session, d *document.Document) []saidName {
	return model.Once(s, "names looked up", d, func() (all []saidName) {
		terms := termsOf(s)
		seen := map[string]int{}
		missing := 0
		for _, n := range mention.Names(d, coming(s)) {
			if at, again := seen[n.Program+n.Text]; again {
				if at < 0 {
					continue
				}
				if n.Time = n.TimeOf(all[at].Part); n.Time < all[at].Time {
					all[at].Name, all[at].held = n, n.In != "" && s.Around.Code.Look(n.In).There
				}
				continue
			}
			if seen[n.Program+n.Text] = -1; terms[n.Text] || missing == mostDeadNames*mention.Sorts {
				continue
			}
			at := lookUp(s.Around.Code, n)
			if !at.There && !at.Missing || at.Missing && derived(s.Around.Code, n) {
				continue
			}
			if n.Time = n.TimeOf(at.Part); at.Missing {
				missing++
			}
			seen[n.Program+n.Text] = len(all)
			all = append(all, saidName{n, at, n.In != "" && s.Around.Code.Look(n.In).There})
		}
		return all
	})
}

// derived tells whether a name is one that a framework makes of another that is there: the key
// of what a field refers to.
func derived(code critique.Code, n mention.Name) bool {
	for _, end := range [...]string{"_ids", "_id", "Ids", "Id"} {
		if of, is := strings.CutSuffix(n.Text, end); is && n.Of == mention.Symbol && code.Name(of).There {
			return true
		}
	}
	return false
}

func (n *saidName) class() class { return class{of: "name " + model.Itoa(int(n.Of)), time: n.Time} }

func sharesOfNames(names []saidName) shares {
	all := shares{}
	for _, n := range names {
		if !n.Plain {
			all.note(n.class(), n.There, n.Missing && !n.Open)
		}
	}
	return all
}

var (
	// glossary is the title of a section that says what words mean.
	glossary = pattern.New(`(?i)\b(?:glossary|terminology|definitions|terms)\b|术语|名词|glosario|glossar\b|glossaire|用語`)
	// term is a word that a line of it explains.
	term = pattern.New("(?m)^\\W{0,8}([A-Za-z_][A-Za-z0-9_.]*)[`*]*\\s*(?:\\([^)\n]*\\))?[`*]*\\s*(?:[:：|—–]|- )")
)

// termsOf are the words that the documents of a session explain in a glossary of their own,
// and the keys that they have above their text: names of ideas and not of the code.
func termsOf(s *model.Session) map[string]bool {
	return model.Once(s, "terms of their own", nil, func() map[string]bool {
		terms := map[string]bool{}
		for _, d := range s.Docs {
			for _, field := range d.Front.Fields {
				terms[field.Key] = true
			}
			for _, section := range d.Sections {
				if !glossary.MatchString(section.Title) {
					continue
				}
				for _, m := range term.FindAllStringSubmatch(d.Slice(section.Own()), 200) {
					terms[m[1]] = true
				}
			}
		}
		return terms
	})
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
