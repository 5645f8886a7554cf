package supervisor

import (
	"slices"
	"strings"
	"testing"
)

// FuzzRun has runs told and understood, whatever bytes their words hold, and words
// parsed that are no run.
func FuzzRun(f *testing.F) {
	f.Add("/tmp/run", "/bin/tool", "/tmp/run/work", "--model\x00sonnet", "HOME=/root\x00X=\xff\n")
	f.Add("", "", "", "", "")
	f.Add("a", "b", "c", "3", "4")
	f.Add("a\x00b", "c", "d", "\x00", "\x00=")
	f.Fuzz(func(t *testing.T, folder, path, dir, args, env string) {
		parseRun(folder)
		told := Run{Folder: folder, Path: path, Dir: dir, Args: strings.Split(args, separator), Env: strings.Split(env, separator)}
		text, err := told.marshal()
		if holdsNUL := strings.Contains(folder+path+dir, separator); holdsNUL != (err != nil) {
			t.Fatalf("%+v: %v", told, err)
		} else if holdsNUL {
			return
		}
		heard, err := parseRun(string(text))
		if err != nil || heard.Folder != folder || heard.Path != path || heard.Dir != dir || !slices.Equal(heard.Args, told.Args) || !slices.Equal(heard.Env, told.Env) {
			t.Errorf("told %+v, heard %+v, %v", told, heard, err)
		}
	})
}
