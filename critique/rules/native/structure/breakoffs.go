package structure

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

var (
	// cutWord ends no sentence, whatever stands before it.
	cutWord = pattern.New(`(?i)(?:^|[\s(])(?:the|an|a|and|or|but|must|shall|should|at|than|least|most|because|whether|unless|its|their|every|between|during|per|until|must not|shall not)$`)
	// cutAfterModal ends a demand that says nothing yet, such as "MUST be" or "MUST warn with".
	cutAfterModal = pattern.New(`(?i)\b(?:must|shall|should|will)(?: not)?(?: (?:be|also|only|\w+ly|\w+ (?:to|for|with|from|by|of|into|as|if|when|that)))?$`)
	endsPhrasal   = pattern.New(`(?i)\b(?:look(?:s|ed)? at|arrive[sd]? at|good at|\w+, (?:at|per|until)|at most|at least|in between|or not|a must|(?:than|as|what|how)(?: \w+)? (?:must|should|shall|will)(?: be)?|(?:plan|type|class|level|option|variant|grade|part|group|phase|step|team|site) [a-z]|\d ?a)$|\b(?:what|which|that|whom?|everything|anything|nothing|all) [^.;]*\b(?:must|shall|should|will) \w+ \w+$`)
	// gradeEnds is a priority at the end, as in "P0 — Must", which breaks nothing off.
	gradeEnds = pattern.New(`(?i)(?:[:：,;/|(\[–—=→+-]|\b(?:priority|moscow|is|as|rated|marked|p[0-3]))[\s*_"“]*(?:must|should|shall|will)$`)
	// cutHan are the last characters of a Chinese demand that breaks off: its modal,
	// and what must be followed by an object.
	cutHan   = pattern.New(`[\p{Han}\w ](?:必须|应当|应该|不得|务必)$|(?:必须|应当|应该|不得|务必|须|应)(?:以|把|将|被|向|给|与|在|由|从|为|不|只|再|先|能|同时|自动|立即|按照|根据|至少|最多|不超过|于|和)$|(?:以及|并且|或者|由于|因为|并在|并将|且在|不超过|不少于|至少|根据|按照|针对|关于|并向|和将)$`)
	hanWhole = pattern.New(`(?:表示|即|是|为|属于|列为|改为|标为|[:：,，、（(/|]\s*)(?:必须|应该|应当)$|[响供对适反相效感]应(?:在|给|为|由|以|与|能)$`)
	joins    = pattern.New(`(?i)\b(?:and|or|and/or)$|(?:以及|并且|或者)$`)
	openTail = pattern.New(`(?:[,，、;；]|[(（\[【“「])$`)
)

// brokenOff returns the items, paragraphs and cells of a document that break off in
// a sentence. Where the document itself ends so, [truncated] says it.
func brokenOff(d *document.Document) []document.Span {
	var found []document.Span
	for i, item := range d.Items {
		if i+1 < len(d.Items) && d.Items[i+1].Depth > item.Depth && d.Items[i+1].Section == item.Section {
			continue // what is nested goes on with it
		}
		if joins.MatchString(item.Text) && i+1 < len(d.Items) && d.Items[i+1].Depth == item.Depth && d.Items[i+1].Section == item.Section {
			continue // the next item goes on with it
		}
		if !strings.Contains(d.Slice(item.Span), "\n") && breaksOff(d, item.Span, true) {
			found = append(found, item.Span)
		}
	}
	for _, line := range d.Lines {
		if paragraphEnds(d, line) && breaksOff(d, line, false) {
			found = append(found, line)
		}
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			for i, cell := range row {
				if i > 0 && breaksOff(d, cell.Span, true) && document.Units(cell.Text) >= model.LeastListed {
					found = append(found, cell.Span)
				}
			}
		}
	}
	return found
}

// breaksOff tells whether a text ends where no sentence does. Fragments, such as
// items and cells may be, are told by firmer marks than the sentences of paragraphs.
func breaksOff(d *document.Document, at document.Span, fragment bool) bool {
	raw := strings.TrimRight(d.Slice(at), " \t")
	text := strings.TrimRight(d.Prose[at.Start:min(at.End, len(d.Prose))], " \t")
	if len(text) < len(raw) || document.Units(text) < model.LeastListed { // it ends in code or a link
		return false
	}
	end := tail(text, 60)
	if model.Han.MatchString(tail(text, 6)) {
		return cutHan.MatchString(end) && !hanWhole.MatchString(end)
	}
	if d.Foreign || endsPhrasal.MatchString(end) || gradeEnds.MatchString(end) {
		return false
	}
	if cutWord.MatchString(end) && lowerEnd(end) || cutAfterModal.MatchString(end) {
		return true
	}
	return openTail.MatchString(end) && model.Obliges(text) && !fragment
}

// lowerEnd tells whether the last word of a text is no name, such as Plan A or AT.
func lowerEnd(text string) bool {
	last := text[strings.LastIndexByte(text, ' ')+1:]
	return last == strings.ToLower(last) || strings.EqualFold(last, "must") || strings.EqualFold(last, "shall")
}

// paragraphEnds tells whether a line is the last of its paragraph, and something
// other than a list, a table or code follows.
func paragraphEnds(d *document.Document, line document.Span) bool {
	rest := d.Text[d.LineAt(line.Start).End:]
	next, _, _ := strings.Cut(strings.TrimPrefix(rest, "\n"), "\n")
	if strings.TrimSpace(next) != "" {
		return false
	}
	following := strings.TrimLeft(rest, " \n")
	return following == "" || !strings.ContainsAny(following[:1], "-*+|`~0123456789>!")
}
