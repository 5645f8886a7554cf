package answer

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"discussd/critique/answer/lenient"
	"discussd/internal/text/terms"
)

// The fields of a critique, under the names a prompt asks for.
const (
	fieldRating       = "rating"
	fieldStrengths    = "strengths"
	fieldWeaknesses   = "weaknesses"
	fieldSuggestions  = "suggestions"
	fieldQuestions    = "open_questions"
	fieldRiskLevel    = "risk_level"
	fieldMissing      = "missing_requirements"
	fieldKeyFinding   = "key_finding"
	fieldRisks        = "risks"
	fieldTestability  = "testability_issues"
	fieldAssumptions  = "assumptions_to_validate"
	fieldDependencies = "dependencies"
	fieldLevels       = "levels" // lists of weaknesses under the names of severities

	fieldUnderstanding = "updated_understanding" // may hold the first three of:
	fieldConfirmed     = "confirmed"
	fieldCorrected     = "corrected"
	fieldInsights      = "new_insights"
	fieldFindings      = "new_findings"
	fieldNewQuestions  = "new_questions"
)

// pointFields are the lists of points, in the order of [critique.Critique.Lists].
var pointFields = [...]string{fieldStrengths, fieldWeaknesses, fieldSuggestions, fieldQuestions}

// fieldNames and partNames map the names that models give to a field, or to a part of an item, to ours.
var (
	fieldNames = look("fields")
	partNames  = look("parts")
)

//go:embed names.toml
var namesText string

var names = sync.OnceValue(func() (tables map[string]map[string]string) {
	if err := toml.Unmarshal([]byte(namesText), &tables); err != nil {
		panic(err) // a test reads them
	}
	return tables
})

// look makes of a table of names a look-up from each plain one.
func look(table string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		known := map[string]string{}
		for ours, theirs := range names()[table] {
			for name := range strings.FieldsSeq(theirs) {
				known[plainName(name)] = ours
			}
		}
		return known
	})
}

// plainName is the folded form of a key or heading, "" of a text too long to be one.
func plainName(name string) string {
	const longest = 200 // bytes
	if len(name) > longest {
		return ""
	}
	return terms.Folded(name)
}

// named collects the values of an object under the names of a look-up, that of the exact name first.
func named(fields map[string]any, names map[string]string) map[string][]any {
	values := map[string][]any{}
	for _, key := range sortedKeys(fields) {
		name, known := names[plainName(key)]
		switch {
		case !known:
		case key == name:
			values[name] = append([]any{fields[key]}, values[name]...)
		default:
			values[name] = append(values[name], fields[key])
		}
	}
	return values
}

// shape returns what tells whether an object is the answer that was asked for.
func (e Expect) shape() lenient.Shape {
	lists := []string{fieldStrengths, fieldWeaknesses, fieldSuggestions, fieldQuestions, fieldMissing, fieldRiskLevel}
	switch {
	case e.Rulings:
		return func(fields map[string]any) bool { _, isList := fields[fieldRulings].([]any); return isList }
	case e.Understanding:
		return isUnderstanding
	case e.Risks: // elsewhere any JSON document may hold them
		lists = append(lists, fieldRisks)
	}
	return func(fields map[string]any) bool { return isCritique(fields, lists) }
}

// isCritique tells whether an object has a rating, weaknesses, or two of the lists of points.
func isCritique(fields map[string]any, lists []string) bool {
	has := given(fields)
	points := 0
	for _, field := range lists {
		if has[field] {
			points++
		}
	}
	if has[fieldLevels] {
		points++
	}
	return points >= 2 || has[fieldRating] || has[fieldWeaknesses]
}

func given(fields map[string]any) map[string]bool {
	has := map[string]bool{}
	for key, value := range fields {
		has[fieldNames()[plainName(key)]] = true
		switch severity, certain := weightOf(key); {
		case severity == "" || value != nil && !isGroup(value): // a count of them, say
		case certain:
			has[fieldWeaknesses] = true
		default:
			_, isList := value.([]any)
			has[fieldLevels] = has[fieldLevels] || isList
		}
	}
	return has
}
