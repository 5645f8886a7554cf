package unfinished

import (
	"strings"

	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

var (
	// everybody is an owner who is no one: each of them waits for the others.
	everybody = pattern.New(`(?i)^[\s*_(（@]*(?:(?:the |our |whole |entire |all )*(?:project |product |dev(?:elopment)? |core |scrum |agile )?(?:team(?: members)?|teams)|every(?:one|body)|all(?: (?:of us|involved|stakeholders|parties|members))?|(?:any|some|no)(?:one|body)|we|us|(?:the )?(?:stakeholders?|project|company|organi[sz]ation|management|business|people|persons?|responsible persons?|owners?|developers?|devs|various|several|multiple|shared|joint(?:ly)?)|(?:not|un)[ -]?(?:yet )?(?:assigned|named|clear|known|decided)|n/?a|none|open|tb[dac]|\?+|me|(?:who(?:ever)?) .{0,30})[\s*_)）.]*$|` +
		`^[\s*_(（@]*(?:(?:整个|全体|所有|各|本|项目|产品|开发|研发|技术|实施)*(?:团队|小组|项目组|成员|人员|同事)(?:成员|全体|共同)?|大家|所有人|每个人|全员|全体|各方|多方|双方|有关(?:部门|人员|各方)|相关(?:部门|人员|各方|方|人|团队|同事)|某人|谁|我们|专人|待定|未定|待指派|未指派|未分配|待分配|无|公司|领导|管理层|干系人|利益相关方|责任人|负责人)[\s*_)）。]*$`)
	// SomeDay is a date that is none.
	SomeDay    = pattern.New(`(?i)^[\s*_(（]*(?:asap|as soon as possible|soon|later|sometime|some day|eventually|in due course|in time|when(?:ever)? (?:possible|needed|ready|time permits)|in the (?:near |coming )?future|ongoing|continuous(?:ly)?|next|shortly|before long|open|tb[dac]|to be (?:defined|decided|determined|confirmed|agreed)|n/?a|none|\?+|尽快|尽早|近期|后续|以后|稍后|待定|未定|适时|届时|长期|持续|有空时?|视情况|不久|暂无|无)[\s*_)）.。]*$`)
	ownerSplit = pattern.New(`\s*(?:[,，、;；/&+]|\band\b|\buntil\b|\bdue\b|\bby\b|和|与|及|前|之前)\s*`)
	ownerLabel = pattern.New(`(?i)\b(?:owners?|owned by|assigned(?: to)?|assignee|responsible)(?: is)?\s*[:：]?\s*([^,，;；.。()（）|\n]{1,40})|(?:负责人|责任人)\s*[:：为是]?\s*([^,，;；。()（）|\n]{1,20})|由([^，。；]{1,12})(?:确认|决定|评估|负责|跟进)`)
	dated1     = pattern.New(`\d{4}-\d{2}|\bQ[1-4]\b|\d{1,2}\s*月`)
)

// Nobody tells whether all that a text names as owner is nobody in particular.
func Nobody(text string) bool {
	named := false
	for _, part := range ownerSplit.Split(model.Plain(text), 6) {
		part = strings.Trim(part, " .。()（）")
		switch {
		case part == "" || dated1.MatchString(part):
		case everybody.MatchString(part):
			named = true
		case !SomeDay.MatchString(part):
			return false
		}
	}
	return named
}

// NobodyOwns tells whether a sentence names an owner who is nobody in particular,
// and no other.
func NobodyOwns(text string) bool {
	found := false
	for _, m := range ownerLabel.FindAllStringSubmatch(text, 4) {
		if !Nobody(m[1] + m[2] + m[3]) {
			return false
		}
		found = true
	}
	return found
}
