package daemon

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/schedule"
)

// stateFolder is where a daemon keeps what is to outlive it: $STATE_DIRECTORY, as
// systemd sets it, else $XDG_STATE_HOME/discussd, else ~/.local/state/discussd.
func stateFolder() (string, error) {
	if dir, _, _ := strings.Cut(os.Getenv("STATE_DIRECTORY"), ":"); dir != "" {
		return dir, nil
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "discussd"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state", "discussd"), err
}

// resume has a budget go on where the last daemon of this user ended, and keeps what it
// spends, until finish, which writes what is not written yet. Where that cannot be done it
// begins anew at each start.
func resume(budget *schedule.Budget, logger hclog.Logger) (finish func()) {
	dir, err := stateFolder()
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	file := filepath.Join(dir, "budget.json")
	var spent []schedule.Expense
	if err == nil {
		var text []byte
		if text, err = os.ReadFile(file); err == nil {
			err = json.Unmarshal(text, &spent)
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		logger.Warn("what was spent before is not known", "error", err)
	}
	// A panel does not wait for the file: a killed daemon may forget the very last ones.
	latest, stop := make(chan []schedule.Expense, 1), make(chan struct{})
	var writing sync.WaitGroup
	write := func(spent []schedule.Expense) {
		if err := keep(file, spent); err != nil {
			logger.Debug("what was spent is not kept", "error", err)
		}
	}
	writing.Go(func() {
		for {
			select {
			case spent := <-latest:
				write(spent)
			case <-stop:
				select {
				case spent := <-latest:
					write(spent)
				default:
				}
				return
			}
		}
	})
	budget.Resume(spent, func(spent []schedule.Expense) { // one call at a time
		select {
		case <-latest: // is part of what was spent now
		default:
		}
		latest <- spent
	})
	return func() {
		close(stop)
		writing.Wait()
	}
}

// keep writes what was spent in the last hour. A crash of the machine may lose it.
func keep(file string, spent []schedule.Expense) error {
	text, err := json.Marshal(spent)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".tmp", append(text, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(file+".tmp", file)
}
