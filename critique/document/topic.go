package document

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Topic is what a section is about, whatever its heading says.
type Topic string

// The topics rules ask for.
const (
	NonGoals      Topic = "non-goals"
	OpenQuestions Topic = "open questions"
	Watch         Topic = "watch items"
	InScope       Topic = "in scope"
	Vision        Topic = "vision"
	Users         Topic = "users"
	Problem       Topic = "problem"
	Done          Topic = "definition of done"
	Acceptance    Topic = "acceptance criteria"
	NonFunctional Topic = "non-functional requirements"
	Traces        Topic = "traceability"
	Metrics       Topic = "metrics"
	Goals         Topic = "goals"
	Assumptions   Topic = "assumptions"
	Constraints   Topic = "constraints"
	Risks         Topic = "risks"
	Attributes    Topic = "quality attributes"
	Errors        Topic = "error handling"
	Functional    Topic = "functional requirements"
	Decisions     Topic = "decisions"
	Data          Topic = "data"
	Stack         Topic = "technology stack"
	Security      Topic = "security"
	Testing       Topic = "testing"
	Integration   Topic = "integration"
	Components    Topic = "components"
	Interfaces    Topic = "interfaces"
	States        Topic = "states"
	Settings      Topic = "configuration"
	MVP           Topic = "mvp"
	Order         Topic = "execution order"
	Dependencies  Topic = "dependencies"
	Story         Topic = "user story"
	Stories       Topic = "stories"
	Overview      Topic = "epic overview"
	Alternatives  Topic = "alternatives"
	Negative      Topic = "negative consequences"
	Consequences  Topic = "consequences"
	Gate          Topic = "gate"
	Scores        Topic = "scores"
	Issues        Topic = "issues"
	Summary       Topic = "summary"
	Conflicts     Topic = "conflicting views"
	Themes        Topic = "convergent themes"
	Scope         Topic = "scope"
)

// Topics returns every topic that headings can have.
func Topics() []Topic {
	return slices.Compact(slices.Sorted(slices.Values(known().topics)))
}

// topicsText is what headings call each topic.
//
//go:embed topics.txt
var topicsText string

// phrases are the words of headings: the English ones to be looked up, the Chinese ones to be
// looked for.
type phrases struct {
	topics  []Topic        // in their order
	english map[string]int // places among the topics
	whole   map[string]int // of those that are whole headings
	longest int            // words of the longest
	chinese []phrase
	hints   map[Topic][]string // of headings that do not name the topic
}

type phrase struct {
	text  string
	place int
}

var known = sync.OnceValue(func() phrases {
	p := phrases{english: map[string]int{}, whole: map[string]int{}, hints: map[Topic][]string{}}
	for line := range strings.Lines(topicsText) {
		topic, words, named := strings.Cut(strings.TrimSpace(line), ": ")
		if !named || topic[0] == '#' {
			continue
		}
		if hinted, weak := strings.CutSuffix(topic, "~"); weak {
			p.hints[Topic(hinted)] = strings.Split(words, ", ")
			continue
		}
		place := len(p.topics)
		p.topics = append(p.topics, Topic(topic))
		for text := range strings.SplitSeq(words, ", ") {
			if whole, found := strings.CutPrefix(text, "="); found {
				p.whole[whole] = place
			} else if text[0] >= utf8.RuneSelf {
				p.chinese = append(p.chinese, phrase{text, place})
			} else if _, taken := p.english[text]; !taken {
				p.english[text] = place
				p.longest = max(p.longest, 1+strings.Count(text, " "))
			}
		}
	}
	return p
})

// identifier tells whether a heading is the name of a table or field, such as
// speaking_questions: it is about that, not about what its words mean.
func identifier(title string) bool {
	return strings.Contains(title, "_") && !strings.ContainsFunc(title, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// titleWords are the words of a heading.
func titleWords(title string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(title, "’", "'")), func(r rune) bool {
		return strings.ContainsRune(" -_&/,()（）:：、.+|?？", r)
	})
}

// Hints tells whether what stands under a heading may well be about a topic that it does not name: the
// background of a product is most often its problem.
func Hints(title string, topic Topic) bool {
	return slices.ContainsFunc(joinedTitles.Split(title, 5), func(part string) bool {
		text := strings.Join(titleWords(part), " ")
		return TopicOf(part) == "" && slices.ContainsFunc(known().hints[topic], func(hint string) bool {
			whole, all := strings.CutPrefix(hint, "=")
			return text == whole || !all && (hint[0] >= utf8.RuneSelf && strings.Contains(text, hint) || strings.Contains(" "+text+" ", " "+hint+" "))
		})
	})
}

// TopicOf returns the topic of a heading, or "".
func TopicOf(title string) Topic {
	if title == "" || len(title) > 120 || identifier(title) {
		return ""
	}
	words := titleWords(title)
	phrases := known()
	best := len(phrases.topics)
	text := strings.Join(words, " ")
	if place, found := phrases.whole[text]; found {
		best = place
	}
	from := 0 // of the words i to j in the text
	for i := range words {
		to := from
		for j := i; j < len(words) && j < i+phrases.longest; j++ {
			to += len(words[j])
			if place, found := phrases.english[text[from:to]]; found {
				best = min(best, place)
			}
			to++
		}
		from += len(words[i]) + 1
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		for _, p := range phrases.chinese {
			if p.place < best && strings.Contains(text, p.text) {
				best = p.place
			}
		}
	}
	if best == len(phrases.topics) {
		return ""
	}
	return phrases.topics[best]
}
