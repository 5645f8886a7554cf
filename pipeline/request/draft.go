package request

import "discussd/pipeline/dropped"

// The names of what a request may say, as they are keys in JSON and TOML. In
// Markdown they are labels, with spaces and capitals as the writer likes.
const (
	keyRound        = "round"
	keyArtifact     = "artifact"
	keySession      = "session"
	keyContext      = "context"
	keyPerspectives = "perspectives"
	keyRole         = "role"
	keyTask         = "task"
	keyWatch        = "watch"
	keyType         = "type"
	keyTopic        = "topic"
	keyFeedback     = "user_feedback"
	keyAmbiguity    = "ambiguity"
	keyAt           = "requested_at" // tells two requests of the same words apart; nothing else is made of it
)

// discoveryContext is another name of keyContext.
const discoveryContext = "discovery_context"

var knownKeys = [...]string{
	keyRound, keyArtifact, keySession, keyContext, discoveryContext, keyPerspectives, keyRole, keyTask, keyWatch,
	keyType, keyTopic, keyFeedback, keyAmbiguity, keyAt,
}

// draft is what a file says, in whichever form it says it, before anything of it
// is judged.
type draft struct {
	source
	at     int // line where the request begins
	fields map[string]entry
	title  entry   // the round that a critique's heading names
	task   entry   // the round that a task's subject, or the heading over its description, begins with
	asked  []entry // the names that are asked, when they are listed
	rows   []row   // the perspectives that are defined
}

// source is the text of a request, by which its values are judged.
type source struct{ dropped.Text }

// entry is a value and its line.
type entry struct {
	text string
	line int
}

// row defines a perspective.
type row struct {
	name, tool, role, focus string
	line                    int
}

// set notes the value of a key. The same said twice is fine.
func (d *draft) set(key, text string, line int) error {
	if key == discoveryContext {
		key = keyContext
	}
	if old, given := d.fields[key]; given && old.text != text {
		return d.Wrong(line, "%s is given on line %d already: keep one of the two", key, old.line)
	}
	d.fields[key] = entry{text, line}
	return nil
}

func (d *draft) given(key string) bool {
	_, given := d.fields[key]
	return given
}
