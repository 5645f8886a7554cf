package wording

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	andOr = model.Words(`and ?[/\\|] ?or|or ?[/\\|] ?and|and,? or(?: not)? both|or both`, `和/或|及/或|与/或|并/或|或/和|或/与|且/或|[和与及][(（]或[)）]|[(（][和与及][)）]或|[或和][(（][/／]?[和或][)）]|或者?[/／]并?[且和]|并且[/／]或者|[(（]?或者?(?:两者|二者|都)(?:皆可|都|均可)?[)）]?$|[(（]或者?(?:两者|二者)(?:都有|皆有|同时)?[)）]`)

	// oblique is a slash between alternatives: of words in Latin letters, or of Chinese ones.
	oblique = pattern.New(`(?:^|[\s(（，、])([a-z][a-z-]{2,}[/／][a-z][a-z-]{2,})(?:[\s.,;:)]|$)|\b(?:must|shall|should|will|MUST|SHALL|SHOULD|be) ([a-z]{3,} [/／] [a-z]{3,})(?:[\s.,;:)]|$)|` +
		`(?:必须|应当|应该|应|须|不得|需要)(?:立即|自动|直接|同时|马上)?(\p{Han}{2,3} ?[/／] ?\p{Han}{2,6})|(?:^|[，。；\s由向给])(\p{Han}{2,4} ?[/／] ?\p{Han}{2,4}?)(?:必须|应当|应该|应|须|不得)`)
	// pairs are what one slash joins to one thing: opposites that a switch goes
	// through, and names that belong together.
	pairs    = pattern.New(`^(?:docs|src|lib|bin|etc|usr|var|home|tmp|tests?)/|^(?:read/write|write/read|input/output|client/server|yes/no|true/false|pass/fail|hit/miss|success/(?:error|failure)|on/off|enabled?/disabled?|allow/deny|accept/reject|open/closed?|up/down|start/stop|push/pull|publish/subscribe|request/response|upload/download|import/export|min/max|max/min|key/value|date/time|day/month|left/right|top/bottom|before/after|create/read|add/remove|his/her|she/he|show/hide|hide/show|expand/collapse|collapse/expand|play/pause|pause/resume|log-?in/log-?out|login/register|lock/unlock|grant/revoke|approve/reject|light/dark|dark/light|online/offline|source/target|sender/receiver|primary/secondary|horizontal/vertical|width/height|user-?name/password|name/password|follow/unfollow|like/unlike|check/uncheck|select/deselect|mute/unmute|undo/redo|next/previous|previous/next|forward/backward|asc/desc|ascending/descending|odd/even|old/new|from/to|[a-z]+/(?:second|minute|hour|day|week|month|year|user|person|request))$`)
	hanPairs = pattern.New(`(?:输入/输出|上传/下载|导入/导出|读取/写入|开始/结束|启动/停止|打开/关闭|成功/失败|通过/失败|请求/响应|增加/删除|日期/时间|显示/隐藏|展开/收[起缩]|启用/[禁停]用|开启/关闭|[登注]录/[登退注][出册录]|登录/注[册销]|暂停/[继恢]|批准/[驳拒]|通过/[驳拒不]|同意/[拒不]|接受/拒绝|锁定/解锁|账[号户]/密码|户名/密码|[新添]增/[编修删]|编辑/删除|修改/删除|浅色/深色|深色/浅色|在线/离线|线上/线下|横向/纵向|水平/垂直|升序/降序|点赞/取消|收藏/取消|选中/取消|全选/反选|撤销/重做|省份/城市|年份/月份|长度/宽度|宽度/高度|经度/纬度|中文/英文|已\p{Han}/未|^[按以将把对为在从向与])`)
	perUnit  = pattern.New(`/\s*(?:毫秒|秒钟?|分钟|小时|工作日|天|人日|平方|立方|公里|千米|月份?|季度|年度?|次数)`)
)

// ambiguousAlternatives looks for "and/or", and in obligations for a slash where
// "or" is meant.
func ambiguousAlternatives(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := model.Statements(s, d)
	for _, st := range all {
		for _, m := range andOr.FindAllStringIndex(st.Text, 8) {
			hit(d, st.Span(m), st.Text[m[0]:m[1]])
		}
		if !strings.ContainsAny(st.Text, "/／\\|") || !model.Modal.MatchString(st.Text) {
			continue
		}
		for _, m := range oblique.FindAllStringSubmatchIndex(st.Text, 8) {
			at := m[2:4]
			for g := 4; at[0] < 0; g += 2 {
				at = m[g : g+2]
			}
			if next := strings.TrimLeft(st.Text[at[1]:], " "); strings.HasPrefix(next, "/") {
				continue // a list of more than two, which is all there is
			}
			if text := st.Text[at[0]:at[1]]; !inBrackets(st.Text[:at[0]]) && !oneThing(text) && !andOr.MatchString(text) {
				hit(d, st.Span(at), text)
			}
		}
	}
	return len(all) > 0
}

// inBrackets tells whether a text ends within brackets: what stands there lists what
// there is, and demands nothing.
func inBrackets(before string) bool {
	return strings.Count(before, "(")+strings.Count(before, "（") > strings.Count(before, ")")+strings.Count(before, "）")
}

// oneThing tells whether a slash joins two words to the name of one thing, or a
// number to what it is counted by.
func oneThing(text string) bool {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "／", "/"), " ", "")
	return pairs.MatchString(text) || hanPairs.MatchString(text) || perUnit.MatchString(text)
}
