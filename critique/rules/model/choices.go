package model

import (
	"slices"
	"strings"

	"discussd/internal/text/pattern"
)

// Scale is what a template offers to choose from.
type Scale struct {
	least int        // how many steps make a choice rather than a value
	Steps [][]string // each with its names
}

// Scales are what templates offer to choose from, each with the number of steps that
// make a choice of it rather than a value: who names all of them has chosen none.
var Scales = [...]Scale{
	{3, [][]string{{"must", "must have", "必须", "必做"}, {"should", "should have", "应该", "应当"}, {"could", "could have", "可以", "可选"}, {"won't", "wont", "won’t", "won't have", "不做", "暂不"}}},
	{3, [][]string{{"p0"}, {"p1"}, {"p2"}, {"p3"}, {"p4"}}},
	{3, [][]string{{"critical", "致命", "严重"}, {"high", "高", "h"}, {"medium", "med", "中", "m"}, {"low", "低", "l"}}},
	{3, [][]string{{"xs"}, {"s", "small", "小"}, {"m", "medium", "中"}, {"l", "large", "大"}, {"xl", "特大"}, {"xxl"}}},
	{2, [][]string{{"proposed", "提议"}, {"accepted", "已接受"}, {"rejected", "已拒绝"}, {"deprecated", "已废弃"}, {"superseded", "已取代"}}},
	{2, [][]string{{"draft", "草稿"}, {"review", "in review", "in_review", "in-review", "评审中"}, {"approved", "已批准"}, {"complete", "completed", "final", "已完成", "完成"}}},
	{2, [][]string{{"pass", "通过"}, {"review", "复审", "待定"}, {"fail", "不通过", "未通过"}, {"conditional", "conditional pass", "有条件通过"}}},
	{2, [][]string{{"go"}, {"no-go", "no go"}}},
	{2, [][]string{{"ready", "就绪"}, {"not ready", "未就绪"}}},
	{2, [][]string{{"approved", "批准"}, {"rejected", "驳回"}}},
	{2, [][]string{{"yes", "y", "是"}, {"no", "n", "否"}}},
}

var (
	// menu is a value in which steps stand beside each other.
	menu    = pattern.New(`^[\p{L}\p{N}’' _-]{1,20}(?:\s*(?:\\?\||/|、|\bor\b|或)\s*[\p{L}\p{N}’' _-]{1,20}){1,5}$`)
	between = pattern.New(`\s*(?:\\?\||/|、|\bor\b|或)\s*`)
)

// Unchosen tells whether a value is still what a template offers to choose from.
func Unchosen(value string) bool {
	value = strings.ToLower(strings.Trim(value, " *`_[](){}<>（）【】\"'"))
	if len(value) > 80 || !menu.MatchString(value) {
		return false
	}
	words := strings.Split(between.ReplaceAllString(value, "\x00"), "\x00")
	for _, scale := range Scales {
		seen := map[int]bool{}
		for _, word := range words {
			i := slices.IndexFunc(scale.Steps, func(names []string) bool { return slices.Contains(names, strings.TrimSpace(word)) })
			if i < 0 || seen[i] {
				seen = nil
				break
			}
			seen[i] = true
		}
		if len(seen) >= scale.least {
			return true
		}
	}
	return false
}
