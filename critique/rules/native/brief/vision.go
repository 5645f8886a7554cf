package brief

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// VisionRules hold the vision of a brief against the rest of it.
func VisionRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("BR-017"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			vision := model.Topic(d, document.Vision)
			if vision == nil || !model.Says(d, vision) {
				return false
			}
			said := d.Prose[vision.All().Start:vision.All().End]
			if fitsAnything(said) {
				hit(d, model.HeadingOf(d, vision))
				return true
			}
			rest := model.BagOf(d.Prose[d.Front.Span.End:vision.Start] + "\n" + d.Prose[vision.All().End:])
			words := model.BagOf(said)
			if len(words) < 5 || len(rest) < 6 {
				return false
			}
			shared := 0
			for word := range words {
				if _, ok := rest[word]; ok {
					shared++
				}
			}
			sentences := len(visionSentence.FindAllString(said, 20))
			if shared == 0 || sentences > 3 && shared*6 < len(words) {
				hit(d, model.HeadingOf(d, vision))
			}
			return true
		}},
		{Rule: native.Of("BR-024"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			problem := model.Topic(d, document.Problem)
			if problem == nil || !model.Says(d, problem) {
				return false
			}
			at := problem.All()
			for _, m := range model.Find(d.Prose[at.Start:at.End], model.Technology, 20) {
				start := at.Start + m[0]
				before := d.Prose[d.LineAt(start).Start:start]
				if asked := wanted.FindAllStringIndex(before, 20); len(asked) > 0 && !strings.ContainsAny(before[asked[len(asked)-1][1]:], ".;。；") {
					hit(d, document.Span{Start: start, End: at.Start + m[1]}, d.Slice(document.Span{Start: start, End: at.Start + m[1]}))
				}
			}
			return true
		}},
	}
}

// wanted is how a sentence asks for what comes after it.
var wanted = pattern.New(`(?i)\b(?:needs?|needed|should (?:use|adopt|move to|run on)|must use|lacks?|there is no|(?:has|have) no|migrat\w+ to|adopt|introduce)\b|需要(?:使用|引入|采用|搭建)?|应(?:该|当)?(?:使用|采用|引入|迁移到)|缺少|引入|采用|改用`)

var visionSentence = pattern.New(`[^.。!?！？\n]{6,}(?:[.!?](?:\s|$)|[。！？\n])`)
