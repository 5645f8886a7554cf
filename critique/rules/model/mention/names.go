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
	Claimed bool          // the words around it say that it is there
	Time                  // when it is there, as they say
	Open    bool          // a task says so that is not done
	Listed  bool          // nothing says so but that a list of what is to be done names it
	around  *surroundings // what the documents around say
	In      string        // the file that is said to hold it; "" when none is
	Kept    bool          // they speak of what is there
	Shown   bool          // it stands in code, which may show what is to come
	Plain   bool          // nothing marks it as a name but its form
	Row     int           // where its line starts: names of a line keep company
	Tabled  bool          // the line is the row of a table
}

// Shown counts the lines that say of names that they are to come, or show them; of tables
// and headings, which also tell what is there, one line counts half.
type Shown map[string]int

// surroundings are what the documents of a session say is to come, and what they show.
type surroundings struct {
	Coming, Shown Shown
	listed        Shown // of Coming, those that a list of what is to be done only names
	leaving       Shown // of Coming, those that go, or are not there
}

// has tells whether a name is to come by another line than its own, which may be the row of
// a table.
func (s Shown) has(name string, tabled bool) bool { return s[name] > 1 || s[name] == 1 && !tabled }

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
	used    = pattern.New(`(?i)\b(?:runs?|runs? on|listens? on|served? (?:on|at)|reads?|via|see|calls?|from|by|answers?)\b[^.;]{0,24}$|\b(?:environment variables?|env vars?)[^.;]{0,12}$|环境变量[^。；]{0,6}$|(?:运行|监听|读取|调用|通过|実行|呼び出)[^。；]{0,12}$`)
	follows = pattern.New(`(?i)^[` + "`" + `*]*(?:\s*\([^)]*\))?,?\s*(?:[a-z]+ ){0,3}?(?:already\b|today\b|currently\b|exists?\b|is (?:defined|located|implemented|used|read|set|exported|called) (?:in|by|at|from|today|already)|lives? in|(?:in|from|at) \x60[^\x60]+/[^\x60]+\.[a-z]+\x60|reads?\b|returns?\b|handles\b|stores\b|answers\b)`)
)

// comingNames returns the names that the documents of a session say are to come, and those
// in the code that they show.
func comingNames(docs []*document.Document) *surroundings {
	all := &surroundings{Shown{}, Shown{}, Shown{}, Shown{}}
	for _, d := range docs {
		prose, code := linesOf(d)
		list := isList(d, prose)
		for _, l := range code {
			all.Shown.note(l.text, 2)
		}
		for i := range prose {
			l := &prose[i]
			if strings.HasPrefix(l.text, "#") || l.row() {
				all.Shown.note(l.text, 1) // a heading and a table describe what there shall be
				continue
			}
			for _, m := range codeSpan.FindAllStringSubmatchIndex(l.text, 50) {
				said := l.orRead(stateOf(d, l, m[0], m[1], list), m[2], m[3])
				if said == planned || said == away || said == listed && !isUsed(l, m[2], m[3]) {
					all.Coming.note(l.text[m[2]:m[3]], 2)
				}
				if said == listed {
					all.listed.note(l.text[m[2]:m[3]], 2)
				}
				if said == away {
					all.leaving.note(l.text[m[2]:m[3]], 2)
				}
			}
		}
	}
	return all
}

// given says right before a variable that it is read, or set outside: not that it is made.
var given = pattern.New(`(?i)\b(?:reads?|us(?:es?|ing)|via|from|set|with|in|secret|variables?|vars?|requires?)(?: the)?\W*$`)

// orRead is what the words around say of a name: to demand that a variable is read makes none.
func (l *line) orRead(said state, from, to int) state {
	if said == planned && setting.MatchString(l.text[from:to]) && given.MatchString(l.text[:from]) && l.object(l.text[:from], l.text[to:]) != planned {
		return listed
	}
	return said
}

// note counts the names of a line.
func (s Shown) note(text string, halves int) {
	seen := map[string]bool{}
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r != '_' && r != '$' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		if !seen[name] {
			seen[name] = true
			s[name] += halves
		}
	}
}

var (
	// inFile is a file right behind a name that is said to be in it.
	inFile = pattern.New("(?i)^[`*]*(?:\\s*\\([^)`]*\\))?,?\\s*(?:(?:functions?|methods?|class|components?|hooks?|helpers?|types?|interfaces?|enum|constants?|variables?|tables?|tests?|fixtures?|keys?|entry)\\s+)?(?:\\(|is\\s+)?(?:(?:already|currently|defined|declared|located|implemented|exported|lives?|found|read|set)\\s+){0,2}(?:in|inside|within|from|of)\\s+(?:the\\s+)?(?:existing\\s+)?`([A-Za-z0-9_@./\\[\\]()-]+\\.[a-z]{1,6})(?::\\d+[-\\d]*)?`")
	// ofFile is a file right before a name that it is said to hold.
	ofFile = pattern.New("(?i)`([A-Za-z0-9_@./\\[\\]()-]+\\.[a-z]{1,6})(?::\\d+[-\\d]*)?`[*]*\\s*(?:'s|’s|中的|里的|内的|的|(?:already |currently )?(?:exports|defines|contains|declares|provides|has)(?: an?| the)?)\\s*$")
	// instrument says that something is done with the next name: it is there, or made elsewhere.
	instrument = pattern.New(`(?i)(?:\b(?:via|using|through|call(?:s|ing)?|invok(?:e|es|ing)|reus(?:e|es|ing)|imports?)(?: the| existing)?|调用|通过|使用|复用|沿用)\s*$`)
	// imported are names that a text takes from one of the project's own modules.
	imported = pattern.New("(?i)\\bimports? (?:\\{ ?)?(`?[A-Za-z_][A-Za-z0-9_]*`?(?:(?:, (?:and )?| and )`?[A-Za-z_][A-Za-z0-9_]*`?){0,6})(?: ?\\})? from [`'\"]?(?:[@~]/|\\.\\.?/)[A-Za-z0-9_]")
	// plainName is a name that its humps or underscores mark.
	plainName = pattern.New(`(?:^|[\s(,])([a-z]{2,}[a-z0-9]*(?:[A-Z][a-z]{2,}[a-z0-9]*)+|[a-z]{2,}(?:_[a-z0-9]{2,})+)(?:\(\))?(?:[\s),;:]|\.(?:\s|$)|$)`)
)

// isUsed tells whether a line says of a name that something is done with it, or which file
// holds it.
func isUsed(l *line, from, to int) bool {
	before := strings.TrimRight(l.text[:from], "`* ")
	return instrument.MatchString(before) || fileOf(l, from, to) != ""
}

// Names returns the names of code, settings, commands, packages, ports and addresses in a
// document, not those of what is gone, and of examples.
func Names(d *document.Document, around *ToCome) []Name {
	prose, code := linesOf(d)
	r := reader{document: d, around: around.names, list: isList(d, prose)}
	for i := range prose {
		l := &prose[i]
		if strings.HasPrefix(l.text, "#") || l.start < d.Front.Span.End {
			continue
		}
		r.line(l)
	}
	for i := range code {
		r.typed(&code[i])
	}
	return r.found
}

// reader collects the names of a document.
type reader struct {
	document *document.Document
	around   *surroundings
	list     bool
	found    []Name
}

// line takes the names of a line of text.
func (r *reader) line(l *line) {
	spans := codeSpan.FindAllStringSubmatchIndex(l.text, 50)
	for _, m := range spans {
		span := l.text[m[2]:m[3]]
		if held := heldIn.FindStringSubmatchIndex(span); held != nil {
			if n, ok := named(span[held[4]:held[5]]); ok {
				n.In = span[held[2]:held[3]]
				r.add(n, l, m[2]+held[4], m[2]+held[5])
			}
		} else if n, ok := named(span); ok {
			r.add(n, l, m[2], m[3])
		}
	}
	for _, m := range port.FindAllStringSubmatchIndex(l.text, 10) {
		r.add(Name{Of: Port, Text: l.text[m[2]:m[3]]}, l, m[2], m[3])
	}
	taken := imported.FindStringSubmatchIndex(l.text)
	for _, m := range plainName.FindAllStringSubmatchIndex(l.text, 20) {
		if !slices.ContainsFunc(spans, func(s []int) bool { return m[2] < s[1] && s[0] < m[3] }) && m[3]-m[2] >= 8 {
			n := Name{Of: Symbol, Text: l.text[m[2]:m[3]], Plain: true}
			if taken != nil && m[2] >= taken[2] && m[3] <= taken[3] {
				n.Claimed = true
			}
			r.add(n, l, m[2], m[3])
		}
	}
}

// typed takes what a line of code tells a program to run.
func (r *reader) typed(l *line) {
	m := command.FindStringSubmatchIndex(l.text)
	if m == nil {
		return
	}
	n, ok := named(strings.TrimSpace(l.text))
	if n.Span, n.Shown, n.Row = (document.Span{Start: l.start, End: l.start + len(l.text)}), true, l.start; ok && n.Of == Command {
		r.found = append(r.found, n)
	}
}

// add takes a name unless it is gone, or that of an example.
func (r *reader) add(n Name, l *line, from, to int) {
	said := l.orRead(stateOf(r.document, l, from, to, r.list), from, to)
	if n.In == "" {
		n.In = fileOf(l, from, to)
	}
	before := strings.TrimRight(l.text[:from], "`* ")
	if said == listed && (n.Of == Command || n.In != "" || n.Claimed || n.Of == Symbol && instrument.MatchString(before)) {
		said = unsaid
	}
	if (said == planned || said == away) && n.Of == Command && !l.goesOrComes(from, to) {
		said = unsaid // what is said of what then comes of it
	}
	if said == away || becomes.MatchString(l.text[to:]) {
		return
	}
	n.around, n.Tabled = r.around, l.row()
	n.Span, n.Row, n.Kept = document.Span{Start: l.start + from, End: l.start + to}, l.start, said == claimed && (n.Of != Library || calls.MatchString(l.text))
	n.Kept = n.Kept || n.Of == Symbol && (instrument.MatchString(before) || done.MatchString(before)) || n.Of == Library && (numbered.MatchString(l.text[to:]) || source.MatchString(before))
	if said.toCome() {
		n.Time, n.Open, n.Listed, n.Claimed, n.Kept = ToBe, l.task == ' ', said == listed, false, false
		r.found = append(r.found, n)
		return
	}
	n.Claimed = n.Claimed || saidOf.MatchString(before) && (n.Of != Library || calls.MatchString(l.text)) || isKept(before) && n.Of != Library || n.Of != Symbol && n.Of != Library && used.MatchString(before) || follows.MatchString(l.text[to:])
	r.found = append(r.found, n)
}

// becomes says right behind a name that another takes its place.
var becomes = pattern.New("^[`*]*\\s*(?:→|->|=>)\\s*[`*]*\\w")

// numbered is a version right behind the name of a package, source what says right before
// one that something is taken from it.
var (
	numbered = pattern.New("^[`*]*\\s*[:：@(]?\\s*`?[v^~>=]{0,2}\\d+\\.\\d+")
	source   = pattern.New("(?i)\\bimport(?:s|ed|ing)?\\b[^.;]{0,40}\\bfrom$")
)

// goesOrComes tells whether the words before a place, or a mark right behind it, say that it
// is to come, or goes.
func (l *line) goesOrComes(from, to int) bool {
	start, end := l.clause(from, to)
	before := strings.TrimRight(l.text[start:from], "`*_ (（:：")
	behind := l.text[to:end]
	if at := strings.IndexAny(behind, ",:;(—"); at >= 0 {
		behind = behind[:at]
	}
	return l.object(before, l.text[to:end]) == planned || coming.MatchString(before) || coming.MatchString(near(behind))
}

// fileOf is the file that a line says holds the name at a place; "" when there is none.
func fileOf(l *line, from, to int) string {
	if m := inFile.FindStringSubmatch(l.text[to:]); m != nil {
		return m[1]
	}
	if m := ofFile.FindStringSubmatch(strings.TrimRight(l.text[:from], "`")); m != nil {
		return m[1]
	}
	return ""
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
	if library.MatchString(text) && !digest.MatchString(text) && !bareName(text) {
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

// among tells whether others have a part of the name that is missing: of an address all
// parts after the first.
func (n *Name) among(others Shown, part string) bool {
	if n.Of != Route {
		return others.has(cmp.Or(part, n.Text), n.Tabled)
	}
	parts := strings.FieldsFunc(n.Text, func(r rune) bool { return strings.ContainsRune(".:#/", r) })
	return !slices.ContainsFunc(parts[1:], func(part string) bool { return len(part) > 2 && !others.has(strings.Trim(part, "{}<>[]*"), n.Tabled) })
}

// Leaves tells whether a document says that the name goes, or is not there.
func (n *Name) Leaves() bool { return n.around != nil && n.around.leaving.has(n.Text, n.Tabled) }

// TimeOf tells when what is missing of the name is there, by all that is said of it.
func (n *Name) TimeOf(part string) Time {
	switch {
	case n.Time == ToBe || n.around == nil || n.Of == Command:
		return n.Time
	case n.among(n.around.Coming, part):
		n.Listed = n.around.Coming[n.Text] == n.around.listed[n.Text]
		return ToBe
	case n.among(n.around.Shown, part):
		return Sketched
	}
	return n.Time
}
