package screen

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"discussd/critique"
)

// Progress shows a panel at work, because models take minutes: on a terminal a
// line a perspective, turning until it is answered; elsewhere a plain line when
// it is. It is safe for concurrent use.
type Progress struct {
	stderr io.Writer
	note   func(format string, args ...any) // tells of what is answered where there is no terminal
	meter  *Meter

	mu    sync.Mutex
	round string        // what is judged, in words
	panel *mpb.Progress // nil when there is no terminal, or no panel at work
	lines map[string]*line
	said  map[string]bool // why nobody could be asked
}

// line is one perspective on a terminal. The terminal's own goroutine reads it,
// so its lock is held by nobody who waits for the terminal.
type line struct {
	bar   *mpb.Bar
	mu    sync.Mutex
	words string // what became of the perspective
}

func (l *line) say(words string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.words = words
}

func (l *line) said(decor.Statistics) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return "  " + l.words
}

// NewProgress shows progress on stderr where that is a terminal, else through note. The
// meter is cleared before anything is shown; it may be nil.
func NewProgress(stderr io.Writer, note func(format string, args ...any), m *Meter) *Progress {
	return &Progress{stderr: stderr, note: note, meter: m, lines: map[string]*line{}, said: map[string]bool{}}
}

// Begin says which round the next panel is of.
func (p *Progress) Begin(round, dir string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.round = round + " of " + filepath.Base(dir)
}

// Asked shows that a perspective's tools are asked.
func (p *Progress) Asked(perspective critique.Perspective) {
	if !IsTerminal(p.stderr) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.panel == nil {
		p.meter.Clear()
		p.panel = mpb.New(mpb.WithOutput(p.stderr), mpb.WithWidth(3))
	}
	l := &line{}
	l.bar = p.panel.AddSpinner(1,
		mpb.PrependDecorators(decor.Name(fmt.Sprintf("%-12s %-7s", perspective.Name, perspective.Tool))),
		mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_MMSS), decor.Any(l.said)),
	)
	p.lines[perspective.Name] = l
}

// Answered shows what became of a perspective.
func (p *Progress) Answered(opinion critique.Opinion) {
	if len(opinion.Attempts) == 0 {
		return // took no time
	}
	if opinion.Attempts[len(opinion.Attempts)-1].Outcome == critique.Canceled {
		return // nobody waits for it any more
	}
	p.mu.Lock()
	l := p.lines[opinion.Perspective.Name]
	p.mu.Unlock()
	if l != nil {
		l.say(became(opinion))
		l.bar.Increment()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.meter.Clear()
	if why := nobody(opinion); why != "" {
		if !p.said[why] { // all perspectives of all rounds have it in common
			p.said[why] = true
			p.note("no model could be asked: %s; 'discussd doctor' says what to do", why)
		}
		return
	}
	p.note("%s: %s: %s", p.round, opinion.Perspective.Name, became(opinion))
}

// End leaves the lines of one panel as they are; the next panel gets its own.
func (p *Progress) End() {
	p.mu.Lock()
	panel, lines := p.panel, p.lines
	p.panel, p.lines = nil, map[string]*line{}
	p.mu.Unlock()
	for _, l := range lines {
		l.bar.Abort(false) // those that were never answered; the others have ended
	}
	if panel != nil {
		panel.Wait()
	}
}

// nobody says why no tool of a perspective could be asked, whatever it was to be asked: "claude:
// not_installed, codex: auth". It is "" when one was asked, for what it was is a thing of the round.
func nobody(opinion critique.Opinion) string {
	var why []string
	for _, a := range opinion.Attempts {
		switch a.Outcome {
		case critique.NotInstalled, critique.Auth, critique.Quota, critique.Misconfigured:
			why = append(why, fmt.Sprintf("%s: %s", a.Tool, a.Outcome))
		default:
			return ""
		}
	}
	if opinion.Heard() {
		return ""
	}
	slices.Sort(why)
	return strings.Join(slices.Compact(why), ", ")
}

// became says in a few words what became of a perspective: "4.0/5 by codex after
// 12.3 s, gemini: timeout", "no model answered after 0.0 s, gemini: not_installed".
func became(opinion critique.Opinion) string {
	took, failed := 0.0, ""
	for _, a := range opinion.Attempts {
		took += a.Duration.Seconds()
		if a.Outcome != critique.Answered {
			failed += fmt.Sprintf(", %s: %s", a.Tool, a.Outcome)
		}
	}
	if !opinion.Heard() {
		return fmt.Sprintf("no model answered after %.1f s%s", took, failed)
	}
	rating := "not rated"
	if opinion.Rating != 0 {
		rating = fmt.Sprintf("%.1f/5", opinion.Rating)
	}
	return fmt.Sprintf("%s by %s after %.1f s%s", rating, opinion.Tool, took, failed)
}
