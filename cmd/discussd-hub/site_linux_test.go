package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"discussd/pipeline/verdict"
)

// site is many machines: a hub, workers and daemons, each the whole program on a host of its
// own.
type site struct {
	t        *testing.T
	dir      string
	network  *network
	machines []*machine // the hub, the workers, the daemons
	workers  int
}

// machine is a host with its program.
type machine struct {
	*host
	name      string // "hub", "worker-0", "daemon-0"
	dir       string
	arguments []string

	mu      sync.Mutex
	running *exec.Cmd
	killed  []time.Time
	cuts    [][2]time.Time // cut off, from and to
	slowed  [][2]time.Time
}

const hubAddress = "10.77.0.1:4222"

// newSite makes machines with keys and certificates, and starts them.
func newSite(t *testing.T, workers, daemons int) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), workers: workers}
	source, err := filepath.Abs("../discussd")
	must(t, err)
	t.Chdir(s.dir)
	for _, folder := range []string{"bin", "hub"} {
		must(t, os.Mkdir(filepath.Join(s.dir, folder), 0o755))
	}
	build(t, s.in("bin"), source)
	s.network = newNetwork(t, 1+workers+daemons)
	certificate(t, time.Hour)
	s.add("hub", "discussd-hub", "serve", "--dir", s.in("hub"), "--listen", hubAddress, "--tls-cert", s.in("hub.pem"), "--tls-key", s.in("hub.key"))
	_, err = addUser(s.in("hub"), user{Name: "shop", Project: "shop"})
	must(t, err)
	for i := range workers {
		name := fmt.Sprint("worker-", i)
		_, err := addUser(s.in("hub"), user{Name: name, Worker: true})
		must(t, err)
		m := s.add(name, "discussd-hub", "worker", "--hub", "tls://"+hubAddress, "--creds", s.in(name+".key"), "--ca", s.in("hub.pem"), "--name", name, "--config", s.in(name, "discussd.toml"))
		must(t, os.WriteFile(filepath.Join(m.dir, "discussd.toml"), []byte(m.asks("gemini")+"[tools.claude]\nenabled = false\n"), 0o600))
	}
	for i := range daemons {
		name := fmt.Sprint("daemon-", i)
		m := s.add(name, "discussd", "--config", s.in(name, "discussd.toml"), "run", s.in(name, "root"))
		must(t, os.MkdirAll(filepath.Join(m.dir, "root"), 0o755))
		must(t, os.WriteFile(filepath.Join(m.dir, "discussd.toml"), []byte(s.configuration(m, i%2 == 1)), 0o600))
	}
	for _, m := range s.machines {
		must(t, m.begin(s))
	}
	t.Cleanup(func() {
		for _, m := range s.machines {
			m.kill()
		}
	})
	return s
}

func (s *site) in(parts ...string) string { return filepath.Join(append([]string{s.dir}, parts...)...) }

func (s *site) daemons() []*machine { return s.machines[1+s.workers:] }

// add makes a machine with folders of its own. The programs are in one folder for all: the
// daemon, and what it asks over the hub.
func (s *site) add(name string, arguments ...string) *machine {
	s.t.Helper()
	m := &machine{host: s.network.hosts[len(s.machines)], name: name, dir: s.in(name), arguments: arguments}
	for _, folder := range []string{"bin", "home", "run", "temporary"} {
		must(s.t, os.MkdirAll(filepath.Join(m.dir, folder), 0o700))
	}
	self, err := os.Executable()
	must(s.t, err)
	for _, name := range []string{"gemini", "discussd-hub", "discussd-hub-client"} {
		must(s.t, os.Symlink(self, filepath.Join(m.dir, "bin", name)))
	}
	s.machines = append(s.machines, m)
	return m
}

// asks is the configuration of a tool that is a CLI of this machine.
func (m *machine) asks(tool string) string {
	return fmt.Sprintf("[tools.%s]\nvia = \"command\"\ncommand = [%q]\nmax_concurrent = 4\nfallback = []\n[tools.codex]\nenabled = false\n", tool, filepath.Join(m.dir, "bin", "gemini"))
}

// configuration is that of a daemon which asks over the hub. Without one it waits, or it
// falls to a CLI of its own.
func (s *site) configuration(m *machine, falls bool) string {
	text := fmt.Sprintf("[watch]\nquiet = \"100ms\"\ncatch_up = \"all\"\n[panel]\nmax_rounds = 4\nbudget = 0\n[hub]\nurl = \"tls://%s\"\ncreds = %q\nca = %q\nproject = \"shop\"\n", hubAddress, s.in("shop.key"), s.in("hub.pem"))
	text += "[[perspectives]]\nname = \"single\"\ntool = \"gemini\"\nrole = \"Judge\"\nfocus = \"everything\"\n[[rounds]]\nid = \"DISCUSS-002\"\nperspectives = [\"single\"]\n"
	gemini := "[tools.gemini]\nvia = \"hub\"\nmax_concurrent = 4\ntimeout = \"10m\"\n"
	if falls {
		return strings.Replace(text, "[hub]\n", "[hub]\nwhen_down = \"fall\"\n", 1) + gemini + "fallback = [\"claude\"]\n" + m.asks("claude")
	}
	return strings.Replace(text, "[hub]\n", "[hub]\nwhen_down = \"wait\"\n", 1) + gemini + "fallback = []\n[tools.codex]\nenabled = false\n[tools.claude]\nenabled = false\n"
}

// begin starts the machine's program.
func (m *machine) begin(s *site) error {
	log, err := os.OpenFile(filepath.Join(m.dir, "log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	program := s.in("bin", m.arguments[0])
	if m.arguments[0] == "discussd-hub" {
		program = filepath.Join(m.dir, "bin", "discussd-hub")
	}
	cmd := exec.Command(program, m.arguments[1:]...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Dir = m.dir
	cmd.Env = []string{
		"PATH=" + filepath.Join(m.dir, "bin") + ":/usr/bin:/bin", "HOME=" + filepath.Join(m.dir, "home"), "XDG_RUNTIME_DIR=" + filepath.Join(m.dir, "run"),
		"TMPDIR=" + filepath.Join(m.dir, "temporary"),
	}
	if err := m.start(cmd); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running = cmd
	return nil
}

// kill ends the machine's program as no program can prevent.
func (m *machine) kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running == nil {
		return
	}
	m.killed = append(m.killed, time.Now())
	kill(m.running)
	m.running = nil
}

// quit tells the machine's program to stop, and waits.
func (m *machine) quit() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running == nil {
		return nil
	}
	if err := m.running.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	err := m.running.Wait()
	m.running = nil
	return err
}

// cutOff unplugs the machine for so long.
func (m *machine) cutOff(d time.Duration) {
	from := time.Now()
	m.cut.Store(true)
	time.Sleep(d)
	m.cut.Store(false)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cuts = append(m.cuts, [2]time.Time{from, time.Now()})
}

// session is the folder of one document of a daemon.
func (m *machine) session(number int) string {
	return filepath.Join(m.dir, "root", ".workflow", ".team", fmt.Sprint("TLS-", number))
}

// write writes a document, with a number that no other has.
func (m *machine) write(number int) error {
	spec := filepath.Join(m.session(number), "spec")
	if err := os.MkdirAll(spec, 0o755); err != nil {
		return err
	}
	text := fmt.Sprintf("# Lockers\n\nThe locker number %d opens with a code of six digits.\n", number)
	return os.WriteFile(filepath.Join(spec, "product-brief.md"), []byte(text), 0o644)
}

// verdict is what stands beside a document, if it does.
func (m *machine) verdict(number int) (v verdict.Verdict, ok bool) {
	text, err := os.ReadFile(filepath.Join(m.session(number), "discussions", "DISCUSS-002-verdict.json"))
	return v, err == nil && json.Unmarshal(text, &v) == nil
}

// fell tells whether a daemon asks a tool of its own where there is no hub.
func fell(m *machine) bool {
	text, err := os.ReadFile(filepath.Join(m.dir, "discussd.toml"))
	return err == nil && strings.Contains(string(text), "when_down = \"fall\"")
}

// earlier are the verdicts before the one that stands.
func (m *machine) earlier(number int) (all []verdict.Verdict) {
	files, _ := filepath.Glob(filepath.Join(m.session(number), "discussions", ".discussd", "history", "DISCUSS-002", "*-verdict.json"))
	for _, file := range files {
		var v verdict.Verdict
		if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &v) == nil {
			all = append(all, v)
		}
	}
	return all
}

// belong are the processes that live in the site's folders.
func (s *site) belong() (all []string) {
	processes, err := filepath.Glob("/proc/[0-9]*")
	must(s.t, err)
	for _, p := range processes {
		environment, _ := os.ReadFile(filepath.Join(p, "environ"))
		status, _ := os.ReadFile(filepath.Join(p, "stat"))
		if pid, _ := strconv.Atoi(filepath.Base(p)); pid != os.Getpid() && strings.Contains(string(environment), s.dir) && !strings.Contains(string(status), ") Z ") {
			line, _ := os.ReadFile(filepath.Join(p, "cmdline"))
			all = append(all, fmt.Sprintf("%d %.200s", pid, strings.ReplaceAll(string(line), "\x00", " ")))
		}
	}
	return all
}
