package mention

import (
	"cmp"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Name is a place where a document names something of the code that is no file.
type Name struct {
	Of      Sort
	Program string // of a command: npm, make, just
	Text    string
	document.Span
	Claimed bool            // the words around it say that it is there
	Coming  map[string]bool // what is to come by the documents around
	Kept    bool            // they speak of what is there
	Shown   bool            // it stands in code, which may show what is to come
	Row     int             // where its line starts: names of a line keep company
}

// Sort says what a name is of.
type Sort int

// The sorts of names.
const (
	Symbol  Sort = iota // a type, a function, a method
	Setting             // a variable of the environment
	Command             // what a program of the project is told to run
	Port
	Route
	Library // a package that a manifest asks for

	Sorts = int(Library) + 1 // how many there are
)

var (
	// command is a program told to run something, at the start of what is typed.
	command = pattern.New(`^\s*(?:\$\s+)?(?:cd [^ &;]+ && )?(?:(npm|pnpm|yarn|bun) run(?: --?[a-z-]+)*|(make|just|pnpm|yarn)) ([A-Za-z][A-Za-z0-9:_.-]*)(?:$|[ &;|])`)
	// symbol is a name with a hump or an underscore, a call, or members of one.
	symbol  = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*(?:(?:\.|::|#)[A-Za-z_][A-Za-z0-9_]*){0,3}(?:\([A-Za-z0-9_, ]*\))?$`)
	humped  = pattern.New(`[a-z0-9][A-Z]|[a-zA-Z0-9]_[a-zA-Z0-9]|\(`)
	setting = pattern.New(`^(?:process\.env\.)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=.*)?$`)
	route   = pattern.New(`^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) )?(/[A-Za-z0-9_:{}<>\[\].*-]+(?:/[A-Za-z0-9_:{}<>\[\].*-]+)+)/?(?:\?.*)?$`)
	port    = pattern.New(`(?i)(?:\bport[` + "`" + `*]*(?: (?:number|is|of))?[ :=` + "`" + `*]+|localhost:|127\.0\.0\.1:|0\.0\.0\.0:|端口\s*[` + "`" + `:：]?\s*|ポート\s*[` + "`" + `:：]?\s*)(\d{4,5})\b`)

	// saidOf says right before a name that it is in the code today, and follows right behind it.
	saidOf  = pattern.New(`(?i)\b(?:existing|already|current(?:ly)?|today'?s|reus(?:e|es|ed|ing)|leverag(?:e|es|ed|ing)|updat(?:e|es|ed|ing)|modif(?:y|ies|ied|ying)|extend(?:s|ed|ing)?|refactor(?:s|ed|ing)?|inherit(?:s|ed)? from)\b[^.;]{0,48}$|(?:现有|已有|当前|目前|复用|修改|更新|扩展|重构|参考|既存|現在|修正|更新|拡張)[^。；]{0,16}$`)
	used    = pattern.New(`(?i)\b(?:runs?|runs? on|listens? on|served? (?:on|at)|reads?|via|see|calls?|from|by|answers?)\b[^.;]{0,24}$|(?:运行|监听|读取|调用|通过|実行|呼び出)[^。；]{0,12}$`)
	follows = pattern.New(`(?i)^[` + "`" + `*]*(?:\s*\([^)]*\))?,?\s*(?:[a-z]+ ){0,3}?(?:already\b|today\b|currently\b|exists?\b|is (?:defined|located|implemented|used|read|set|exported|called) (?:in|by|at|from|today|already)|lives? in|(?:in|from|at) \x60[^\x60]+/[^\x60]+\.[a-z]+\x60|reads?\b|returns?\b|handles\b|stores\b|answers\b)`)
)

// comingNames returns the names that the documents of a session say are to come, and those
// in the code that they show.
func comingNames(docs []*document.Document) map[string]bool {
	coming := map[string]bool{}
	note := func(text string) {
		for name := range strings.FieldsFuncSeq(text, func(r rune) bool {
			return r != '_' && r != '$' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		}) {
			coming[name] = true
		}
	}
	for _, d := range docs {
		prose, code := linesOf(d)
		list := isList(d, prose)
		for _, l := range code {
			note(l.text)
		}
		for i := range prose {
			l := &prose[i]
			if strings.HasPrefix(l.text, "#") || strings.HasPrefix(strings.TrimSpace(l.text), "|") {
				note(l.text) // a heading and a table describe what there shall be
				continue
			}
			for _, m := range codeSpan.FindAllStringSubmatchIndex(l.text, 50) {
				if stateOf(d, l, m[0], m[1], list).toCome() {
					note(l.text[m[2]:m[3]])
				}
			}
		}
	}
	return coming
}

// Names returns the names of code, settings, commands, packages, ports and addresses in a
// document, not those that are to come, here or by the documents around.
func Names(d *document.Document, coming map[string]bool) []Name {
	var found []Name
	prose, code := linesOf(d)
	list := isList(d, prose)
	for i := range prose {
		l := &prose[i]
		if strings.HasPrefix(l.text, "#") || l.start < d.Front.Span.End {
			continue
		}
		add := func(n Name, from, to int) {
			said := stateOf(d, l, from, to, list)
			if said == planned || said == listed && n.Of != Command || n.Of == Route && n.anyOf(coming) {
				return
			}
			n.Coming = coming
			n.Span, n.Row, n.Kept = document.Span{Start: l.start + from, End: l.start + to}, l.start, said == claimed && (n.Of != Library || calls.MatchString(l.text))
			before := strings.TrimRight(l.text[:from], "`* ")
			n.Claimed = saidOf.MatchString(before) || n.Of != Symbol && n.Of != Library && used.MatchString(before) || follows.MatchString(l.text[to:])
			found = append(found, n)
		}
		for _, m := range codeSpan.FindAllStringSubmatchIndex(l.text, 50) {
			if n, ok := named(l.text[m[2]:m[3]]); ok {
				add(n, m[2], m[3])
			}
		}
		for _, m := range port.FindAllStringSubmatchIndex(l.text, 10) {
			add(Name{Of: Port, Text: l.text[m[2]:m[3]]}, m[2], m[3])
		}
	}
	for _, l := range code {
		if m := command.FindStringSubmatchIndex(l.text); m != nil {
			n, ok := named(strings.TrimSpace(l.text))
			if n.Span, n.Shown, n.Row = (document.Span{Start: l.start, End: l.start + len(l.text)}), true, l.start; ok && n.Of == Command {
				found = append(found, n)
			}
		}
	}
	return found
}

// named tells what a code span names.
func named(text string) (Name, bool) {
	if placeholder("x/" + text) {
		return Name{}, false
	}
	if m := command.FindStringSubmatch(text); m != nil {
		program := m[1] + m[2]
		if m[2] == "pnpm" || m[2] == "yarn" {
			return Name{Of: Command, Program: program + " exec", Text: m[3]}, !ownCommand.MatchString(m[3])
		}
		return Name{Of: Command, Program: program, Text: m[3]}, program != "bun" || !strings.ContainsAny(m[3], ".")
	}
	if m := setting.FindStringSubmatch(text); m != nil {
		return Name{Of: Setting, Text: m[1]}, true
	}
	if m := route.FindStringSubmatch(text); m != nil {
		return Name{Of: Route, Text: m[1]}, !onDisk.MatchString(m[1]) && !filePath.MatchString(strings.TrimPrefix(m[1], "/"))
	}
	if library.MatchString(text) && !digest.MatchString(text) {
		return Name{Of: Library, Text: text}, true
	}
	name, _, _ := strings.Cut(text, "(")
	if len(name) > 5 && symbol.MatchString(text) && humped.MatchString(text) && !bareFile.MatchString(text) {
		return Name{Of: Symbol, Text: name}, true
	}
	return Name{}, false
}

// ownCommand is what programs that run scripts do themselves.
var ownCommand = pattern.New(`^(?:install|i|add|remove|rm|up|update|upgrade|exec|dlx|create|init|publish|pack|link|unlink|why|list|ls|outdated|audit|test|start|store|import|patch|rebuild|prune|config|set|global|workspace|workspaces|info|login|dedupe|deploy|fetch|root|bin|env|setup|version|cache|constraints|plugin|node)$`)

// library is a name as packages have it.
var library = pattern.New(`^(?:@[a-z][a-z0-9-]*/)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.js)?$`)

// digest is the beginning of a commit's name.
var digest = pattern.New(`^[0-9a-f]{7,40}$`)

// calls says that a line speaks of packages.
var calls = pattern.New(`(?i)\b(?:packages?|librar(?:y|ies)|dependenc(?:y|ies)|devdependenc(?:y|ies)|crates?|gems?|plugins?|framework|sdk|npm|pip|already in use)\b|依赖|依賴|库|ライブラリ`)

// onDisk is a path of a machine, which looks like that of an address.
var onDisk = pattern.New(`^/(?:Users|home|root|tmp|etc|usr|var|opt|bin|sbin|dev|proc|sys|mnt|srv|run|lib|data|app|workspace|Library|Applications)(?:/|$)`)

// bareFile is the name of a file without a folder.
var bareFile = pattern.New(`\.(?:go|py|[jt]sx?|[cm]js|json|ya?ml|toml|md|txt|env|lock|rs|java|kts?|cs|rb|php|sql|sh|html|s?css|vue|svelte|dart|swift|xml|ini|cfg|conf|log|csv|png|svg|proto|prisma|tf|mod|sum|local|example)$`)

// anyOf tells whether all parts of the path of an address after the first are among others.
func (n Name) anyOf(others map[string]bool) bool {
	parts := strings.FieldsFunc(n.Text, func(r rune) bool { return strings.ContainsRune(".:#/", r) })
	return !slices.ContainsFunc(parts[1:], func(part string) bool { return len(part) > 2 && !others[strings.Trim(part, "{}<>[]*")] })
}

// IsComing tells whether what is missing of the name is to come: a part of it, or, where no
// part is said to be missing, the name.
func (n Name) IsComing(part string) bool {
	return n.Of != Command && n.Of != Route && n.Coming[cmp.Or(part, n.Text)]
}
