package codeclaims

import (
	"discussd/critique"
	"discussd/critique/codebase"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/mention"
	"discussd/critique/rules/native"
)

// mostDeadNames is how many names of a document are looked up that the code does not
// have: the nearest name to each takes time.
const mostDeadNames = 40

// names reports what a document says the programs of the project have, and what they
// do not: where the words around say so, where it is a slip of the pen from a name that
// they have, and of commands also where others are there.
func names(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	type dead struct {
		mention.Name
		codebase.Sighting
	}
	var missing []dead
	seen := map[string]bool{}
	commands, gone := 0, 0 // that are there, and that are not
	for _, n := range mention.Names(d, coming(s).Names) {
		if seen[n.Program+n.Text] || len(missing) == mostDeadNames {
			continue
		}
		seen[n.Program+n.Text] = true
		at := lookUp(s.Around.Code, n)
		if n.Of == mention.Command && at.There {
			commands++
		}
		if at.Missing {
			missing = append(missing, dead{n, at})
			if n.Of == mention.Command {
				gone++
			}
		}
	}
	for _, n := range missing {
		described := n.Of == mention.Command && commands > 0 && gone <= commands
		if !n.Claimed && !n.Near && !described {
			continue
		}
		en, zh := kindOfName(n.Name)
		hit(d, n.Span, n.Text, nearest(s, n.Sighting), s.Say(en, zh))
	}
	return len(seen) > 0
}

func lookUp(code critique.Code, n mention.Name) codebase.Sighting {
	switch n.Of {
	case mention.Command:
		return code.Command(n.Program, n.Text)
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
	case n.Of == mention.Setting:
		return "no variable", "变量"
	}
	return "nothing called", "名称"
}
