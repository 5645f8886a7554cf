package checks

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// keyWords are the words of a setting's key as Chinese texts say them: keys are English
// in every session.
var keyWords = map[string]string{
	"archive": "归档", "attempt": "错|失败|尝试|输入", "backup": "备份", "batch": "批", "block": "分块|块", "cache": "缓存", "chunk": "分块|切片", "code": "验证码|领取码|提取码|校验码|取件码|激活码",
	"connect": "连接", "connection": "连接", "cpu": "处理器|cpu", "delay": "延迟|延后", "delete": "删除", "disk": "磁盘", "download": "下载", "expire": "过期|失效|有效|到期", "expiry": "过期|失效|有效|到期",
	"export": "导出", "file": "文件", "image": "图片|照片|图像", "import": "导入", "interval": "间隔|每隔|每", "keep": "保留|保存", "limit": "限制|上限|限额|不超过|至多|最多|≤|<", "lock": "锁定", "log": "日志",
	"login": "登录", "match": "匹配", "max": "上限|不超过|至多|最多|最大|最长|≤|<", "memory": "内存", "min": "下限|不少于|不低于|至少|最少|≥|>", "notify": "通知|提醒", "order": "订单", "overdue": "逾期|超期",
	"page": "页", "password": "密码|口令", "photo": "照片|图片", "poll": "轮询", "query": "查询", "queue": "队列", "quota": "配额|限额", "rate": "速率|频率|比率", "record": "记录", "refresh": "刷新", "remind": "提醒",
	"report": "报告|报表", "request": "请求", "reserve": "预留|预约", "reset": "重置", "result": "结果", "retain": "保留", "retention": "保留", "retry": "重试", "scan": "扫描|扫码", "search": "搜索|检索|查找",
	"session": "会话", "size": "大小", "sms": "短信", "store": "存储", "sync": "同步", "temp": "临时", "threshold": "阈值", "timeout": "超时", "token": "令牌", "upload": "上传", "usage": "占用|使用", "wait": "等待",
	"warn": "告警|预警", "warning": "告警|预警", "window": "窗口|内", "worker": "线程|并发",
}

// keyUnits are the units that keys end in, as amounts are brought to one.
var keyUnits = map[string]string{"attempts": "次", "retries": "次", "times": "次", "percent": "%", "pct": "%", "hours": "小时", "hour": "小时", "minutes": "分钟", "minute": "分钟", "min": "分钟", "seconds": "秒", "second": "秒", "sec": "秒", "secs": "秒", "days": "天", "day": "天", "ms": "毫秒", "months": "个月"}

var countedTimes = pattern.New(`(\d{1,6})\s*次`)

// setting is a key and a value that an architecture has by default.
type setting struct {
	words  []string // alternatives for each of its words, in Chinese
	unit   string
	amount float64
}

// settingOf reads a key such as cpu_limit_percent and its value.
func settingOf(key, value document.Cell) (one setting, ok bool) {
	parts, amount, ok := keyed(key, value)
	if !ok {
		return one, false
	}
	last := parts[len(parts)-1]
	unit := keyUnits[last]
	about := parts[:len(parts)-1]
	switch {
	case last == "retries":
		about = append(about[:len(about):len(about)], "retry")
	case last == "attempts":
		about = append(about[:len(about):len(about)], "attempt")
	case unit == "" && parts[0] == "retry":
		unit, about = "次", parts[:1]
	}
	if unit == "" || len(about) == 0 || len(about) < 2 && unit != "次" {
		return one, false // of a time one word says too little
	}
	for _, part := range about {
		words := keyWords[strings.TrimSuffix(part, "s")]
		if words == "" {
			return one, false
		}
		one.words = append(one.words, words)
	}
	one.unit, one.amount = unit, amount
	if unit != "次" {
		one.unit, one.amount = normalUnit(unit, amount)
	}
	return one, true
}

// amounts returns what a text says of a setting: the amounts of its unit, when it has
// all words of its key.
func (one setting) amounts(text string) []float64 {
	for _, words := range one.words {
		if !contains(strings.ToLower(text), strings.Split(words, "|")...) {
			return nil
		}
	}
	if one.unit != "次" {
		return amountsIn(withoutDates(withoutIDs(text)))[one.unit]
	}
	var found []float64
	for _, m := range countedTimes.FindAllStringSubmatch(text, 8) {
		n, _ := strconv.ParseFloat(m[1], 64)
		found = append(found, n)
	}
	return found
}

// otherSettings reports settings whose default no line of the brief and the
// requirements knows, while those that have all words of the key in Chinese agree on
// another amount.
func (s *session) otherSettings(d *document.Document, hit hit) bool {
	if d.Kind != document.Architecture || !d.Chinese() {
		return false
	}
	applied := false
	for key, value := range defaulted(d) {
		one, ok := settingOf(key, value)
		if !ok {
			continue
		}
		applied = true
		if there, at := s.elsewhere(one); there != nil {
			hit(d, value.Span, note(plain(key.Text)+" = "+plain(value.Text)), note(clip(oneLine(there.Slice(at)), 60)), there.Path)
		}
	}
	return applied
}

// elsewhere returns where the brief and the requirements say another amount of a
// setting, nil when they say its own, several or none.
func (s *session) elsewhere(one setting) (there *document.Document, at document.Span) {
	other := one.amount
	for _, d := range s.of(document.Brief, document.Requirements, document.Requirement, document.Quality) {
		lines := slices.Clone(d.Lines)
		for _, item := range d.Items {
			lines = append(lines, item.Span)
		}
		for _, t := range d.Tables {
			for _, row := range t.Rows {
				lines = append(lines, d.LineAt(row[0].Start))
			}
		}
		for _, line := range lines {
			for _, amount := range one.amounts(d.Slice(line)) {
				if amount == one.amount || there != nil && amount != other {
					return nil, at
				}
				there, at, other = d, line, amount
			}
		}
	}
	return there, at
}
