package handover

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// asProgram makes the test binary a program that has the two commands.
const asProgram = "HANDOVER_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	root := &cobra.Command{Use: "discussd", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(Hub(), Worker())
	if err := root.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// script is a discussd-hub that says how it was called, and with what it ends.
func script(t *testing.T, dir string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, program), []byte("#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 7\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestHandedOver: what is typed reaches discussd-hub as it was typed, with its exit code.
// Without it the error says what to install, and --help helps all the same.
func TestHandedOver(t *testing.T) {
	there, nowhere := t.TempDir(), t.TempDir()
	script(t, there)
	for name, c := range map[string]struct {
		path, call, want string
		code             int
	}{
		"hub":        {there, "hub --dir D --trial --listen 127.0.0.1:1", "<serve><--dir><D><--trial><--listen><127.0.0.1:1>", 7},
		"bare":       {there, "hub", "<serve>", 7},
		"command":    {there, "hub add-user shop --project shop", "<add-user><shop><--project><shop>", 7},
		"its help":   {there, "hub serve --help", "<serve><--help>", 7},
		"worker":     {there, "worker --hub U --creds F --tools gemini,claude", "<worker><--hub><U><--creds><F><--tools><gemini,claude>", 7},
		"no hub":     {nowhere, "hub --dir D", "install the package discussd-hub", 1},
		"no worker":  {nowhere, "worker --hub U", "install the package discussd-hub", 1},
		"help":       {nowhere, "hub --help", "discussd hub add-user", 0},
		"worker's":   {nowhere, "worker -h", "--tools gemini,claude", 0},
		"help about": {nowhere, "help worker", "--creds", 0},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], strings.Fields(c.call)...)
			cmd.Env = []string{asProgram + "=1", "PATH=" + c.path}
			out, _ := cmd.CombinedOutput()
			if !strings.Contains(string(out), c.want) || cmd.ProcessState.ExitCode() != c.code {
				t.Errorf("code %d, want %d with %q:\n%s", cmd.ProcessState.ExitCode(), c.code, c.want, out)
			}
		})
	}
}

// TestBeside: the program beside this one goes before that in PATH, also where this one is
// called by a link; what cannot be run is none.
func TestBeside(t *testing.T) {
	own, other, links := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("PATH", other)
	script(t, other)
	self := filepath.Join(own, "discussd")
	if err := os.WriteFile(self, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(links, "discussd")
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	is := func(want string) {
		t.Helper()
		for _, called := range []string{self, link} {
			if path, err := find(called); err != nil || path != filepath.Join(want, program) {
				t.Errorf("%s has found %q, %v, want one in %s", called, path, err, want)
			}
		}
	}
	is(other)
	script(t, own)
	is(own)
	if err := os.Chmod(filepath.Join(own, program), 0o600); err != nil {
		t.Fatal(err)
	}
	is(other)
}
