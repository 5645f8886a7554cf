package recorded_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/critique/cli"
	"discussd/critique/llm"
	"discussd/critique/recorded"
)

// tool counts how often it is asked.
type tool struct {
	llm.Tool
	asked  int
	answer cli.Answer
	failed error
}

func (f *tool) Installed() error { return critique.Failf(critique.NotInstalled, "nowhere") }

func (f *tool) Ask(context.Context, cli.Prompt) (cli.Answer, error) {
	f.asked++
	return f.answer, f.failed
}

// TestShelf: what was said once is said again without asking, a failure too, and only to
// the same words, put to the same tool with the same schema.
func TestShelf(t *testing.T) {
	usd, tokens := 0.25, int64(7)
	tests := map[string]*tool{
		"an answer": {answer: cli.Answer{Text: []byte("solid"), Model: "m-1", Family: "acme", Cost: critique.Cost{USD: &usd, InputTokens: &tokens}}},
		"a failure": {failed: critique.Failf(critique.Quota, "spent")},
	}
	for name, asked := range tests {
		t.Run(name, func(t *testing.T) {
			shelf := recorded.Shelf{Dir: filepath.Join(t.TempDir(), "shelf"), Ask: true}
			prompt := cli.Prompt{Text: []byte("what of it?"), Schema: []byte("{}"), Dir: "here"}
			shelf.Tool("codex", asked).Ask(t.Context(), prompt)
			shelf.Ask, prompt.Dir = false, "there"
			again, err := shelf.Tool("codex", asked).Ask(t.Context(), prompt)
			if asked.asked != 1 {
				t.Errorf("asked %d times", asked.asked)
			}
			want := asked.answer
			want.Raw = want.Text
			if want.Text == nil {
				want.Text, want.Raw = []byte{}, []byte{}
			}
			if diff := cmp.Diff(want, again); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if critique.ClassOf(err) != critique.ClassOf(asked.failed) {
				t.Errorf("got %v, want %v", err, asked.failed)
			}
			for what, other := range map[string]func() (cli.Answer, error){
				"tool": func() (cli.Answer, error) { return shelf.Tool("claude", asked).Ask(t.Context(), prompt) },
				"prompt": func() (cli.Answer, error) {
					return shelf.Tool("codex", asked).Ask(t.Context(), cli.Prompt{Text: []byte("what of it?{}")})
				},
				"schema": func() (cli.Answer, error) {
					return shelf.Tool("codex", asked).Ask(t.Context(), cli.Prompt{Text: prompt.Text})
				},
			} {
				if _, err := other(); critique.ClassOf(err) != critique.NotInstalled {
					t.Errorf("another %s: %v, want that there is no answer", what, err)
				}
			}
		})
	}
}

// TestCanceledIsNobodysAnswer: what a tool said when the time was over is not kept.
func TestCanceledIsNobodysAnswer(t *testing.T) {
	shelf := recorded.Shelf{Dir: filepath.Join(t.TempDir(), "shelf"), Ask: true}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	asked := &tool{failed: critique.Failf(critique.Timeout, "late")}
	shelf.Tool("codex", asked).Ask(ctx, cli.Prompt{Text: []byte("x")})
	if _, err := os.Stat(shelf.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was kept: %v", err)
	}
}

// TestTornAnswer: a file that holds no answer is a mistake of who keeps the shelf, and not
// a reason to ask.
func TestTornAnswer(t *testing.T) {
	shelf := recorded.Shelf{Dir: t.TempDir(), Ask: true}
	asked, prompt := &tool{answer: cli.Answer{Text: []byte("x")}}, cli.Prompt{Text: []byte("x")}
	shelf.Tool("codex", asked).Ask(t.Context(), prompt)
	files, err := os.ReadDir(shelf.Dir)
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.WriteFile(filepath.Join(shelf.Dir, files[0].Name()), []byte(`{"tool`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := shelf.Tool("codex", asked).Ask(t.Context(), prompt); critique.ClassOf(err) != critique.Misconfigured || asked.asked != 1 {
		t.Errorf("%v, asked %d times", err, asked.asked)
	}
}

// TestInstalled: an answer on a shelf needs no program, to ask does.
func TestInstalled(t *testing.T) {
	for ask, want := range map[bool]bool{false: true, true: false} {
		if err := (recorded.Shelf{Ask: ask}).Tool("codex", &tool{}).Installed(); (err == nil) != want {
			t.Errorf("Ask %v: %v", ask, err)
		}
	}
}
