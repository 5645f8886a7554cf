package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"discussd/internal/platform"
	"discussd/internal/process/procs"
)

// TestOnlyWhatIsOurs has records name processes that are not those of the run: a number
// that was given to another since, one of another life of the machine, and one of a
// daemon that lives.
func TestOnlyWhatIsOurs(t *testing.T) {
	if platform.Portable {
		t.Skip("needs Linux: subreapers, sealed memory and the process table")
	}
	tests := map[string]struct {
		life, mark string
		later      uint64 // start of the process that the record names, less that of the bystander
		locked     bool
		dies, kept bool
	}{
		"the very process":      {life: life(), dies: true},
		"another of its number": {life: life(), later: 1},
		"another boot":          {life: "00000000-0000-0000-0000-000000000000 " + strings.Fields(life())[1]},
		"another name space":    {life: strings.Fields(life())[0] + " pid:[1]"},
		"a daemon that lives":   {life: life(), locked: true, kept: true},
		"nothing of a record":   {life: "hello"},
		"the mark of the run":   {life: life(), later: 1, mark: "run", dies: true},
		"the mark of another":   {life: life(), later: 1, mark: "running"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("TMPDIR", dir)
			bystander := exec.Command("/proc/self/exe")
			bystander.Env = []string{bystanding + "=yes"}
			if test.mark != "" {
				bystander.Env = append(bystander.Env, RunVariable+"="+filepath.Join(dir, folderPrefix+test.mark))
			}
			bystander.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if err := bystander.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- bystander.Wait() }()
			p, _ := procs.Find(bystander.Process.Pid)
			record := filepath.Join(dir, folderPrefix+"run"+recordSuffix)
			text := fmt.Sprintf("%s\n\"\"\n%d %d\n%d 7\n1", test.life, p.PID, p.Start+test.later, os.Getpid())
			if err := os.WriteFile(record, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if test.locked {
				file, err := os.Open(record)
				if err != nil {
					t.Fatal(err)
				}
				defer file.Close()
				if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
					t.Fatal(err)
				}
			}
			if err := Tidy(t.Context()); err != nil {
				t.Error(err)
			}
			if now, found := procs.Find(p.PID); (found && !now.Dead() && now.Start == p.Start) == test.dies {
				t.Errorf("the process lives: %v", !test.dies)
			}
			if _, err := os.Stat(record); errors.Is(err, os.ErrNotExist) == test.kept {
				t.Errorf("the record: %v", err)
			}
			bystander.Process.Kill()
			<-ended
		})
	}
}

// TestForeignRecord has another user lay down a record: nobody takes it over.
func TestForeignRecord(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("NOT TESTED: needs root to write as another user")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	name := filepath.Join(dir, folderPrefix+"x"+recordSuffix)
	if err := errors.Join(os.WriteFile(name, []byte(life()+"\n"), 0o600), os.Chown(name, 1000, 1000)); err != nil {
		t.Fatal(err)
	}
	if err := Tidy(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Errorf("a record of another user's was taken over: %v", err)
	}
}
