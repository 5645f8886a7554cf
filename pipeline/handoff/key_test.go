package handoff

import (
	"os"
	"path/filepath"
	"testing"

	"discussd/pipeline/verdict"
)

// TestTheKeyIsASecret: one that others can read seals nothing.
func TestTheKeyIsASecret(t *testing.T) {
	dir, f := agents(t)
	commit(t, f, judged(1, "one", 4))
	key := filepath.Join(f.secret.state, keyName)
	if info, err := os.Stat(key); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the key: %v, %v", info, err)
	}
	again := func() *Folder {
		g := open(t, dir)
		g.secret.state = f.secret.state
		return g
	}
	if _, ok := again().Verdict(round); !ok {
		t.Error("after a restart it does not count")
	}
	for name, spoil := range map[string]func() error{
		"readable":     func() error { return os.Chmod(key, 0o640) },
		"a stranger's": func() error { return os.Chown(key, agent, 0) },
		"too short":    func() error { return os.WriteFile(key, []byte("00\n"), 0o600) },
		"a link":       func() error { return os.Rename(key, key+".old") },
	} {
		before, err := os.ReadFile(key)
		must(t, err)
		must(t, spoil())
		if name == "a link" {
			symlink(t, key+".old", key)
		}
		if _, ok := again().Verdict(round); ok {
			t.Errorf("%s: it counts", name)
		}
		if err := again().SetPending(round, verdict.Pending{State: verdict.Queued}); err == nil {
			t.Errorf("%s: it seals", name)
		}
		must(t, os.RemoveAll(key))
		must(t, os.WriteFile(key, before, 0o600))
	}
}
