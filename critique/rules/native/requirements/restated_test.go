package requirements

import (
	"testing"
)

func TestDiffers(t *testing.T) {
	tests := map[string]struct {
		here, there string
		want        bool
	}{
		"another number":      {"Lists every command below ship:crew:* (5 of them)", "Lists every command below ship:crew:* (6 of them)", true},
		"a part of it":        {"Lists every command below ship:crew:* (5 of them)", "Lists every command below ship:* (30 of them)", false},
		"Chinese":             {"列出 ship:crew:* 下的全部命令与参数（5 个）", "列出 ship:crew:* 下的全部命令与参数（6 个）", true},
		"Chinese, part of it": {"列出 ship:crew:* 下的全部命令与参数（5 个）", "列出 ship:* 下的全部命令与参数（30 个）", false},
		"another file":        {"The file src/locks may hold 200 lines of code", "The file src/doors may hold 300 lines of code", false},
		"two numbers":         {"Keeps parcels 3 days in 40 lockers of the room", "Keeps parcels 5 days in 60 lockers of the room", false},
	}
	for name, tt := range tests {
		if got := restatedText(tt.here).differs(restatedText(tt.there)); got != tt.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
