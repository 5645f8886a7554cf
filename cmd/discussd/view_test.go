//go:build linux

package main

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"discussd/pipeline/verdict"
)

// viewed starts `discussd view` and returns the address that it prints.
func (s *stage) viewed(args ...string) (address string) {
	s.t.Helper()
	cmd := s.command(append([]string{"view"}, args...)...)
	out, err := cmd.StdoutPipe()
	must(s.t, err)
	var errs strings.Builder
	cmd.Stderr = &errs
	must(s.t, s.start(cmd))
	s.t.Cleanup(func() {
		must(s.t, cmd.Process.Signal(syscall.SIGTERM))
		if err := cmd.Wait(); err != nil || errs.Len() > 0 {
			s.t.Errorf("view ended with %v\n%s", err, &errs)
		}
	})
	address, err = bufio.NewReader(out).ReadString('\n')
	must(s.t, err)
	return strings.TrimSpace(address)
}

// browser is a headless Chromium, and what its console says.
type browser struct {
	context.Context
	console func() []string
}

// chromium is what Debian and others call it.
var chromium = [...]string{"chromium", "chromium-browser", "google-chrome"}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	program := ""
	for _, name := range chromium {
		if path, err := exec.LookPath(name); err == nil && program == "" {
			program = path
		}
	}
	if program == "" {
		t.Skip("NOT TESTED: no Chromium here, so nobody has seen the pages; Debian's package is called chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()))
	allocated, end := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), options...)
	t.Cleanup(end)
	ctx, leave := chromedp.NewContext(allocated)
	t.Cleanup(leave)
	must(t, chromedp.Do(ctx))
	t.Cleanup(func() { must(t, chromedp.Cancel(ctx)) })
	listening, stop := context.WithCancel(ctx)
	messages := chromedp.Console(listening)
	limited, cancel := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	return &browser{limited, func() (said []string) {
		stop()
		for message, err := range messages {
			if err != nil {
				break
			}
			said = append(said, message.String())
		}
		return said
	}}
}

// do is what a person does, one thing after the other.
func (b *browser) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b, actions...); err != nil {
		t.Fatal(err)
	}
}

// text is what a person reads in a part of the page.
func (b *browser) text(t *testing.T, part string) string {
	t.Helper()
	text, err := chromedp.Run(b, chromedp.Text(part))
	must(t, err)
	return text
}

// fits fails if a page is wider than the screen it is shown on.
func (b *browser) fits(t *testing.T, page string) {
	t.Helper()
	wide, err := chromedp.Run(b, chromedp.Evaluate[int](`document.documentElement.scrollWidth`))
	must(t, err)
	screen, err := chromedp.Run(b, chromedp.Evaluate[int](`window.innerWidth`))
	must(t, err)
	if wide > screen {
		t.Errorf("%s is %d wide on a screen of %d", page, wide, screen)
	}
}

// TestView: a person looks at a session that is blocked, on a screen as narrow as a phone's,
// sees a verdict come by itself, reads what a decision settles, and decides.
func TestView(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	s := blocked(t)
	address := s.viewed(s.root)
	link, part := `//a[contains(., "TLS-parcel room")]`, `//section[@aria-labelledby="s0-DISCUSS-002"]`
	b.do(t, chromedp.EmulateViewport(360, 640), chromedp.Navigate(address), chromedp.WaitVisible(link))
	if list := b.text(t, "main"); !strings.Contains(list, "✗H") || !strings.Contains(list, "writer revises 002") {
		t.Errorf("the list says\n%s", list)
	}
	b.fits(t, "the list")
	b.do(t, chromedp.Click(link), chromedp.WaitVisible("#s0-DISCUSS-002"), chromedp.WaitVisible(`//*[@id="live" and .="live"]`))
	if page := b.text(t, "main"); !strings.Contains(page, "blocked HIGH") || strings.Contains(page, "DISCUSS-003") {
		t.Errorf("the page says\n%s", page)
	}
	b.fits(t, "the session")

	s.write(scenes[2])
	s.run("critique", "--checks-only", filepath.Join(s.session, "spec/requirements/_index.md"))
	b.do(t, chromedp.WaitVisible("#s0-DISCUSS-003")) // nobody has loaded the page again

	b.do(t, chromedp.Click(part+`//a[@class="decide"]`), chromedp.WaitVisible("#because"))
	if form := b.text(t, "main"); !strings.Contains(form, "Settled, also in later revisions:") || !strings.Contains(form, "not addressed: offline use") {
		t.Errorf("the form says\n%s", form)
	}
	b.fits(t, "the form")
	if _, err := os.Lstat(filepath.Join(s.session, "discussions/decisions")); err == nil {
		t.Error("looking at a decision writes")
	}
	b.do(t, chromedp.SendKeys("#because", "The pilot has ten users."), chromedp.Click(`//button[@value="accept"]`), chromedp.WaitVisible(part))
	if said := b.text(t, part); !strings.Contains(said, "✓ consensus") || strings.Contains(said, "blocked HIGH") {
		t.Errorf("after the decision:\n%s", said)
	}
	v := s.await("DISCUSS-002")
	if v.Outcome != verdict.Reached || len(v.Decisions) != 1 || v.Decisions[0].Rationale != "The pilot has ten users." {
		t.Errorf("%s: %+v", v.Outcome, v.Decisions)
	}
	if said := b.console(); len(said) > 0 {
		t.Errorf("the console says:\n%s", strings.Join(said, "\n"))
	}
}

// accessible fails if axe-core, whose text is given, finds a fault on the page that is open.
func (b *browser) accessible(t *testing.T, page, axe string) {
	t.Helper()
	if _, err := chromedp.Run(b, chromedp.Evaluate[bool](axe+"; true")); err != nil {
		t.Fatal(err)
	}
	faults, err := chromedp.Run(b, chromedp.Evaluate[string](
		`axe.run().then(r => r.violations.map(v => v.impact + " " + v.id + ": " + v.help + v.nodes.map(n => "\n\t" + n.html).join("")).join("\n"))`, chromedp.EvalAwaitPromise))
	must(t, err)
	if faults != "" {
		t.Errorf("%s:\n%s", page, faults)
	}
}

// TestPagesAreAccessible: whoever cannot see, or has a keyboard alone, reads every page, in
// light and dark, on a screen and on a phone.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	source := os.Getenv("DISCUSSD_AXE")
	if source == "" {
		t.Skip("NOT TESTED: no axe-core here, $DISCUSSD_AXE names no axe.min.js (npm install axe-core)")
	}
	b := newBrowser(t)
	axe, err := os.ReadFile(source)
	must(t, err)
	s := blocked(t)
	report := filepath.Join(s.dir, "report.html")
	s.run("report", s.session, "-o", report)
	address := s.viewed(s.root)
	part := `//section[@aria-labelledby="s0-DISCUSS-002"]`
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{360, 1280} {
			look := func(page string, actions ...chromedp.Action[chromedp.Void]) {
				b.do(t, actions...)
				b.accessible(t, page+", "+scheme, string(axe))
				b.fits(t, page)
			}
			b.do(t, chromedp.EmulateViewport(width, 800), colours(scheme))
			look("the list", chromedp.Navigate(address), chromedp.WaitVisible(`//a[contains(., "TLS-parcel room")]`))
			look("the session", chromedp.Click(`//a[contains(., "TLS-parcel room")]`), chromedp.WaitVisible("#s0-DISCUSS-002"))
			look("the form", chromedp.Click(part+`//a[@class="decide"]`), chromedp.WaitVisible("#because"))
			look("the report", chromedp.Navigate("file://"+report), chromedp.WaitVisible("#s0-DISCUSS-002"))
		}
	}
}

// colours has the browser prefer a scheme.
func colours(scheme string) chromedp.Action[chromedp.Void] {
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	return chromedp.Func(func(ctx context.Context, page *chromedp.Target) error {
		_, err := cdp.Call(ctx, page, emulation.SetEmulatedMedia, media)
		return err
	})
}
