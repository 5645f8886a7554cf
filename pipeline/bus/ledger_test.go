package bus

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLine(t *testing.T) {
	dir, log := session(t, "")
	b := open(t, dir, Auto)
	for _, say := range []func() (string, error){
		func() (string, error) { return b.Begin(t.Context(), key("DISCUSS-002", "f0", 3), began) },
		func() (string, error) { return b.End(t.Context(), key("DISCUSS-002", "f1", 3), ended) },
	} {
		if _, err := say(); err != nil {
			t.Fatal(err)
		}
	}
	want := `{"id":"MSG-001","ts":"2026-03-04T08:30:00.005+00:00","from":"discuss","to":"coordinator","type":"impl_progress",` +
		`"summary":"[discuss] DISCUSS-002 (brief): started, 4 perspectives","data":{"ref":"spec/product-brief.md","round":"DISCUSS-002","fingerprint":"f0","revision":3}}` + "\n" +
		`{"id":"MSG-002","ts":"2026-03-04T08:30:00.005+00:00","from":"discuss","to":"coordinator","type":"discussion_ready",` +
		`"summary":"[discuss] done <&>","data":{"ref":"discussions/DISCUSS-002-discussion.md","round":"DISCUSS-002","fingerprint":"f1","revision":3}}` + "\n"
	if diff := cmp.Diff(want, read(t, log)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestIDsGoOn(t *testing.T) {
	msg := func(id string) string {
		return `{"id":` + id + `,"ts":"2026-01-01T00:00:00.000+00:00","from":"writer","to":"coordinator","type":"impl_complete","summary":"x"}` + "\n"
	}
	tests := map[string]struct {
		before string
		want   string
	}{
		"no file":                      {"", "MSG-001"},
		"an empty line":                {"\n", "MSG-001"},
		"one message":                  {msg(`"MSG-001"`), "MSG-002"},
		"gaps":                         {msg(`"MSG-001"`) + msg(`"MSG-007"`), "MSG-008"},
		"not in order":                 {msg(`"MSG-041"`) + msg(`"MSG-007"`), "MSG-042"},
		"twice the same":               {msg(`"MSG-002"`) + msg(`"MSG-002"`), "MSG-003"},
		"more than three digits":       {msg(`"MSG-1000"`), "MSG-1001"},
		"fewer than three digits":      {msg(`"MSG-5"`), "MSG-006"},
		"other forms":                  {msg(`"m-77"`) + msg(`"MSG-9x"`) + msg(`"MSG--4"`) + msg(`"MSG-"`) + msg(`"msg-12"`) + msg(`99`) + msg(`null`), "MSG-001"},
		"a number nobody can count to": {msg(`"MSG-99999999999999999999"`) + msg(`"MSG-003"`), "MSG-004"},
		"fields of other types":        {`{"id":"MSG-004","from":["x"],"type":7,"data":"text"}` + "\n", "MSG-005"},
		"a field that is too large":    {`{"id":"MSG-004","from":"discuss","data":{"round":"R","revision":99999999999999999999}}` + "\n", "MSG-005"},
		"lines that are no messages":   {"# notes\n[]\n\"MSG-009\"\n{\"id\":\"MSG-008\",\n\x00\xff\n" + msg(`"MSG-002"`), "MSG-003"},
		"an id only in the words":      {`{"id":"MSG-002","summary":"see \"id\":\"MSG-050\""}` + "\n", "MSG-003"},
		"Windows line ends":            {strings.ReplaceAll(msg(`"MSG-002"`), "\n", "\r\n"), "MSG-003"},
		"a last line without its end":  {msg(`"MSG-001"`) + strings.TrimSpace(msg(`"MSG-002"`)), "MSG-003"},
		"a torn last line":             {msg(`"MSG-001"`) + `{"id":"MSG-002","ts":"20`, "MSG-002"},
		"a line that is too long":      {msg(`"MSG-001"`) + `{"id":"MSG-777","summary":"` + strings.Repeat("x", 2<<20) + `"}` + "\n" + msg(`"MSG-003"`), "MSG-004"},
		"a long line":                  {msg(`"MSG-001"`) + `{"id":"MSG-777","summary":"` + strings.Repeat("x", 512<<10) + `"}` + "\n" + msg(`"MSG-003"`), "MSG-778"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir, log := session(t, tt.before)
			id, err := open(t, dir, Auto).Begin(t.Context(), key("R", "f", 1), began)
			if err != nil || id != tt.want {
				t.Errorf("got id %q, %v; want %q", id, err, tt.want)
			}
			added, untouched := strings.CutPrefix(read(t, log), tt.before)
			if !untouched {
				t.Fatal("what others wrote was changed")
			}
			if tt.before != "" && !strings.HasSuffix(tt.before, "\n") {
				var whole bool
				if added, whole = strings.CutPrefix(added, "\n"); !whole {
					t.Error("their last line runs into ours")
				}
			}
			var line struct{ ID string }
			if err := json.Unmarshal([]byte(added), &line); err != nil || line.ID != tt.want || strings.Count(added, "\n") != 1 {
				t.Errorf("added %q, %v", added, err)
			}
		})
	}
}

func TestIDsRunOut(t *testing.T) {
	text := `{"id":"MSG-999999999999999"}` + "\n"
	dir, log := session(t, text)
	if _, err := open(t, dir, Auto).Begin(t.Context(), key("R", "f", 1), began); err == nil {
		t.Error("no error")
	}
	if got := read(t, log); got != text {
		t.Errorf("written: %q", got)
	}
}

func TestHugeFile(t *testing.T) {
	dir, log := session(t, `{"id":"MSG-500"}`+"\n")
	if err := os.Truncate(log, 1<<36); err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	b := open(t, dir, Auto)
	for i, want := range []string{"MSG-001", "MSG-002", "MSG-003"} {
		if id, err := b.Begin(t.Context(), key(fmt.Sprint("R", i), "f", 1), began); err != nil || id != want {
			t.Fatalf("got %q, %v; want %q", id, err, want)
		}
	}
}

func BenchmarkBegin(b *testing.B) {
	line := `{"id":"MSG-%03d","ts":"2026-03-04T08:30:00.005+00:00","from":"writer","to":"coordinator","type":"impl_complete","summary":"[writer] DRAFT-002 complete: requirements","data":{"ref":"spec/requirements/_index.md"}}` + "\n"
	for _, size := range []int{1 << 10, 1 << 20, mostRead} {
		b.Run(fmt.Sprint(size>>10, "KiB"), func(b *testing.B) {
			var text strings.Builder
			for i := 1; text.Len() < size; i++ {
				fmt.Fprintf(&text, line, i)
			}
			dir, _ := session(b, text.String())
			bus := open(b, dir, Auto)
			do(b, bus, "begin", key("R", "f", 1))
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				do(b, bus, "begin", key("R", "f", 1))
			}
		})
	}
}
