package codeclaims

import (
	"strings"

	"discussd/critique/codebase"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/mention"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// endsName tells whether the name of a package is the end of a longer one that the project asks for, too.
func endsName(s *model.Session, d *document.Document, p mention.Package) bool {
	m := wordBefore.FindStringSubmatch(d.Text[d.LineAt(p.Start).Start:p.Start])
	return m != nil && s.Around.Code.Package(strings.ToLower(m[1]+"-"+p.Name)).There
}

// wordBefore is the word right before a name.
var wordBefore = pattern.New(`([A-Za-z]+) $`)

// says tells whether the line of a place also gives what the manifest asks for: it knows the difference.
func says(d *document.Document, at document.Span, constraint string) bool {
	return len(constraint) > 2 && strings.Contains(d.Slice(d.LineAt(at.Start)), constraint)
}

// counting begins with a package's name that is a word before how many there are: the next 5 meetings.
var counting = pattern.New(`(?i)^next \d+ \pL{3,}`)

// versions reports versions of packages that every manifest which asks for them contradicts.
func versions(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	packages := mention.Packages(d)
	type inLine struct {
		start int
		name  string
	}
	once := map[string]bool{}   // told of what others have, or what was done
	right := map[string]bool{}  // of these the document also names the version that they have
	beside := map[inLine]bool{} // of these the line does
	for _, p := range packages {
		if v, far := s.Around.Code.Contradicts(p.Name, p.Version); far == codebase.Agrees {
			right[strings.ToLower(p.Name)] = true
			beside[inLine{d.LineAt(p.Start).Start, v.Name}] = true
		}
	}
	for _, p := range packages {
		v, far := s.Around.Code.Contradicts(p.Name, p.Version)
		if far != codebase.Agrees && (endsName(s, d, p) || says(d, p.Span, v.Constraint)) {
			continue
		}
		if counting.MatchString(d.Text[p.Span.Start:d.LineAt(p.Span.Start).End]) || far == codebase.Agrees || far == codebase.Small && strings.HasPrefix(p.Version, "^") || right[strings.ToLower(p.Name)] && migrates(d, p.Span) {
			continue // the range takes in what the manifest asks for, or the document leads from one to the other
		}
		link := d.Text[p.Start-min(1, p.Start):p.Start] == "["
		aside := link || research.MatchString(d.Path) || worked(d) && isPast(s, d) && !codebase.Newer(p.Version, v.Constraint)
		if aside {
			if once[v.Name] || beside[inLine{d.LineAt(p.Start).Start, v.Name}] || !codebase.Newer(p.Version, v.Constraint) && !codebase.Newer(v.Constraint, p.Version) || weighs(d, p.Span) {
				continue // it drifted, stands beside the right one, or is one to choose from
			}
			once[v.Name] = true
		}
		told := []model.Detail{model.Target(p.Name + " " + p.Version), s.Say(v.Manifest+" has "+v.Name+" "+v.Constraint, v.Manifest+" 中为 "+v.Name+" "+v.Constraint)}
		if aside || far == codebase.Small || right[strings.ToLower(p.Name)] || worked(d) || strings.HasSuffix(d.Path, "plan.md") || model.StoryFile.MatchString(d.Path) || isPast(s, d) { // it drifted, there are several, or it was so when the work was planned
			told = append(told, model.Doubtful)
		}
		hit(d, p.Span, told...)
	}
	return len(packages) > 0
}
