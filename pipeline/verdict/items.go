package verdict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/internal/text/markdown"
)

// How many action items the ready-made texts name. The record and the verdict hold all.
const (
	topItems     = 3
	mostItems    = 10 // of a block, unless more of them block
	mostBlocking = 40
)

// item is an action item as a record shows it.
type item struct {
	critique.ActionItem
	Number  int
	Settled bool   // a person has accepted it
	Place   string // where to look, as code
	Mending string // how it is mended, where another wording says so
}

// openFirst are the action items, those that a person has accepted last: what is left to do
// has numbers without a gap, the same in every text.
func openFirst(v Verdict) []critique.ActionItem {
	return slices.SortedStableFunc(slices.Values(v.ActionItems), func(a, b critique.ActionItem) int {
		switch done, other := passed(v, a), passed(v, b); {
		case done == other:
			return 0
		case done:
			return 1
		}
		return -1
	})
}

// passed tells whether a person has accepted what an action item answers, a single fact included.
func passed(v Verdict, item critique.ActionItem) bool {
	return settled(v, item) || item.Kind == critique.ItemFact && slices.ContainsFunc(v.Divergences, func(d critique.Divergence) bool {
		return d.Type == critique.Fact && d.Accepted && d.Topic+": "+d.Description == item.Text
	})
}

// items are all of them, with paths as from makes them.
func items(v Verdict, from func(name string) string) []item {
	var list []item
	for i, action := range openFirst(v) {
		shown := item{ActionItem: action, Number: i + 1, Settled: passed(v, action), Mending: mending(action)}
		if action.Path != "" {
			shown.Place = place(from(action.Path), action.Line)
		}
		list = append(list, shown)
	}
	return list
}

// firstItems are the first action items, numbered as in the record and with the severity of
// those that block. What a person has accepted is nothing to do.
func firstItems(v Verdict, most int) []string {
	var texts []string
	for i, item := range openFirst(v) {
		if len(texts) == most {
			break
		}
		if passed(v, item) {
			continue
		}
		text := strconv.Itoa(i+1) + ". "
		if item.Blocks && item.Severity != "" {
			text += string(item.Severity) + ": "
		}
		text += markdown.OneLine(item.Text)
		if how := mending(item); how != "" {
			text = unended(text) + " → " + markdown.OneLine(how)
		}
		if item.Path != "" {
			text = unended(text) + " (" + Placed(fromProject(v, item.Path), item.Line) + ")"
		}
		texts = append(texts, text)
	}
	return texts
}

// mending is the first suggestion that was merged into an item about something else,
// unless the item says itself how it is mended.
func mending(item critique.ActionItem) string {
	if item.Kind == critique.ItemRisk && strings.Contains(item.Text, " → ") {
		return ""
	}
	at := slices.IndexFunc(item.Wordings, func(w critique.Wording) bool { return w.Kind == critique.ItemSuggestion })
	if at < 0 || item.Kind == critique.ItemSuggestion {
		return ""
	}
	return item.Wordings[at].Text
}

// prioritised are the action items of a block: all that answer a reason to block, and
// the first of the others, with a word about those left out.
func prioritised(v Verdict) []string {
	most := 0
	for _, item := range v.ActionItems {
		if item.Blocks {
			most++
		}
	}
	return andMore(v, firstItems(v, max(mostItems, min(most, mostBlocking))))
}

// andMore adds how many action items there are to do beside those told.
func andMore(v Verdict, texts []string) []string {
	if more := len(firstItems(v, len(v.ActionItems))) - len(texts); more > 0 {
		texts = append(texts, "("+furtherInRecord(v, more)+")")
	}
	return texts
}

func furtherInRecord(v Verdict, more int) string {
	return fmt.Sprintf(words(v)("%d more in the discussion record", "另有 %d 项, 见讨论记录"), more)
}
