package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/invisible"
	"discussd/internal/text/pattern"
)

func outlined(d critique.Document) bool { return d.Settled && d.Problem == "" }

func (v *view) add(kind string, d critique.Document) {
	content := flush(d)
	if kind == contextKind && isJSON(d) {
		content = bare(d.Content)
	}
	text := strings.TrimRight(neutral(content), "\n")
	v.Marked = v.Marked || len(text) != len(invisible.Unmarked(text))
	if d.Problem != "" {
		text = "(This file could not be read: " + oneLine(d.Problem) + ")"
	}
	v.Documents = append(v.Documents, page{kind, oneLine(d.Path), text})
}

// flush is the text of a document, of JSON without the indentation.
func flush(d critique.Document) string {
	text := string(d.Content)
	if !isJSON(d) {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(strings.TrimLeft(line, " \t"))
	}
	return out.String()
}

func isJSON(d critique.Document) bool { return path.Ext(d.Path) == ".json" && json.Valid(d.Content) }

// bare is the text of JSON that nobody judges: keys and values, one a line. Quotes of it are found in
// the document.
func bare(text []byte) string {
	var spread bytes.Buffer
	if json.Indent(&spread, text, "", " ") != nil {
		return string(text)
	}
	var out strings.Builder
	item := ""
	for line := range strings.Lines(spread.String()) {
		line = strings.TrimSuffix(strings.TrimSpace(line), ",")
		key, value, isPair := cut(line)
		switch {
		case line == "{":
			item = "- " // the first of its keys tells where an entry of a list begins
		case strings.Trim(line, "[]{}") == "", isPair && slices.Contains([]string{"null", `""`, "[]", "{}"}, value):
		case isPair:
			out.WriteString(strings.TrimRight(item+key+": "+unquoted(strings.Trim(value, "[]{}")), " ") + "\n")
			item = ""
		default:
			out.WriteString("- " + unquoted(line) + "\n")
		}
	}
	return strings.TrimPrefix(out.String(), "- ")
}

// known is what the checks say of what is shown; of a revision, what is about changes.
func known(r critique.Request, v view) (facts []string) {
	judged := append([]critique.Document{r.Artifact}, r.Members...)
	for _, f := range r.Facts.Findings {
		if f.Path != r.Artifact.Path && !readsPath(r.Perspective, f.Path) {
			continue // of a document that is not shown
		}
		changed := slices.ContainsFunc(judged, func(d critique.Document) bool { return d.Path == f.Path && !outlined(d) })
		if v.Settled && !changed && !v.revised.names.in(f.Path+" "+f.Message) {
			continue
		}
		facts = append(facts, oneLine(fmt.Sprintf("%s %s: %s", f.Rule, f.Path, f.Message)))
	}
	return facts
}

// cut takes a line of JSON apart that is a key and a value.
func cut(line string) (key, value string, isPair bool) {
	for i := 1; strings.HasPrefix(line, `"`) && i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			value, isPair = strings.CutPrefix(line[i+1:], ": ")
			return line[1:i], value, isPair
		}
	}
	return "", "", false
}

func unquoted(text string) string {
	if inner, ok := strings.CutPrefix(text, `"`); ok {
		return strings.TrimSuffix(inner, `"`)
	}
	return text
}

// delimiter is a line that looks like one of ours, by any line break that a model may see.
var delimiter = pattern.New(`(?im)(^|[` + breaks + `])([\t\p{Zs}\p{Cf}]*)===([^\n` + breaks + `]*\b(?:BEGIN|END)\b)`)

const breaks = `\r\v\f\x{85}\x{2028}\x{2029}` // line breaks besides \n, in a character class

// mention is an @ that a CLI could take for a file to read.
var mention = pattern.New(`@([\pL\pN./~\\"'_-])`)

// neutral makes document text harmless: look-alikes of our delimiters lose their shape, an @ becomes
// full-width so that no CLI reads a file, and invisible characters are marked. Quotes of it are found.
func neutral(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(strings.TrimPrefix(text, "\ufeff"), "\ufffd"), "\x00", "\ufffd")
	if strings.Contains(text, "===") { // which a search for the start of a line is slow to find missing
		text = delimiter.ReplaceAllString(text, "$1$2＝＝＝$3")
	}
	return mention.ReplaceAllString(invisible.Marked(text), "＠$1")
}

// oneLine is neutral text without line breaks, for what stands in a line of ours.
func oneLine(s string) string { return neutral(strings.Join(strings.Fields(s), " ")) }
