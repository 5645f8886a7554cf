package checks

import (
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

var (
	countedIDs  = pattern.New(`(?i)(\d+)\s*(?:个|条|份|项)?\s*(ADRs?|epics?)\s*(?:$|[|,，。;；)）\n])`)
	countedNoun = pattern.New(`\b(\d{2,4})\s+([A-Za-z]{4,}s)\b`)
	// unitNouns measure or come in parts: two numbers of them say nothing.
	unitNouns = pattern.New(`(?i)^(?:seconds|minutes|hours|days|weeks|months|years|users|items|files|lines|words|characters|percents?|points|times|requests|records|rows|bytes|people|pixels|steps|tests|cases|levels|chars|results|entries|sessions|connections|attempts|messages|tokens|pages|hits|calls|errors|docs|units|parts|spaces|columns|cells|nodes|editors|customers|clients|devices|customers|visits|orders)$`)
)

// differingCounts compares "3 ADRs" with the decisions that exist, an index
// with the files beside it, and "48 commands" with earlier documents.
func differingCounts(s *session, d *document.Document, hit hit) bool {
	applied := false
	if d.Kind == document.Readiness {
		for _, m := range find(d.Prose, countedIDs, 20) {
			list, noun := s.defined().decisions, strings.ToLower(d.Prose[m[4]:m[5]])
			if strings.HasPrefix(noun, "epic") {
				list = s.defined().epics
			}
			said, _ := strconv.Atoi(d.Prose[m[2]:m[3]])
			if len(list.list) == 0 || strings.Contains(strings.ToLower(d.Prose[max(0, m[0]-12):m[0]]), "of ") {
				continue
			}
			if applied = true; said != len(list.list) {
				hit(d, document.Span{Start: m[2], End: m[5]}, itoa(said), itoa(len(list.list)), strings.ToUpper(noun))
			}
		}
	}
	if d.Kind == document.Requirements {
		applied = s.filesAgainstIndex(d, hit) || applied
	}
	own := s.nouns(d)
	for _, other := range s.docs {
		if p := other.Kind.Phase(); p == 0 || p >= d.Kind.Phase() || other.Kind.Member() || other.Kind.JSON() {
			continue
		}
		theirs := s.nouns(other)
		for _, noun := range sortedKeys(own) {
			a, b := own[noun], theirs[noun]
			if b.count == 0 {
				continue
			}
			if applied = true; a.count > 0 && b.count > 0 && a.count != b.count {
				hit(d, a.at, itoa(a.count), itoa(b.count), noun)
			}
		}
	}
	return applied
}

// filesAgainstIndex compares how many requirements an index that links files
// lists with how many different ones the files hold.
func (s *session) filesAgainstIndex(d *document.Document, hit hit) bool {
	listed, held := map[string]bool{}, map[string]bool{}
	links := false
	for _, l := range d.Links {
		links = links || kindPrefix(l.Target)
	}
	for _, e := range s.defined().requirements.list {
		if e.doc == d {
			listed[e.id] = true
		}
	}
	for _, file := range s.of(document.Requirement) {
		held[fileID(file)] = true
	}
	if !links || len(listed) == 0 || len(held) == 0 {
		return false
	}
	if len(listed) != len(held) {
		hit(d, document.Span{}, itoa(len(listed)), itoa(len(held)), "REQ")
	}
	return true
}

func kindPrefix(target string) bool {
	base := strings.ToLower(target[strings.LastIndexByte(target, '/')+1:])
	return strings.HasPrefix(base, "req-")
}

// counted is how many of something a document says there are; -1 when it names
// several numbers.
type counted struct {
	count int
	at    document.Span
}

func (s *session) nouns(d *document.Document) map[string]counted {
	if found, known := s.counted[d]; known {
		return found
	}
	found := map[string]counted{}
	for _, m := range find(d.Prose, countedNoun, 200) {
		noun := strings.ToLower(d.Prose[m[4]:m[5]])
		if unitNouns.MatchString(noun) || m[0] > 0 && strings.ContainsRune("<>≤≥=~.,/-$", rune(d.Prose[m[0]-1])) {
			continue
		}
		n, _ := strconv.Atoi(d.Prose[m[2]:m[3]])
		if known, again := found[noun]; again && known.count != n {
			n = -1
		}
		found[noun] = counted{n, document.Span{Start: m[0], End: m[1]}}
	}
	s.counted[d] = found
	return found
}
