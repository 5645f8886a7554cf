package structure

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// filler are words that change nothing in what a statement demands.
var filler = pattern.New(`(?i)\b(?:must|shall|should|will|also|likewise|additionally|furthermore)\b|必须|应当|应该|应|需要|需|也|还|同样|此外`)

func repeatedStatements(s *model.Session, d *document.Document, hit native.Hit) bool {
	native.CopiedFile(s, d, hit)
	if d.Kind == document.Decision {
		return true // what two options have in common is said of both
	}
	all := slices.DeleteFunc(slices.Concat(model.Statements(d), listedTerms(d)), func(st model.Statement) bool {
		return given.MatchString(d.Slice(d.LineAt(st.At.Start))) || numberedStep.MatchString(st.Raw) || ofField.MatchString(st.Raw)
	})
	all = all[:min(len(all), model.MaxCompared)]
	bags := make([]model.Bag, len(all))
	for i, st := range all {
		bags[i] = model.BagOf(filler.ReplaceAllString(model.WithoutIDs(st.Raw), " "))
	}
	w := model.Weigh(bags)
	near := w.Near(bags)
	type twin struct {
		at, of int
		parts  [2]*document.Section
	}
	var twins []twin
	parallel := map[[2]*document.Section]int{}
	for i := range bags {
		if len(bags[i]) < 5 {
			continue
		}
		for _, j := range near.To(bags[i], 0.75) {
			if j >= i {
				break
			}
			if len(bags[j]) < 5 || beginning.MatchString(all[i].Raw) || !slices.Equal(literals(all[i].Raw), literals(all[j].Raw)) || all[i].At.Overlaps(all[j].At) || model.Forbids.MatchString(all[i].Raw) != model.Forbids.MatchString(all[j].Raw) {
				continue // what one demands and the other forbids is no copy
			}
			if like := w.Likeness(bags[i], bags[j]); (like >= 0.85 || like >= 0.75 && bags[i].Within(bags[j])) && !mirrored(all[i].Raw, all[j].Raw) && !model.Parallel(plain(all[i].Raw), plain(all[j].Raw)) && !unlikeCapitals(filler.ReplaceAllString(model.WithoutIDs(all[i].Raw), " "), filler.ReplaceAllString(model.WithoutIDs(all[j].Raw), " ")) {
				parts := [2]*document.Section{demandOf(d, all[j]), demandOf(d, all[i])}
				twins = append(twins, twin{i, j, parts})
				parallel[parts]++
				break
			}
		}
	}
	for _, t := range twins {
		if logEntry.MatchString(t.parts[0].Title) && logEntry.MatchString(t.parts[1].Title) && t.parts[0] != t.parts[1] {
			continue // entries of a log: what held still held
		}
		if ofField.MatchString(all[t.at].Raw) || checkedApart(d, all[t.of], all[t.at]) {
			continue
		}
		if t.parts[0] == t.parts[1] && !step.MatchString(all[t.at].Raw) || parallel[t.parts] < 2 && !step.MatchString(all[t.at].Raw) && model.Obliges(all[t.at].Raw) {
			first := all[t.of]
			line, _ := d.Position(first.At.Start)
			hit(d, all[t.at].At, s.Say("line "+strconv.Itoa(line), "第 "+strconv.Itoa(line)+" 行")+model.Note(` ("`+model.Clip(strings.TrimSpace(first.Raw), 60)+`")`))
		}
	}
	return len(all) > 1
}

// plain is a statement without its ID and the words that change nothing in it.
func plain(text string) string { return filler.ReplaceAllString(model.WithoutIDs(text), " ") }

var (
	// given is the line on which a specification keeps the words it was asked for in.
	given = pattern.New(`(?i)^\W*(?:input|user description|original request|prompt|输入|用户描述|原始需求)\b?\W{0,4}[:：]`)
	// numberedStep is one of the steps of a plan, which goes through the same ones for each of its parts.
	numberedStep = pattern.New(`(?i)^\W*(?:\[[ xX]\]\W*)?(?:step|phase|步骤)\s*\d`)
	// ofField is what is said of a field: each thing that has it says it again.
	ofField = pattern.New("^[\\W_]*`")
	// logEntry is the heading of an entry of a log.
	logEntry = pattern.New(`\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}`)
)

// beginning is what a scenario starts from, and what a step of a guide is to print: several
// share theirs.
var beginning = pattern.New(`(?i)^[\W_]*(?:given|background|precondition|expected (?:output|result)|setup|假设|假如|给定|前提|预期(?:输出|结果))(?:\b|[^\w])`)

// literal is a value that a statement is about: in code marks, in quotes, or a number.
var literal = pattern.New("`[^`\n]+`|\"[^\"\n]{1,60}\"|“[^”\n]{1,60}”|\\b[\\w-]+\\.[a-z]{2,5}\\b|\\b\\d+(?:[.:]\\d+)*")

// literals are the values of a text, as often as it names them: "more than 1 day, at most
// 7 days: 1-hour steps" is another demand than "more than 7 days: 1-day steps".
func literals(text string) []string {
	found := literal.FindAllString(model.WithoutIDs(text), 40)
	slices.Sort(found)
	return found
}

// step is one of a scenario: scenarios share what they begin with, and how they end.
var step = pattern.New(`(?i)^\W*(?:given|when|then|and|but)\b`)

// checkedApart tells whether two statements are boxes below headings side by side: each is to
// be ticked for what its heading names, as for two browsers. What has an ID is a demand or a
// task of its own, and should stand once.
func checkedApart(d *document.Document, one, other model.Statement) bool {
	above, below := d.SectionAt(one.At.Start), d.SectionAt(other.At.Start)
	return above != below && above.Level == below.Level && above.Parent == below.Parent && ticks(d, one) && ticks(d, other)
}

// ticks tells whether a statement is an item to be ticked that has no ID.
func ticks(d *document.Document, st model.Statement) bool {
	line := d.Slice(d.LineAt(st.At.Start))
	return box.MatchString(line) && model.WithoutIDs(line) == line
}

// box begins an item to be ticked.
var box = pattern.New(`^\s*[-*+]\s+\[[ xX]\]\s`)

// demandOf is the story or requirement whose criterion a statement is. Two of them
// may well have some in common, as two adapters have.
func demandOf(d *document.Document, st model.Statement) *document.Section {
	section := d.SectionAt(st.At.Start)
	for section.Parent != nil && (section.Level > 6 || section.Topic == document.Acceptance) {
		section = section.Parent
	}
	return section
}

// mirrored tells whether two texts have the same names in capitals in another order: "from A to B",
// "from B to A".
func mirrored(a, b string) bool {
	one, other := proper.FindAllString(model.WithoutIDs(a), 20), proper.FindAllString(model.WithoutIDs(b), 20)
	if len(one) < 2 || len(one) != len(other) || slices.Equal(one, other) {
		return false
	}
	slices.Sort(one)
	slices.Sort(other)
	return slices.Equal(one, other)
}

var proper = pattern.New(`\b[A-Z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*\b`)

// unlikeCapitals tells whether each of two texts has a name in capitals that the other
// lacks, such as a value of an enumeration.
func unlikeCapitals(a, b string) bool {
	of := func(text, other string) bool {
		return slices.ContainsFunc(capitals.FindAllString(text, 20), func(name string) bool { return model.WholeWord(other, name) < 0 })
	}
	return of(a, b) && of(b, a)
}

var capitals = pattern.New(`\b[A-Z][A-Z_]{2,}\b`)

// listedTerms are the items of a document's constraints and assumptions: they
// bind without a modal, so they are no statements, and yet should stand once.
func listedTerms(d *document.Document) []model.Statement {
	var found []model.Statement
	for _, item := range d.Items {
		if item.Section.Under(document.Constraints, document.Assumptions) && !model.Obliges(item.Text) {
			found = append(found, model.Statement{Text: d.Prose[item.Start:item.End], At: item.Span, Raw: d.Slice(item.Span)})
		}
	}
	return found
}
