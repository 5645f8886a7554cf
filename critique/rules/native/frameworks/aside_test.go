package frameworks

import (
	"strings"
	"testing"

	"discussd/critique/rules/model"
)

func TestAside(t *testing.T) {
	const id = "FR-099"
	tests := map[bool][]string{
		true: {
			"FR-099 was dropped after the interviews.", "FR-099 and FR-098 have been merged into FR-002.", "Formerly FR-099, now FR-003.", "FR-003 (was FR-099) stays.",
			"FR-099 (deferred) is left out here.", "| FR-099 | Removed |", "A future FR-099 could add tides.", "FR-099 will follow in the spring.", "This replaces FR-099 of the harbour tracker.",
			"See FR-099 of the Quay PRD.", "FR-099 in `specs/quay/spec.md` asks for it.", "FR-099 (see old-tides.md) asked for it.", "~~FR-099~~ is no more.", "System FR-099 or newer", "FR-099 of the old tide table is gone.",
			"FR-099 is reserved.", "FR-099 已合并到 FR-002。", "原 FR-099，现 FR-003。", "未来的 FR-099 会加上照片。", "FR-099（已删除）", "旧 FR-099 不再适用。",
		},
		false: {
			"FR-099 is met by the worker.", "Show deleted photos (FR-099)", "FR-099: a photo that is removed stays for a week", "When a tide is dropped, FR-099 says how.", "The old table is gone. FR-099 holds.",
			"FR-099 asks for it. FR-004 was dropped.", "Removed photos are kept as FR-099 says", "FR-099 of this spec holds.", "FR-099 of the feature spec holds.", "Implement FR-099 in src/tides.go",
			"实现 FR-099 的排序", "FR-099 要求删除相册。", "旧表已删除。FR-099 仍有效。", "FR-099 ist erfüllt.",
		},
	}
	for want, lines := range tests {
		for _, line := range lines {
			from := strings.Index(line, id)
			if got := Aside(&model.Session{}, line, from, from+len(id)); got != want {
				t.Errorf("%q is aside: %v", line, got)
			}
		}
	}
}
