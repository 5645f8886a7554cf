package brief

import (
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// platitude are the words of which visions are made that say nothing of a product.
var platitude = pattern.New(`(?i)\b(?:` +
	`a|an|the|and|or|of|to|for|in|on|by|with|from|at|as|is|are|be|will|can|that|which|it|its|this|we|our|us|they|their|who|more|most|much|so|all|any|every|each|both|not|no|never|always|again|while|than|into|through|across|up|has|have|been|do|does|what|when|where|how|one|new|own|them|` +
	`(?:product|system|platform|solution|tool|app|application|service|software|project|technology|technologies|feature|function|process|processes|workflow|operation|activity|activities|task|work|working|job|day|daily|everyday|life|lives|world|future|time|way|place|market|industry|industries|business|businesses|company|companies|organi[sz]ation|enterprise|team|teams?mate|people|person|user|customer|client|everyone|everybody|anyone|stakeholder|partner|community|society|generation)s?|` +
	`(?:make|makes|making|made|let|lets|help|helps|helping|enable|enables|empower|empowers|empowering|improve|improves|improving|improved|increase|increases|enhance|enhances|optimi[sz]es?|transform|transforms|transforming|revolutioni[sz]es?|simplify|simplifies|streamline|streamlines|support|supports|provide|provides|deliver|delivers|offer|offers|bring|brings|create|creates|creating|build|builds|drive|drives|unlock|unlocks|unleash|boost|boosts|save|saves|raise|raises|ease|eases|facilitate|facilitates|accelerate|accelerates|inspire|inspires|become|becomes|set|sets|lead|leads|change|changes|grow|grows|achieve|achieves|reach|reaches|get|gets|give|gives|meet|meets|satisfy|satisfies|delight|delights|exceed|exceeds|ensure|ensures|use|uses|using|connect|connects|digitali[sz]es?|moderni[sz]es?)|` +
	`(?:easy|easier|easily|simple|simpler|simply|fast|faster|quick|quicker|quickly|good|better|best|great|greater|smart|smarter|modern|innovative|intelligent|digital|powerful|efficient|efficiently|effective|effectively|productive|seamless|seamlessly|convenient|flexible|reliable|secure|safe|high|higher|leading|next|world-class|first-class|unique|user-friendly|intuitive|successful|happy|happier|comfortable|sustainable|possible|full|real|whole|entire|long|long-term|strong|stronger|open|free|central|number|state|art|cutting|edge)|` +
	`(?:quality|efficiency|productivity|experience|experiences|value|values|success|satisfaction|performance|growth|innovation|excellence|potential|needs?|expectations?|standards?|results?|goals?|costs?|effort|speed|convenience|trust|collaboration|communication|transformation|digitali[sz]ation|possibilities|opportunities|challenges?|problems?|solutions?|advantage|benefits?|level|levels|era|choice|leader|vision|mission)` +
	`)\b|\d+`)

// platitudeHan are those of Chinese visions.
var platitudeHan = pattern.New(`本产品|本系统|本项目|该产品|产品|系统|平台|工具|应用|软件|项目|解决方案|方案|服务|技术|科技|数字化|智能化|信息化|智能|智慧|创新|现代化?|每一?个人|每一?位|人人|所有人|大家|任何人|用户|客户|员工|人们|团队|企业|组织|公司|行业|社会|世界|全球|市场|伙伴|日常|工作|生活|办公|业务|流程|管理|运营|效率|质量|品质|体验|价值|能力|水平|竞争力|满意度|成本|未来|明天|时代|潜力|需求|期望|目标|梦想|成功|发展|增长|转型|升级|变革|标杆|典范|领导者|领军者|引领者|标准|` +
	`提升|提高|改善|优化|增强|促进|推动|助力|赋能|帮助|支持|提供|打造|构建|建设|创造|实现|带来|成为|引领|驱动|释放|满足|超越|保障|简化|加速|节省|降低|改变|重塑|连接|让|使|令|更加?|变得|变|轻松|简单|高效|便捷|方便|快捷|快速|美好|优质|卓越|一流|领先|最佳|最好|更好|全面|全新|全方位|一站式|一体化|可靠|安全|稳定|专业|强大|友好|智慧|幸福|舒适|愉快|持续|不断|真正|始终|共同|首选|值得信赖|以人为本|` +
	`[的地得了着过并且和与及或而以为在从到把将被由对向于就都也还不再每一各种个位项中内上下里]|我们|它|他们|其|这|那|是|有|会|能够?|可以?|要|通过|对于|为了|随时随地|随时|随地|无处不在`)

// fitsAnything tells whether a text would be as true of any other product: without
// the words that all visions have, nothing is left.
func fitsAnything(text string) bool {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			kept.WriteString(line)
		}
	}
	said := kept.String()
	total := document.Units(said)
	if total < 4 || len(said) > 1200 {
		return false
	}
	if model.Han.MatchString(said) {
		said = platitudeHan.ReplaceAllString(said, " ")
	}
	return !strings.ContainsFunc(platitude.ReplaceAllString(said, " "), unicode.IsLetter)
}
