package pattern

import (
	"regexp"
	"regexp/syntax"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// maxFailed is how many places of one text are tried in vain before the regexp
// package goes over it by itself: a pattern without a longest match may look at
// the rest of the text at each.
const maxFailed = 16

// rare is the share of a text's bytes up to which it does not matter where matches
// can start.
const rare = 0.001

// worthwhile is how many bytes an expression has been looked for in when it pays to find out
// what its matches hold: a command that reads one document does not come so far.
const worthwhile = 32 << 10

// expression is a regular expression and what is known of its matches before
// matching. The regexp package is asked at the places where a match can start,
// or not at all.
type expression struct {
	starts   *scanner        // where matches can start; nil where that rules out too little
	holds    func() *scanner // what every match holds somewhere; nil where that rules out no more
	read     atomic.Int64    // bytes of texts, see worthwhile
	anchored bool            // every match starts with the text
	plain    func() *regexp.Regexp
	here     func() *regexp.Regexp // matches at the text's start only
	after    func() *regexp.Regexp // matches one character later only
}

func read(text string) *expression {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		panic(err)
	}
	tree = tree.Simplify()
	compiled := func(text string) func() *regexp.Regexp {
		return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
	}
	prog := compile(tree)
	e := &expression{
		anchored: prog.StartCond()&syntax.EmptyBeginText != 0,
		plain:    compiled(text),
		here:     compiled(`\A(?:` + text + `)`),
		after:    compiled(`\A(?s:.)(?:` + text + `)`),
	}
	starts, density := newScanner(prog)
	if density <= maxDensity {
		e.starts = starts
	}
	e.holds = sync.OnceValue(func() *scanner {
		if density > rare {
			if part, least := rarest(tree); least < density/8 {
				holds, _ := newScanner(compile(part))
				return holds
			}
		}
		return nil
	})
	return e
}

func compile(tree *syntax.Regexp) *syntax.Prog {
	prog, err := syntax.Compile(tree)
	if err != nil {
		panic(err)
	}
	return prog
}

// possible is false of a text that certainly does not hold what every match does.
func (e *expression) possible(s string) bool {
	if e.read.Add(int64(len(s))) < worthwhile {
		return true
	}
	holds := e.holds()
	if holds == nil {
		return true
	}
	at, _ := holds.next(s, 0)
	return at >= 0
}

func (e *expression) matches(s string) bool {
	if e.starts == nil {
		return e.possible(s) && e.plain().MatchString(s)
	}
	return e.all(s, 1, indexes) != nil
}

// all returns up to n matches, all of them when n is negative.
func (e *expression) all(s string, n int, form form) [][]int {
	if !e.possible(s) {
		return nil
	}
	if e.starts == nil {
		return form.all(e.plain(), s, n)
	}
	var found [][]int
	failed := 0
	for at, lanes := e.next(s, 0); at >= 0 && len(found) != n; {
		if failed == maxFailed {
			return form.all(e.plain(), s, n)
		}
		re, from := e.at(s, at)
		match := form.one(re, s[from:])
		if match == nil {
			if lanes&e.starts.endless != 0 {
				failed++
			}
			at, lanes = e.next(s, at+1)
			continue
		}
		for i := range match {
			if match[i] >= 0 {
				match[i] += from
			}
		}
		match[0] = at
		found = append(found, match)
		at, lanes = e.next(s, match[1])
	}
	return found
}

// next returns the next place where a match can start and the lanes it may begin in, or -1.
// The bytes of a character that are not its first are no place.
func (e *expression) next(s string, from int) (at int, lanes uint32) {
	if e.anchored {
		s = s[:min(len(s), headBytes)]
	}
	at, lanes = e.starts.next(s, from)
	for at >= 0 && !utf8.RuneStart(s[at]) && within(s, at) {
		at, lanes = e.starts.next(s, at+1)
	}
	if e.anchored && at > 0 {
		return -1, 0
	}
	return at, lanes
}

// within tells whether an offset lies inside a character.
func within(s string, at int) bool {
	for start := at - 1; start >= 0 && start > at-utf8.UTFMax; start-- {
		if utf8.RuneStart(s[start]) {
			_, width := utf8.DecodeRuneInString(s[start:])
			return start+width > at
		}
	}
	return false
}

// at returns an expression that matches at one place only, and from where on the
// text is to be given to it: assertions look at the character before the place.
func (e *expression) at(s string, place int) (re *regexp.Regexp, from int) {
	if place == 0 || !e.starts.looksBack {
		return e.here(), place
	}
	_, width := utf8.DecodeLastRuneInString(s[:place])
	return e.after(), place - width
}
