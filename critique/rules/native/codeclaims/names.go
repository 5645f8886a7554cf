package codeclaims

import (
	"discussd/critique"
	"discussd/critique/codebase"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/mention"
	"discussd/critique/rules/native"
)

// mostDeadNames is how many names of a sort are looked up in a document that the code does not
// have: the nearest name to each takes time.
const mostDeadNames = 40

// deadName is a name that a document says the code has, and that it does not have.
type deadName struct {
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
	var missing []deadName
	seen := map[string]bool{}
	var there, gone company
	for _, n := range mention.Names(d, coming(s).Names) {
		if seen[n.Program+n.Text] || gone.all[n.Of] == mostDeadNames {
			continue
		}
		seen[n.Program+n.Text] = true
		switch at := lookUp(s.Around.Code, n); {
		case at.There:
			there.add(n)
		case at.Missing && !n.IsComing(at.Part):
			missing = append(missing, deadName{n, at})
			gone.add(n)
		}
	}
	for _, n := range missing {
		en, zh := kindOfName(n.Name)
		told := []string{n.Text, nearest(s, n.Sighting), s.Say(en, zh)}
		switch kept := described(n.Name, &there, &gone); {
		case n.Of == mention.Library && (kept || n.Near || n.Kept):
			told = append(told, native.Doubtful)
		case n.Of == mention.Library:
			continue
		case n.Of == mention.Command && kept && there.all[n.Of] > 0 && !n.Shown, (n.Claimed || n.Near) && !n.Shown:
		case kept || n.Near || n.Kept:
			told = append(told, native.Doubtful)
		default:
			continue
		}
		hit(d, n.Span, told...)
	}
	return len(seen) > 0
}

// company counts names by their sort, in the document and on each line.
type company struct {
	all  [mention.Sorts]int
	rows map[[2]int]int
}

func (c *company) add(n mention.Name) {
	if c.rows == nil {
		c.rows = map[[2]int]int{}
	}
	c.all[n.Of]++
	c.rows[[2]int{int(n.Of), n.Row}]++
}

// described tells whether nearly all names of a sort are there among which one stands that
// is not.
func described(n mention.Name, there, gone *company) bool {
	if n.Of == mention.Command {
		return gone.all[n.Of] <= max(1, there.all[n.Of])
	}
	row := [2]int{int(n.Of), n.Row}
	if most := there.rows[row]; gone.rows[row] == 1 && (most >= 2 || most == 1 && n.Kept) {
		return true
	}
	return n.Of != mention.Library && there.all[n.Of] >= 4 && gone.all[n.Of]*4 <= there.all[n.Of]
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
