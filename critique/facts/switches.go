package facts

import (
	"maps"
	"slices"
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

// setOnce is a key and its value in code within a sentence: `synchronous=FULL`.
var setOnce = pattern.New("`([A-Za-z][A-Za-z0-9_.-]{2,40})=\"?([A-Za-z0-9][A-Za-z0-9_.-]{0,30})\"?`")

// advised is what somebody else says of a setting.
var advised = pattern.New(`(?i)\b(?:recommend\w*|suggest\w*|tutorial|by default|defaults?|typical\w*|instead)\b|推荐|建议|默认`)

// setApart reports one key that sentences of two documents set to two values. A document that
// names both, and a key that has several values in one, speaks of more than one case.
func setApart(f *Found, all []statement) {
	type setting struct {
		*statement
		at    document.Span
		value string
	}
	of, values := map[string][]setting{}, map[*document.Document]map[string]map[string]bool{}
	for i := range all {
		s := &all[i]
		text := s.doc.Slice(s.at)
		if s.key || notChosen.MatchString(s.text) || advised.MatchString(s.text) || spokenOf(s.text) {
			continue
		}
		for _, m := range setOnce.FindAllStringSubmatchIndex(text, maxPaired) {
			key, value := strings.ToLower(text[m[2]:m[3]]), strings.ToLower(text[m[4]:m[5]])
			if values[s.doc] == nil {
				values[s.doc] = map[string]map[string]bool{}
			}
			if values[s.doc][key] == nil {
				values[s.doc][key] = map[string]bool{}
			}
			values[s.doc][key][value] = true
			if len(of[key]) < maxHolders {
				of[key] = append(of[key], setting{s, document.Span{Start: s.at.Start + m[2], End: s.at.Start + m[5]}, value})
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(of)) {
		first := of[key][0]
		for _, other := range of[key][1:] {
			if other.doc != first.doc && other.value != first.value && len(values[first.doc][key]) == 1 && len(values[other.doc][key]) == 1 {
				f.report(between(Values, first.place(), other.place(), first.doc.Slice(first.at), other.doc.Slice(other.at)))
				break
			}
		}
	}
}

func (s *statement) place() Place { return Place{s.doc, s.at} }
