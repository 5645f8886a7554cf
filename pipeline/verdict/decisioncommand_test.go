package verdict

import (
	"os/exec"
	"strings"
	"testing"
)

func TestDecisionCommand(t *testing.T) {
	tests := map[string]struct{ session, want string }{
		"plain":         {"/srv/p/.workflow/.team/S-1", `/srv/p/.workflow/.team/S-1`},
		"other letters": {"/srv/会话", `/srv/会话`},
		"spaces":        {"/srv/my session", `'/srv/my session'`},
		"a quote":       {"/srv/ann's", `'/srv/ann'\''s'`},
		"a command":     {"/srv/$(rm -rf ~);`id`", "'/srv/$(rm -rf ~);`id`'"},
		"a home":        {"~/S", `'~/S'`},
		"like a flag":   {"-S", `./-S`},
		"line break":    {"/srv/a\nb'c\\d\x1b", `$'/srv/a\012b\'c\\d\033'`},
		"nothing":       {"", `''`},
		"C1 controls":   {"/srv/a\u0085b", "$'/srv/a\u0085b'"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			want := "discussd decide " + tt.want + ` DISCUSS-006 accept|revise --because "…"`
			got := DecisionCommand(tt.session, "DISCUSS-006")
			if got != want {
				t.Fatalf("got %s, want %s", got, want)
			}
			bash, err := exec.LookPath("bash")
			if err != nil {
				t.Skip("no shell to read it with")
			}
			word, _, _ := strings.Cut(strings.TrimPrefix(got, "discussd decide "), " DISCUSS-006 ")
			read, err := exec.Command(bash, "-c", "printf %s "+word).Output()
			if err != nil || strings.TrimPrefix(string(read), "./") != strings.TrimPrefix(tt.session, "./") {
				t.Errorf("a shell reads %q, %v", read, err)
			}
		})
	}
}
