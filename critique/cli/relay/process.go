package relay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ends is how long a process may take to end that is told to.
const ends = 5 * time.Second

// process is one that stays.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     io.Reader
	words   tail
	asks    chan Asked    // lines for it
	gone    chan struct{} // closed when it has ended
	why     error         // it has ended, once it has
	state
}

// state is who waits for what.
type state struct {
	mu     sync.Mutex
	number uint64
	waits  map[uint64]chan Answer
	users  int
	idle   *time.Timer // fires when it has not been used for long enough
	stop   chan struct{}
	ending bool
	unused time.Duration
}

// begin starts a process, which has one user.
func begin(c Command, unused time.Duration) (*process, error) {
	p := &process{command: exec.Command(c.Path, c.Args...), asks: make(chan Asked), gone: make(chan struct{})}
	p.state = state{waits: map[uint64]chan Answer{}, stop: make(chan struct{}), unused: unused, users: 1}
	p.command.Env, p.command.Dir, p.command.Stderr = c.Environ, "/", &p.words
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what a terminal says to the daemon is not for it
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.command.StdoutPipe(); err != nil {
		return nil, err
	}
	return p, p.command.Start()
}

// serve hands questions over and answers back, until the process has ended.
func (p *process) serve() {
	var writing sync.WaitGroup
	writing.Go(p.write)
	foreign := p.read()
	p.kill() // one that has closed its output has ended, or is of no more use
	err := p.command.Wait()
	switch words := p.words.last(); {
	case foreign != nil:
		p.why = foreign
	case words != "":
		p.why = fmt.Errorf("discussd-hub-client has ended: %s", words)
	case err != nil:
		p.why = fmt.Errorf("discussd-hub-client has ended: %w", err)
	default:
		p.why = errors.New("discussd-hub-client has ended")
	}
	close(p.gone)
	writing.Wait()
}

// write writes lines until the process is to end, or has.
func (p *process) write() {
	to := json.NewEncoder(p.in)
	for {
		select {
		case line := <-p.asks:
			if to.Encode(line) != nil {
				return
			}
		case <-p.stop:
			_ = p.in.Close()
			timer := time.AfterFunc(ends, p.kill)
			<-p.gone
			timer.Stop()
			return
		case <-p.gone:
			return
		}
	}
}

// read hands out answers until there are no more. The error is a [*VersionError].
func (p *process) read() error {
	for from := json.NewDecoder(p.out); ; {
		var said Said
		if from.Decode(&said) != nil {
			return nil
		}
		if said.Version != Version {
			return &VersionError{said.Version}
		}
		p.mu.Lock()
		if waits := p.waits[said.Number]; waits != nil {
			waits <- said.Answer // there is room for one
			delete(p.waits, said.Number)
		}
		p.mu.Unlock()
	}
}

// kill ends the process with its group, whose members would keep its pipes open.
func (p *process) kill() {
	if p.command.Process.Signal(syscall.Signal(0)) == nil {
		_ = syscall.Kill(-p.command.Process.Pid, syscall.SIGKILL)
	}
}

// use keeps the process from ending, and tells whether it goes on.
func (p *process) use() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.gone:
		return false
	default:
	}
	if p.ending {
		return false
	}
	if p.idle != nil {
		p.idle.Stop()
	}
	p.users++
	return true
}

// expect is the number of the next question, and where its answer comes.
func (p *process) expect() (number uint64, answered chan Answer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.number++
	answered = make(chan Answer, 1)
	p.waits[p.number] = answered
	return p.number, answered
}

// forget ends the use of it for one question.
func (p *process) forget(number uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waits, number)
	if p.users--; p.users == 0 {
		p.idle = time.AfterFunc(p.unused, func() { p.quit(false) })
	}
}

// quit has the process end, also while it is used or only when it is not.
func (p *process) quit(used bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ending && (used || p.users == 0) {
		p.ending = true
		close(p.stop)
	}
}

// tail keeps the end of what is written.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(text []byte) (int, error) {
	const most = 4 << 10 // bytes
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, text...)
	t.text = t.text[max(0, len(t.text)-most):]
	return len(text), nil
}

func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	words := strings.TrimSpace(string(t.text))
	return words[strings.LastIndex(words, "\n")+1:]
}
