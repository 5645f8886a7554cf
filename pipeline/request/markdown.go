package request

import (
	"slices"
	"strings"

	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
	"discussd/pipeline/dropped"
)

// section is the part of a Markdown request that a line stands in.
type section int

const (
	elsewhere section = iota // steps, formats and return values: not ours
	input
	panel
)

var (
	// critiqueHeading may stand behind the call that the prompt is an argument of.
	critiqueHeading = pattern.New("(?i)^ {0,3}(?:(?:prompt|message)\\s*:\\s*[`\"'])?#{0,6}\\s*\\**multi-perspective critique\\**\\s*(?:[:：]\\s*(.*))?$")
	heading         = pattern.New(`^ {0,3}#{1,6}\s+(.*?)[\s#]*$`)
	fence           = pattern.New("^ {0,3}(`{3,}|~{3,})")
	taskHeading     = pattern.New(`^([A-Z][A-Za-z]*-[0-9]+)(?:\s*[:：].*)?$`)
	extension       = pattern.New(`\.[A-Za-z0-9]+$`)
	labelForm       = pattern.New("^\\s*(?:[-*+•]\\s+|\\d{1,2}[.)]\\s+)?(\\*{0,3})`?([A-Za-z][A-Za-z _-]{0,40}?)`?(\\*{0,3})\\s*[:：](\\*{0,3})\\s*(.*?)\\s*$")
)

// markdown reads the Markdown forms. Where there is a critique's heading, what
// stands above it and in other sections is not read; else labels count wherever
// they stand.
func markdown(d *draft) error {
	lines := unfenced(d.Lines)
	title := -1
	for i, line := range lines {
		switch {
		case !critiqueHeading.MatchString(line):
		case title >= 0:
			return d.Wrong(i+1, "a second critique begins here, the first is on line %d: drop one file for each", title+1)
		default:
			title = i
		}
	}
	m := reader{draft: d, lines: lines, section: input, free: title < 0}
	if title >= 0 {
		d.at = title + 1
		d.title = entry{critiqueHeading.FindStringSubmatch(lines[title])[1], d.at}
		m.next = title + 1
	}
	return m.read()
}

// reader goes through the lines of a Markdown request.
type reader struct {
	*draft
	lines   []string // without those in fences
	next    int
	section section
	free    bool // there is no critique's heading
	table   table
}

func (m *reader) read() error {
	for m.next < len(m.lines) {
		line := m.lines[m.next]
		m.next++
		var err error
		if found := heading.FindStringSubmatch(line); found != nil {
			m.enter(found[1])
			m.subject(found[1])
		} else if m.section == panel {
			err = m.perspective(line)
		} else if m.section == input || m.free {
			err = m.field(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// enter begins the section of a heading.
func (m *reader) enter(title string) {
	switch strings.ToLower(strings.Trim(title, " *:：")) {
	case "input":
		m.section = input
	case "perspectives", "perspective routing", "perspective routing table":
		m.section = panel
	default:
		m.section = elsewhere
	}
}

// subject reads what a task is called: where it brings no prompt, "DISCUSS-002: brief"
// names the round. The first one counts.
func (m *reader) subject(text string) {
	if found := taskHeading.FindStringSubmatch(strings.Trim(dropped.Plain(text), "\"',")); m.free && m.task.text == "" && found != nil {
		m.task = entry{found[1], m.next}
	}
}

// field reads one labelled line.
func (m *reader) field(line string) error {
	number := m.next
	name, value, ok := label(line)
	if !ok {
		return nil
	}
	key, known := keyOf(name)
	if key == "subject" {
		m.subject(value)
	}
	switch {
	case !known && !m.free:
		return m.misspelt(key, number)
	case !known || !m.free && timelineKey(key):
		return nil
	case key == keyFeedback:
		value = m.continued(value, indentation(line))
	case key == keyPerspectives:
		return m.ask(value, number)
	case key == keyArtifact || key == keySession || key == keyContext || key == discoveryContext:
		value = written(value)
	}
	return m.set(key, value, number)
}

// misspelt refuses a label that was certainly meant to be another: a request that
// is understood by halves would be judged wrongly. Short words are too near to
// each other to tell.
func (m *reader) misspelt(key string, number int) error {
	near := nearest.Meant(key, []string{keyRound, keyArtifact, keySession, keyPerspectives, discoveryContext})
	if near == "" || key[0] != near[0] {
		return nil
	}
	return m.Wrong(number, "there is no %q, did you mean %q?", key, near)
}

// label splits "- **Label**: value".
func label(line string) (name, value string, ok bool) {
	found := labelForm.FindStringSubmatch(line)
	if found == nil {
		return "", "", false
	}
	value = found[5]
	if found[1] != "" && found[3]+found[4] == "" { // the value is bold with its label
		value = strings.TrimRight(value, "* ")
	}
	return found[2], value, true
}

// written is the path that a value holds, without the marks around it, a remark
// behind it, or the end of the quotation that the prompt stands in.
func written(value string) string {
	if rest, quoted := strings.CutPrefix(value, "`"); quoted {
		inside, _, _ := strings.Cut(rest, "`")
		return inside
	}
	value = strings.TrimSuffix(value, "`")
	if inside := dropped.Unquoted(value); inside != value {
		return inside
	}
	if short := withoutNote(value); extension.MatchString(short) {
		return short
	}
	return value
}

func keyOf(name string) (key string, known bool) {
	key = strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == '_' || r == '-' }), "_")
	return key, slices.Contains(knownKeys[:], key)
}

// unfenced blanks the lines of fenced code. A fence around the file as a whole is
// none.
func unfenced(all []string) []string {
	text := slices.Clone(all)
	open, opened := "", 0
	for i, line := range all {
		mark := ""
		if found := fence.FindStringSubmatch(line); found != nil {
			mark = found[1]
		}
		switch {
		case open == "" && mark == "":
			continue
		case open == "":
			open, opened = mark, i
		case strings.HasPrefix(mark, open) && strings.Trim(line, " "+mark[:1]) == "":
			open = ""
			if blank(all[:opened]) && blank(all[i+1:]) {
				return append(text[:opened+1], all[opened+1:i]...)
			}
		}
		text[i] = ""
	}
	return text
}

func blank(lines []string) bool {
	return !slices.ContainsFunc(lines, func(line string) bool { return strings.TrimSpace(line) != "" })
}

// indentation counts the columns before a line's text.
func indentation(line string) int {
	columns := 0
	for _, r := range line {
		switch r {
		case ' ':
			columns++
		case '\t':
			columns += 4
		default:
			return columns
		}
	}
	return columns
}
