package requirements

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// CapacityRules ask for upper limits.
func CapacityRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RQ-029"), On: []document.Kind{document.Requirement, document.Requirements}, Look: unboundedBulk},
	}
}

var (
	bulk      = pattern.New(`(?i)\b(?:users?|customers?|members?|people|visitors?|admin\w*|editors?|managers?)\b[^.\n]{0,40}\bupload|\bupload(?:s|ing|ed)? (?:of )?(?:(?:an?|the|\w+) )?(?:photos?|images?|files?|documents?|attachments?|videos?|spreadsheets?|tables?)\b|\b(?:photos?|images?|files?|documents?|spreadsheets?|attachments?)\b[^.\n]{0,30}\bupload(?:s|ed)?\b|\b(?:bulk|batch(?:es)?)\b|\b(?:(?:files?|imports?|uploads?|attachments?|images?|photos?|templates?|documents?|batch(?:es)?)(?: \w+)? of (?:any|arbitrary|unlimited) (?:size|length|number)|(?:an? )?(?:unlimited|unbounded|arbitrary) (?:number|amount|count|quantity) of \w+|as many \w+ as (?:they|he|she|it|users?) (?:wants?|likes?|needs?|wish(?:es)?))|不限(?:数量|大小|个数|张数|条数|次数)的?\p{Han}{2}|任意(?:大小|数量|多个?|长度)的?(?:文件|附件|图片|照片|登记|记录|数据|文档|模板)|用户[^，。\n]{0,12}上传|上传(?:照片|图片|文件|附件|文档|视频|表格)|批量`)
	capacity  = pattern.New(`(?i)\d\s*(?:KB|MB|GB|TB|KiB|MiB|GiB|pixels?|files?|items?|rows?|records?|entries|lines|pages|photos?|images?|messages?|requests?|chunks?|兆|张|条|份|行|件|个|页|像素|字节|千字|次)|\b(?:limited to|limit(?: is| of)?|quota|at most|up to|no more than|maximum of)\s+[\d,]+\s*(?:$|[.,;)]|[a-z]{4,})|(?:上限|至多|最多|不超过)[^，。；]{0,8}\d`)
	batch     = pattern.New(`(?i)bulk|batch|批量`)
	ofBatch   = pattern.New(`(?i)batch|bulk|per (?:request|run|call|import)|at once|\b(?:rows?|records?|entries)\b|批|每次|一次|单次`)
	actors    = pattern.New(`(?i)\b(?:systems?|services?|users?|customers?|support)\b|系统|用户|支持`)
	ofTransit = pattern.New(`(?i)\d\s*(?:KB|MB|GB|TB|KiB|MiB|GiB|pixels?|files?|photos?|images?|rows?|兆|像素|字节|张)|upload|import|batch|bulk|attachment|\bfiles?\b|上传|导入|批量|附件|文件|每次|一次`)
)

// unboundedBulk reports uploads and batches in the file or section of a
// requirement of which no statement there says how much they may hold. Limits of
// other things do not count.
func unboundedBulk(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	judge := func(id string, within document.Span) {
		m := ownBulk(d, within)
		if m == nil {
			return
		}
		applied = true
		at := document.Span{Start: within.Start + m[0], End: within.Start + m[1]}
		words, kindred := objects(d.Prose[d.LineAt(at.Start).Start:d.LineAt(at.Start).End]), ofTransit
		if batch.MatchString(d.Slice(at)) {
			kindred = ofBatch
		}
		for line := range strings.Lines(model.WithoutIDs(d.Slice(within))) {
			if capacity.MatchString(line) && (kindred.MatchString(line) || sharesObject(words, objects(line))) {
				return
			}
		}
		hit(d, at, d.Slice(at), id)
	}
	if d.Kind == document.Requirement {
		judge(model.FileID(d), document.Span{Start: d.Front.Span.End, End: len(d.Text)})
		return applied
	}
	for _, e := range model.Defined(s).Requirements.List {
		if e.Doc == d && e.Detail != nil && e.File == nil {
			judge(e.ID, e.Detail.All())
		}
	}
	return applied
}

// ownBulk finds where a requirement demands an upload or a batch itself: not in whom
// its story is about, nor where it is said to be like another one.
func ownBulk(d *document.Document, within document.Span) []int {
	for _, m := range model.Find(d.Prose[within.Start:within.End], bulk, 20) {
		at := within.Start + m[0]
		line := d.LineAt(at)
		before, after := d.Prose[line.Start:at], d.Prose[within.Start+m[1]:line.End]
		if !(compared.MatchString(before) && likeness.MatchString(after)) {
			return m
		}
	}
	return nil
}

var (
	compared = pattern.New(`(?i)\b(?:same|like|as) [^,;]{0,40}$|[与和同跟][^，。；]{0,6}$`)
	likeness = pattern.New(`(?i)^[^,;.]{0,30}|^[^，。；]{0,8}(?:相同|一致|一样|同样)`)
)

// objects are the words of a statement, besides who acts and must.
func objects(statement string) model.Bag {
	return model.BagOf(actors.ReplaceAllString(demands.ReplaceAllString(statement, " "), " "))
}

// sharesObject tells whether two statements name the same things.
func sharesObject(a, b model.Bag) bool {
	return len(a.And(b)) >= 2
}

// demands are the words of obligation and of permission.
var demands = pattern.New(`(?i)\b(?:must|shall|should|will|can|may)\b|必须|应当|应该|应|需要|需|可以|能够|能`)
