package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"discussd/internal/text/lineindex"

	"github.com/bmatcuk/doublestar/v4"
)

const (
	variable   = "DISCUSSD_CONFIG"
	folder     = "discussd"
	fileName   = "discussd.toml"
	systemFile = "/etc/" + folder + "/" + fileName
)

// Source says where a configuration came from.
type Source struct {
	Path string // absolute; "" when there is no file and the defaults hold
	Why  string // "--config", "$DISCUSSD_CONFIG", "user", "system" or "defaults"
}

// String is the path and why it was taken, for the first log line.
func (s Source) String() string {
	if s.Path == "" {
		return s.Why
	}
	return fmt.Sprintf("%s (%s)", s.Path, s.Why)
}

// Load reads the configuration from path, or when that is "", from the first of: the file that
// $DISCUSSD_CONFIG names, discussd/discussd.toml in the user's configuration folder, /etc/discussd/discussd.toml,
// nowhere. A file that is named must exist, or the error wraps [fs.ErrNotExist]. A template is made absolute and
// must be readable. A file that others can change is refused. The [Source] is right also beside an error.
func Load(path string) (Config, Source, error) {
	return environment{
		variable: os.Getenv(variable),
		xdg:      os.Getenv("XDG_CONFIG_HOME"),
		home:     os.Getenv("HOME"),
		system:   systemFile,
	}.load(path)
}

// environment is what decides which file is read.
type environment struct {
	variable, xdg, home, system string
}

func (e environment) load(path string) (Config, Source, error) {
	source, err := e.named(path)
	if err != nil {
		return Config{}, source, err
	}
	if source.Path != "" {
		c, err := e.read(source.Path)
		return c, source, err
	}
	for _, source := range e.usual() {
		c, err := e.read(source.Path)
		if !errors.Is(err, fs.ErrNotExist) {
			return c, source, err
		}
	}
	return Default(), Source{Why: "defaults"}, nil
}

// named is the file that the user asks for, with an empty path when there is none.
func (e environment) named(path string) (Source, error) {
	if path != "" {
		abs, err := filepath.Abs(path)
		if err != nil {
			return Source{path, "--config"}, fmt.Errorf("find configuration %q: %w", path, err)
		}
		return Source{abs, "--config"}, nil
	}
	source := Source{e.variable, "$" + variable}
	if e.variable != "" && !filepath.IsAbs(e.variable) {
		// It would mean another file in every checkout.
		return source, fmt.Errorf("$%s must be an absolute path (got %q)", variable, e.variable)
	}
	return source, nil
}

// UserFile is the configuration file in the user's own folder, "" when that is not known.
func UserFile() string {
	e := environment{xdg: os.Getenv("XDG_CONFIG_HOME"), home: os.Getenv("HOME")}
	if usual := e.usual(); usual[0].Why == "user" {
		return usual[0].Path
	}
	return ""
}

// usual lists the files that are read when they exist, none relative to the working directory.
func (e environment) usual() []Source {
	var sources []Source
	if filepath.IsAbs(e.xdg) {
		sources = append(sources, Source{filepath.Join(e.xdg, folder, fileName), "user"})
	} else if filepath.IsAbs(e.home) {
		sources = append(sources, Source{filepath.Join(e.home, ".config", folder, fileName), "user"})
	}
	return append(sources, Source{e.system, "system"})
}

func (e environment) read(path string) (Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Config{}, fmt.Errorf("read configuration: %w", err)
	}
	if err := trusted(path, startsPrograms); err != nil {
		return Config{}, &Problem{File: path, Message: err.Error()}
	}
	c, problems := parse(path, text, false, basis)
	c.Panel.Template, err = e.absolute(c.Panel.Template, filepath.Dir(path))
	if err == nil && c.Panel.Template != "" {
		_, err = os.ReadFile(c.Panel.Template)
	}
	if err != nil {
		const key = "panel.template"
		problems = errors.Join(problems, &Problem{File: path, Line: lineindex.TOML(string(text))[key], Key: key, Message: err.Error()})
	}
	if len(c.Checks.Rules)+len(c.Panel.Questions) > 0 {
		r := reportOn(path, lineindex.TOML(string(text)))
		if len(c.Checks.Rules) > 0 {
			e.ownRules(&c.Checks, r, filepath.Dir(path))
		}
		e.ownQuestions(&c.Panel, r, filepath.Dir(path))
		problems = errors.Join(problems, r.err())
	}
	if problems != nil {
		return Config{}, problems
	}
	return c, nil
}

// absolute is a path of the file that lies in dir; "" stays what it is.
func (e environment) absolute(path, dir string) (string, error) {
	below, inHome := strings.CutPrefix(path, "~/")
	switch {
	case inHome && !filepath.IsAbs(e.home):
		return "", fmt.Errorf("the home folder is not known (got %q)", path)
	case inHome:
		return filepath.Join(e.home, below), nil
	case path == "" || filepath.IsAbs(path):
		return path, nil
	}
	return filepath.Join(dir, path), nil
}

const (
	mostOwnFiles = 100
	mostOwnBytes = 1 << 20 // of one
)

// filesOf reads every file that the globs of a key match, and reports what is wrong with them.
func (e environment) filesOf(key string, globs []string, r *report, dir string, read func(name string) error) {
	for _, glob := range globs {
		at, err := e.absolute(glob, dir)
		if err != nil {
			r.add(key, "%s", err)
			continue
		}
		files, err := doublestar.FilepathGlob(at, doublestar.WithFilesOnly())
		switch {
		case err != nil:
			r.add(key, "%s: %s", glob, err)
		case len(files) == 0:
			r.add(key, "%s matches no file", glob)
		case len(files) > mostOwnFiles:
			r.add(key, "%s matches %d files, more than %d", glob, len(files), mostOwnFiles)
			continue
		}
		slices.Sort(files)
		for _, name := range files {
			if err := read(name); err != nil {
				r.add(key, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
			}
		}
	}
}
