package codebase

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

// Words are the names that the programs and settings of a project hold: what it calls
// anything. It does not change.
type Words struct {
	complete bool   // the project has programs, and all were read
	why      string // not all were, in words
	all      map[string]bool
	ports    map[string]bool // that settings and programs call a port
	lines    map[string]int  // of each file that was read
	settings int             // names that look like those of environment variables
	env      map[string]bool // those that are read from the environment, or set in it
}

// mostWords is how many names are kept. Of a project with more nothing is missing.
const mostWords = 400_000

const longest = 120

// settings are the ends and names of files that hold no program and yet names of a project.
var settings = set(".env .example .sample .template .yml .yaml .toml .json .jsonc .json5 .ini .cfg .conf .properties .gradle .xml .proto .graphql .gql .prisma .tf .hcl .nix .service .props .targets .csproj .editorconfig .plist .xcconfig .cmake .bzl .gemspec .podspec Dockerfile Makefile Procfile justfile Caddyfile Jenkinsfile")

// locks are files that tools write, of names that are not the project's.
var locks = set("package-lock.json npm-shrinkwrap.json pnpm-lock.yaml composer.lock Cargo.lock go.sum poetry.lock")

// ReadWords reads the names of the files that an index has. What cannot be read is not
// there to be named, and then nothing is missing. Nor is it in a project with hardly a
// program: names are then those of documents.
func ReadWords(ctx context.Context, root *os.Root, x *Index, limits Limits) *Words {
	w := &Words{complete: x.complete && x.code >= leastCode, why: x.why, all: map[string]bool{}, ports: map[string]bool{}, env: map[string]bool{}, lines: map[string]int{}}
	room := limits.Bytes
	for _, name := range slices.Sorted(maps.Keys(x.files)) {
		for part := range strings.SplitSeq(name, "/") {
			w.name(strings.TrimSuffix(part, path.Ext(part)))
		}
		if !worded(name) {
			continue
		}
		text, ok := readSmall(root, name, maxManifest)
		room -= int64(len(text))
		if room < 0 || ctx.Err() != nil || len(w.all) > mostWords {
			w.complete, w.why = false, fmt.Sprintf("its programs have more than %d MiB, or %d names", limits.Bytes>>20, mostWords)
			return w
		}
		if ok { // what is larger was written by a tool
			w.read(text)
			w.variables(name, text)
			w.lines[name] = countLines(text)
		}
	}
	return w
}

func countLines(text string) int { return strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1 }

// LinesOf counts the lines of a file below a root. It is false of what is no regular file,
// and of what is too large to count.
func LinesOf(root *os.Root, name string) (int, bool) {
	text, ok := readSmall(root, name, maxManifest)
	return countLines(text), ok
}

// Line looks up a line of a file by its number: it is missing where every file of that path
// ends before it.
func (w *Words) Line(file string, number int) Sighting {
	longest, at := 0, ""
	for name, lines := range w.lines {
		if name == file || strings.HasSuffix(name, "/"+file) {
			if lines > longest || lines == longest && name < at {
				longest, at = lines, name
			}
		}
	}
	if at == "" || number <= longest {
		return Sighting{There: at != ""}
	}
	return Sighting{Missing: true, Folder: true, Nearest: at + ":" + strconv.Itoa(longest)}
}

// ofReviews are the ends of what reviews of documents leave in a folder of discussions. They
// quote what the documents name, which makes nothing of it true.
var ofReviews = [...]string{"-verdict.json", "-checks.json", "-pending.json"}

func worded(name string) bool {
	base := path.Base(name)
	if path.Base(path.Dir(name)) == "discussions" && slices.ContainsFunc(ofReviews[:], func(end string) bool { return strings.HasSuffix(base, end) }) {
		return false
	}
	return !locks[base] && (program[path.Ext(base)] || settings[path.Ext(base)] || settings[base] || strings.HasPrefix(base, ".env") || strings.HasPrefix(base, "Dockerfile"))
}

// readSmall reads a regular file of at most so many bytes. A link is no such file.
func readSmall(root *os.Root, name string, most int64) (string, bool) {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return "", false
	}
	f, err := root.Open(name)
	if err != nil {
		return "", false
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most))
	return string(text), err == nil
}

var calledPort = pattern.New(`(?im)(?:\bport['"]?\s*[:=(,]\s*['"]?|_port\b[^\n0-9]{0,24}|\bexpose\s+|\blisten\w*\(\s*['"]?:?|localhost:|127\.0\.0\.1:|0\.0\.0\.0:|^\s*-\s*['"]?(?:\d{2,5}:)?|--port[= ])(\d{4,5})\b`)

// read takes the names of a text: words, words that hyphens join, and numbers of ports.
func (w *Words) read(text string) {
	start, joined := -1, -1
	for i := 0; i <= len(text); i++ {
		part := i < len(text) && wordByte(text[i])
		switch {
		case part && start < 0:
			if start = i; joined < 0 {
				joined = i
			}
		case !part && start >= 0:
			w.word(text[start:i])
			if i < len(text) && text[i] == '-' {
				start = -1
				continue
			}
			if joined < start {
				w.word(text[joined:i])
			}
			start, joined = -1, -1
		case !part:
			joined = -1
		}
	}
	for _, m := range calledPort.FindAllStringSubmatch(text, 200) {
		w.ports[m[1]] = true
	}
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (w *Words) word(name string) {
	if len(name) < 2 || len(name) > longest || w.all[name] {
		return
	}
	name = strings.Clone(name) // or it holds its whole file
	w.all[name] = true
	if isSetting(name) {
		w.settings++
	}
}

// name takes the name of a file or folder, whole and in its parts.
func (w *Words) name(text string) {
	w.word(text)
	w.word(strings.TrimLeft(text, "0123456789_-")) // a migration is called without its number
	w.read(text)
}

// isSetting tells whether a name looks like that of an environment variable.
func isSetting(name string) bool {
	return strings.Contains(name, "_") && strings.ToUpper(name) == name && name[0] >= 'A' && name[0] <= 'Z'
}

// leastWords is how many names a project has of whose names anything is said.
const leastWords = 200

// Name looks up a name of the project's programs and settings: of a type, a function, a
// variable of the environment. Of one with dots each part has to be there.
func (w *Words) Name(name string) Sighting {
	if !w.complete || len(w.all) < leastWords || isSetting(name) && w.settings == 0 {
		return Sighting{}
	}
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '.' || r == ':' || r == '#' }) {
		if !w.all[part] {
			return w.missing(part)
		}
	}
	return Sighting{There: true}
}

// missing says what a name that is not there could be. One that is there in another
// spelling is: programs write acceptance_criteria for what is sent as acceptanceCriteria.
func (w *Words) missing(name string) Sighting {
	s := Sighting{Missing: true, Part: name}
	var like []string
	longest := ""
	for other := range w.all {
		if extends(name, other) && (len(other) > len(longest) || len(other) == len(longest) && other < longest) {
			longest = other
		}
		if d := len(other) - len(name); d >= -2 && d <= 2 && len(other) > 3 && isSetting(other) == isSetting(name) && (other[0]|32 == name[0]|32 || other[len(other)-1] == name[len(name)-1]) {
			like = append(like, other)
		}
	}
	s.Nearest = nearest.Meant(name, like)
	if longest != "" && (s.Nearest == "" || w.env[longest] && !nearly(name, s.Nearest)) {
		s.Nearest, s.Stem = longest, true
	}
	if plain(name) == plain(s.Nearest) && !isSetting(name) {
		return Sighting{There: true}
	}
	s.Env = w.env[s.Nearest]
	s.Near = s.Nearest != "" && len(name) > 7 && nearly(name, s.Nearest) && (s.Env || !inflected(name, s.Nearest))
	return s
}

// extends tells whether a name is another one with a little more behind it.
func extends(name, other string) bool {
	rest, is := strings.CutPrefix(name, other)
	return is && rest != "" && len(rest) < len(other) && len(other) > 5 && (rest[0] == '_' || rest[0] >= 'A' && rest[0] <= 'Z')
}

// inflected tells whether one of two names has a letter more, where English ends a word:
// what is written of several things is not the name of one.
func inflected(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	if len(b) != len(a)+1 || a[at:] != b[at+1:] || !strings.ContainsRune("sdr", rune(b[at])) {
		return false
	}
	return at == len(a) || a[at] == '_' || a[at] == '-' || a[at] >= 'A' && a[at] <= 'Z'
}

// variables takes the names of a text that are those of environment variables: the code around says so, or
// the file.
func (w *Words) variables(file, text string) {
	if strings.HasPrefix(path.Base(file), ".env") {
		for _, m := range assigned.FindAllStringSubmatch(text, -1) {
			w.env[m[1]] = true
		}
	}
	for at := 0; ; {
		next := strings.IndexByte(text[at:], '_')
		if next < 0 {
			return
		}
		from, to := at+next, at+next
		for from > 0 && wordByte(text[from-1]) {
			from--
		}
		for to < len(text) && wordByte(text[to]) {
			to++
		}
		if at = to; isSetting(text[from:to]) && !w.env[text[from:to]] && ofEnvironment(text[max(0, from-mostBefore):from]) {
			w.env[strings.Clone(text[from:to])] = true
		}
	}
}

// mostBefore is how far before a name the code says that it is one of the environment.
const mostBefore = 32

var assigned = pattern.New(`(?m)^#?\s*(?:export )?([A-Z][A-Z0-9_]*)=`)

// ofEnvironment tells whether what stands right before a name takes it from the environment.
func ofEnvironment(before string) bool {
	before = strings.ToLower(before[strings.LastIndexAny(before, " \t\n;,")+1:])
	return strings.Contains(before, "env") || strings.HasSuffix(before, "secrets.") || strings.HasSuffix(before, "${") || strings.HasSuffix(before, "vars.")
}

// usual are ports that programs of others take unasked: a project need not name them.
var usual = set("1433 1521 2181 3000 3306 4000 4173 4200 4317 4318 4321 5000 5173 5432 5672 6379 8000 8080 8086 8443 8888 9000 9090 9092 9200 11211 15672 27017")

// Port looks up the number of a port: it is missing where the project names others, and
// this one nowhere.
func (w *Words) Port(number string) Sighting {
	if w.all[number] || w.ports[number] {
		return Sighting{There: true}
	}
	if !w.complete || len(w.ports) == 0 || usual[number] {
		return Sighting{}
	}
	return Sighting{Missing: true, Nearest: nearest.Of(number, slices.Sorted(maps.Keys(w.ports)))}
}

// Route looks up the path of an address that the project answers: it is missing where its
// first part is known, and a later one is not. A part in braces or after a colon stands for
// anything.
func (w *Words) Route(route string) Sighting {
	if !w.complete || len(w.all) < leastWords {
		return Sighting{}
	}
	known := 0
	for part := range strings.SplitSeq(strings.Trim(route, "/"), "/") {
		switch {
		case strings.Contains(part, "."): // a file of this machine, not an address
			return Sighting{}
		case part == "" || strings.ContainsAny(part, "{}<>:*[]$") || len(part) < 3:
		case w.all[part]:
			known++
		case known == 0:
			return Sighting{}
		default:
			s := w.missing(part)
			if s.There {
				known++
				continue
			}
			if s.Near = s.Nearest != "" && len(part) > 4 && nearly(part, s.Nearest) && !inflected(part, s.Nearest); s.Nearest != "" {
				s.Nearest = strings.Replace(route, part, s.Nearest, 1)
			}
			return s
		}
	}
	if known == 0 {
		return Sighting{}
	}
	return Sighting{There: true}
}
