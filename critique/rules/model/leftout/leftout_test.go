package leftout

import (
	"slices"
	"testing"

	"discussd/critique/document"
)

func TestRead(t *testing.T) {
	for text, want := range map[string][]string{
		"## Out of Scope\n\n- Text messages: notices go out by mail.":                     {"sms"},
		"## Non-Goals\n\n- Printed albums, slide shows":                                   {"printed album", "slide show"},
		"## Out of Scope\n\n- Recognition of weeds from photos":                           {"weed photo"},
		"## Out of Scope\n\n- Charging members for lost keys":                             {"lost key"},
		"## What we do not build\n\n- Music as files: no PDFs, neither for reading":       {"pdf"},
		"## Out of Scope\n\n- Changing the bed plan":                                      nil,
		"## Out of Scope\n\n- Tests of the old pump":                                      nil,
		"## Out of Scope\n\n- The pump is bought by the club":                             nil,
		"## Goals / Non-Goals\n\n- Printed albums":                                        nil,
		"Alternatives: a slowly refilled water bucket (rejected, nobody could check it).": {"water bucket"},
		"We print numbers. No beacons are bought.":                                        {"beacon"},
		"Out of scope: slide shows; albums.":                                              {"slide show"},
		"## 范围外\n\n- 短信通知：一律发邮件\n- 健康数据采集（不接手环、血压计）":                                      {"短信通知", "健康数据采集", "手环", "血压计"},
		"## 不做\n\n- 优化水泵":                                                                 nil,
	} {
		var got []string
		for _, thing := range Read(document.Parse("docs/a.md", []byte(text+"\n"))) {
			got = append(got, thing.Name.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestTitles(t *testing.T) {
	for text, want := range map[string][]string{
		"- [ ] 1.1 Order form for albums (FR-1)":                     {" 1 1 order form for album "},
		"- [x] Test of the pump without albums":                      nil,
		"- **4.2 Invoices for lost keys** (5)":                       {" 4 2 invoice for lost key "},
		"### Story 3: Text messages":                                 {" story 3 sms "},
		"| Story | Status |\n|---|---|\n| Print an album | Albums |": {" print an album "},
		"## Later\n\n- Albums":                                       nil,
		"## 故事 3：包月卡（8 人天）":                                          {" 故事 3 包月卡 "},
	} {
		d := document.Parse("tasks.md", []byte(text+"\n"))
		var got []string
		for _, at := range Titles(d) {
			got = append(got, Says(d, at))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestIn(t *testing.T) {
	for _, tt := range []struct {
		name, title string
		want        bool
	}{
		{"slide shows", "Show slides", false},
		{"slide shows", "A slide show of the year", true},
		{"embeddings", "An input embedded in a page", false},
		{"Recognition of weeds from photos", "Suggest the weed from its picture", true},
		{"月卡", "故事 3：包月卡", true},
		{"搜索", "搜索并修复引用", false},
		{"PDF 导出", "导出报告", false},
		{"text messages", "An SMS gateway", true},
	} {
		if name, ok := nameOf(tt.name, false); !ok || name.In(Spell(tt.title)) != tt.want {
			t.Errorf("%s in %s: %v %v, want %v", tt.name, tt.title, ok, name, tt.want)
		}
	}
}
