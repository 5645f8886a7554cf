package facts

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// A switch that is on counts as 2 and one that is off as 1, in a unit of its own: so two
// statements about it are compared like two amounts.
const (
	switchUnit = "switch"
	off        = 1
	on         = 2
)

var (
	byDefault = pattern.New(`(?i)\b(enabled|on|active|activated|opted in|opt-out|disabled|off|inactive|deactivated|opted out|opt-in) by default\b|\bdefaults? (?:to|is|are|:)\s*(?:an? )?(enabled|on|true|disabled|off|false)\b|默认(?:为|是|均|都|设为)?\s*(开启|启用|打开|开|关闭|禁用|停用|不启用|不开启|关)`)
	denied    = pattern.New(`(?i)\b(?:not|never|n't) (?:be )?$|(?:不得|不能|不应|不可|禁止|不)$`)
)

// positive are the words for a switch that is on.
var positive = map[string]bool{"enabled": true, "on": true, "active": true, "activated": true, "opted in": true, "opt-out": true, "true": true, "yes": true, "开启": true, "启用": true, "打开": true, "开": true, "是": true}

// negative are the words for a switch that is off.
var negative = map[string]bool{"disabled": true, "off": true, "inactive": true, "deactivated": true, "opted out": true, "opt-in": true, "false": true, "no": true, "none": true, "关闭": true, "禁用": true, "停用": true, "不启用": true, "不开启": true, "关": true, "否": true}

// switchIn returns whether a statement says of something that it is on or off by default.
func switchIn(s *statement) (q quantity, ok bool) {
	if s.key {
		key, value, _ := strings.Cut(s.text, ":")
		word := strings.ToLower(strings.Trim(value, " \"'`,"))
		return polar(word, false, document.Span{Start: s.at.Start, End: s.at.End}), key != "" && (positive[word] || negative[word])
	}
	if word := strings.ToLower(strings.Trim(s.text, " \"'")); s.table != nil && s.column > 0 && len(word) > 1 && (positive[word] || negative[word]) && word != "yes" && word != "no" && word != "none" && word != "active" {
		return polar(word, false, s.at), true
	}
	m := byDefault.FindStringSubmatchIndex(s.text)
	if m == nil {
		return q, false
	}
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 {
			word := strings.ToLower(s.text[m[g]:m[g+1]])
			return polar(word, denied.MatchString(s.text[:m[g]]), document.Span{Start: s.at.Start + m[0], End: s.at.Start + m[1]}), true
		}
	}
	return q, false
}

func polar(word string, denied bool, at document.Span) quantity {
	q := quantity{value: off, unit: switchUnit, Span: at}
	if positive[word] != denied {
		q.value = on
	}
	return q
}

//go:embed words/modes.txt
var modeWords string

// A mode is a way to work of which something has one: automatic or manual, daily or weekly. It
// counts as a value in a unit of its family, so two statements about it are compared like two
// amounts, and what they share decides whether they speak of one thing.

// modePrefix begins the units of modes.
const modePrefix = "mode "

// mode is one spelling of a side of a family.
type mode struct {
	unit  string
	side  float64
	words []string // in lower case, or itself in Chinese
}

// modes finds spellings by the word they begin with, and Chinese ones by themselves.
type modes struct {
	begin map[string][]mode
	han   []mode
}

func readModes(list string) *modes {
	all := &modes{begin: map[string][]mode{}}
	for i, line := range linesOf(list) {
		side := 1.0
		for _, names := range line {
			if names == "|" {
				side++
				continue
			}
			for name := range strings.SplitSeq(names, "=") {
				m := mode{unit: modePrefix + strconv.Itoa(i), side: 10 + side}
				if name[0] >= 0x80 {
					m.words = []string{name}
					all.han = append(all.han, m)
					continue
				}
				m.words = strings.Split(name, "_")
				all.begin[m.words[0]] = append(all.begin[m.words[0]], m)
			}
		}
	}
	longest := func(a, b mode) int { return len(strings.Join(b.words, " ")) - len(strings.Join(a.words, " ")) }
	for _, list := range all.begin {
		slices.SortStableFunc(list, longest)
	}
	slices.SortStableFunc(all.han, longest)
	return all
}

var (
	// noMode is what stands before a mode that is not so, or that is only spoken of.
	noMode = pattern.New(`(?i)(?:\b(?:not|no|never|nor|without|n't|neither|instead of|rather than|unlike|except|avoid\w*|from|than|whether|either|if|when|once|unless|until|until it is|both)(?: \pL+){0,2} ?$|\b(?:back|switch\w*|chang\w*|mov\w*|turn\w*)(?: \pL+)? to ?$|(?:不|非|未|无|无须|无需|而不是|避免|是否|如果|除|若|当|切回|改回|切换到?|切换为|转为|恢复)$)`)
)

// modesIn returns the modes that a statement names of something, each family once. Where it names
// two sides of a family it chooses none.
func (x *modes) modesIn(w *weights, s *statement) (found []quantity) {
	seen := map[string]int{}
	add := func(m *mode, start, end int) {
		q := quantity{value: m.side, unit: m.unit, Span: document.Span{Start: s.at.Start + start, End: s.at.Start + end}}
		before, after := s.text[max(0, start-40):start], s.text[end:]
		if cut := strings.LastIndexAny(before, ",;:.，；：。（("); cut >= 0 {
			before = before[cut+1:]
		}
		if noMode.MatchString(before) || strings.HasPrefix(strings.TrimLeft(after, " "), "or ") {
			return // it is not so, or need not be
		}
		if i, known := seen[m.unit]; known {
			if found[i].value != q.value {
				found[i].value = 0
			}
			return
		}
		seen[m.unit] = len(found)
		found = append(found, q)
	}
	tokens := w.tokens(s.text)
	word := func(i int) string { return strings.ToLower(s.text[tokens[i].start:tokens[i].end]) }
	for i := 0; i < len(tokens); i++ {
		for j := range x.begin[word(i)] {
			if m := &x.begin[word(i)][j]; m.at(word, i, len(tokens)) {
				add(m, tokens[i].start, tokens[i+len(m.words)-1].end)
				i += len(m.words) - 1
				break
			}
		}
	}
	text := s.text
	for j := range x.han {
		if at := strings.Index(text, x.han[j].words[0]); at >= 0 {
			end := at + len(x.han[j].words[0])
			add(&x.han[j], at, end)
			text = text[:at] + strings.Repeat(" ", end-at) + text[end:]
		}
	}
	return slices.DeleteFunc(found, func(q quantity) bool { return q.value == 0 })
}

// at tells whether some words from one on are a spelling.
func (m *mode) at(word func(int) string, from, of int) bool {
	for i, want := range m.words {
		if from+i >= of || word(from+i) != want {
			return false
		}
	}
	return true
}

// isMode tells whether a unit is that of a family of modes.
func isMode(unit string) bool { return strings.HasPrefix(unit, modePrefix) }
