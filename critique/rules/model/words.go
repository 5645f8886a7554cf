package model

import "discussd/internal/text/pattern"

// Words matches English words and phrases as a whole, and Chinese ones anywhere.
func Words(english, chinese string) *pattern.Pattern {
	if len(english)+len(chinese) <= fewWords {
		return pattern.New(`(?i)\b(?:` + english + `)\b|` + chinese)
	}
	var parts []string
	for _, words := range alternatives(english) {
		parts = append(parts, `(?i)\b(?:`+words+`)\b`)
	}
	return pattern.AnyOf(append(parts, alternatives(chinese)...)...)
}

// fewWords is how long a list is, in bytes, that is looked for as one expression, and about how long
// its parts are when it is longer.
const fewWords = 300

// alternatives parts a list of expressions where none of them is open.
func alternatives(list string) (parts []string) {
	depth, class, start := 0, false, 0
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0 && i-start > fewWords:
			parts, start = append(parts, list[start:i]), i+1
		}
	}
	return append(parts, list[start:])
}

// The words the rules of languageRules look for. Those that a good document
// needs too ("simple majority", "part of", 部分) are left out on purpose.
var (
	Vague = Words(`user[- ]friendly|easy[- ]to[- ]\w+|easily|intuitive|intuitively|effortless|effortlessly|painless|painlessly|straightforward|hassle[- ]free|`+
		`fast|quick|quickly|rapid|rapidly|swift|swiftly|smooth|smoothly|seamless|seamlessly|performant|high[- ]performance|good performance|low latency|high throughput|`+
		`efficient|efficiently|effective|effectively|robust|robustly|reliably|securely|resilient|highly available|high[- ]availability|flexible|flexibly|`+
		`gracefully|graceful|appropriate|appropriately|suitable|suitably|proper|properly|reasonable|reasonably|adequate|adequately|sufficient|sufficiently|satisfactory|acceptable|acceptably|sensible|sensibly|`+
		`timely|significant|significantly|substantial|substantially|considerable|considerably|noticeable|noticeably|best practices?|high[- ]quality|`+
		`nice|nicely|good|well|great|excellent|modern|elegant|elegantly|powerful|convenient|conveniently|comfortable|comfortably|attractive|pleasant|appealing|meaningful|helpful|lightweight`,
		`快速|迅速|高效|友好|易用|易于(?:使用|操作|理解|维护|扩展)|简单易|简洁明了|直观|便捷|方便(?:快捷|使用|操作|用户|易)|灵活|可扩展性强|稳定可靠|安全可靠|良好|优秀|优质|优雅|适当|恰当|合适|合理|足够|充分|尽快|及时|显著|明显(?:提|改|降|缩|优|下降|减|增|变)|大幅|流畅|顺畅|美观|强大|高性能|高可用|高并发|高质量|低延迟|智能化|人性化|舒适|健壮|鲁棒|可接受`)
	Comparative = Words(`better|faster|easier|quicker|smoother|simpler|cheaper|slower|shorter|improved|enhanced|optimi[sz]ed|`+
		`(?:more|less) (?:efficient|efficiently|reliable|reliably|stable|flexible|secure|securely|responsive|intuitive|robust|accurate|accurately|quickly|easily|often|frequently|convenient|user[- ]friendly|transparent|effort|time|work)|`+
		`(?:improve|enhance|optimi[sz]e|boost|increase|reduce|minimi[sz]e|maximi[sz]e|lower|speed up)s? (?:the )?(?:\w+ )?(?:experience|performance|efficiency|speed|quality|usability|reliability|stability|throughput|latency|productivity|satisfaction|load|effort|cost|costs)|higher (?:quality|performance|availability|reliability|throughput)|lower (?:latency|cost|costs|effort)`,
		`更(?:加|为)?(?:好|快|高|低|稳定|佳|优|多|少|短|长|强|早|准确|精准|简单|简洁|方便|便捷|安全|可靠|清晰|直观|灵活|易|省|轻|顺畅|流畅|友好|合理|完善|全面|智能|人性化)|`+
			`(?:提升|提高|改善|优化|增强|改进|加快|降低|减少|缩短)(?:了|用户|系统|整体|页面|操作|使用|工作|处理|查询|响应|运行|的)*(?:体验|效率|性能|速度|质量|稳定性|可靠性|可用性|满意度|准确率|响应时间|耗时|时间|成本)|有所(?:提升|提高|改善|优化|降低|减少|增加)|较为|比较(?:清晰|快|好|高|低|简单|方便|容易|稳定|准确|合理)`)
)
