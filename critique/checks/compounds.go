package checks

import "discussd/internal/text/pattern"

// compounds are longer Chinese words, and words that meet, in which the
// characters of a word the language rules look for say something else: Chinese
// is written without spaces, and 从不 is no "never" in 从不同来源 nor 一流 an
// excellence in 统一流程.
var compounds = pattern.New(`[按准]时[间段长区序点刻]|[基标批核获恩允]准时|及时[间段长区序点刻]|[涉普波触提遍顾危累]及时|[核落证现属确]实时|实时(?:音|视频|通[讯信]|操作系统)|[指固规约限法既特预给选确设]定期|` +
	`瞬时(?:错误|故障|异常|失败|值|流量|功率|态)|[同当]时常|时常[量驻]|即时(?:通[讯信]|消息|聊天)|[立随当]即时|[最将]近期|过于频繁|` +
	`[补扩填]充分|快速(?:入口|筛选|回复|开始|访问|导航|链接|菜单|失败|排序)|提高效|[监巡注电重审]视情况|[合舒]适时|` +
	`从不[同足可受安明在]|不允许不[同合当]|[参函变系常]数[个组]|多套餐|[拒杜隔根灭弃]绝不|绝对(?:路径|值|定位|坐标|地址|时间|位置|误差|偏差|布局|引用|链接|数量?| ?[A-Za-z])|` +
	`(?:任何|所有|一切|各种|全部)(?:环境(?:变量|配置|文件|名)|条件(?:分支|语句|编译|表达式|字段|渲染|断点|池)|场景(?:入口|包|文件|条目|名|编号|池))|` +
	`(?:加载|查看|显示|展开|了解|点击|有|拉取)更多|更多(?:按钮|菜单|下拉|操作|选项|链接|数据|内容|记录|结果|消息|评论|列表|历史)|变更|` +
	`多数[据值组]|长期(?:可|复用|演进|目标|规划|愿景|价值)|` +
	`最优先|一流(?:程|水[号线账]|量|转|向|入)|顶级(?:域|菜单|目录|节点|导航|分类|元素|键|字段|对象|容器|页面|作用域|模块)|(?:窗口|界面|应用|程序|面板)[^，。；]{0,4}最[小大]化|最[小大]化(?:窗口|按钮|到|至|后|时|状态|恢复|[和与或、/])|` +
	`(?:选择|勾选|选中|合并|跨)多[个条项类种]|[预合节条违签解契]约(?:\s*[\d一二三四五六七八九十百千万半两]|[为在需占])|[附最邻临靠相远]近\s*\d`)

// compounded tells whether a match, or an end of it, belongs to a compound that reaches beyond it.
func compounded(text string, m []int) bool {
	from, to := max(0, m[0]-24), min(len(text), m[1]+24)
	for ; from > 0 && text[from]&0xC0 == 0x80; from-- {
	}
	for ; to < len(text) && text[to]&0xC0 == 0x80; to++ {
	}
	for _, c := range compounds.FindAllStringIndex(text[from:to], -1) {
		if c := [2]int{c[0] + from, c[1] + from}; c[0] < m[1] && c[1] > m[0] && (c[0] < m[0] || c[1] > m[1]) {
			return true
		}
	}
	return false
}
