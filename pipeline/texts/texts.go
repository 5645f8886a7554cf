// Package texts holds what is a profile's own: its preset, its name on the bus, and the
// templates of what it writes. A profile is a folder of files, never a branch of the
// code, so that another one is another folder.
package texts

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/BurntSushi/toml"
)

// The profiles that have a part of their own.
const (
	// Default is the profile of a user who chooses none. What another profile has no
	// file for is said in its words.
	Default = "lifecycle"
	// Requests is the profile by whose rules a request is judged that brings its own
	// perspectives, whatever the profile of the session.
	Requests = "coordinate"
	// Discussions is the profile in whose name the rounds of a timeline are told.
	Discussions = "analyze"
)

//go:embed profiles
var embedded embed.FS

// Profile is what can be said of a profile in a word.
type Profile struct {
	Name string `toml:"-"`
	// Tag is who speaks: agents look for it at the start of what discussd says.
	Tag string `toml:"tag"`
	// Chinese headings and labels stand in its record and messages; else English ones.
	Chinese bool `toml:"chinese"`
	// TagsLog puts the tag before every line of the log, too.
	TagsLog bool `toml:"tags_log"`
	// Bus is the types under which the bus tells how a round ended.
	Bus BusTypes `toml:"bus"`
}

// BusTypes are types of messages on the bus.
type BusTypes struct {
	Reached string `toml:"reached"`
	Blocked string `toml:"blocked"`
}

// Profiles are all profiles of a tree.
type Profiles struct {
	files  fs.FS
	byName map[string]Profile
}

// Builtin are the profiles that discussd brings.
var Builtin = sync.OnceValue(func() Profiles {
	files, err := fs.Sub(embedded, "profiles")
	if err != nil {
		panic(err) // the name of the folder is a constant
	}
	profiles, err := Read(files)
	if err != nil {
		panic(err) // a test reads them
	}
	return profiles
})

// Read reads a tree with a folder for each profile, that of [Default] among them. The
// error names the file.
func Read(files fs.FS) (Profiles, error) {
	p := Profiles{files, map[string]Profile{}}
	folders, err := fs.ReadDir(files, ".")
	if err != nil {
		return p, err
	}
	base := Profile{}
	if err := p.values(Default, &base); err != nil {
		return p, err
	}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		profile := base
		profile.Name = folder.Name()
		if err := p.values(profile.Name, &profile); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return p, err
		}
		p.byName[profile.Name] = profile
	}
	return p, nil
}

func (p Profiles) values(name string, into *Profile) error {
	path := name + "/profile.toml"
	text, err := fs.ReadFile(p.files, path)
	if err != nil {
		return err
	}
	meta, err := toml.Decode(string(text), into)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return fmt.Errorf("%s: unknown key %s", path, unknown[0])
	}
	return nil
}

// Names are the names of all profiles, that of [Default] first, the others by the alphabet.
func (p Profiles) Names() []string {
	names := []string{Default}
	for name := range p.byName {
		if name != Default {
			names = append(names, name)
		}
	}
	slices.Sort(names[1:])
	return names
}

// Of returns the profile of that name, and that of [Default] for a name that no profile has.
func (p Profiles) Of(name string) Profile {
	if profile, ok := p.byName[name]; ok {
		return profile
	}
	return p.byName[Default]
}

// Speaks tells whether one of the profiles goes by that tag.
func (p Profiles) Speaks(tag string) bool {
	for _, profile := range p.byName {
		if profile.Tag == tag {
			return true
		}
	}
	return false
}

// Preset is the configuration that the profile stands for, as TOML, and its path in the
// tree. The error says that there is no such profile.
func (p Profiles) Preset(name string) (path string, text []byte, err error) {
	path = name + "/preset.toml"
	text, err = fs.ReadFile(p.files, path)
	return path, text, err
}

// Templates are some files of every profile, parsed.
type Templates struct {
	byProfile map[string]*template.Template
}

// Templates parses the files of every profile, with what they may call. What a profile
// has no file for, or does not define in it, is as in [Default]. The error names the file.
func (p Profiles) Templates(calls template.FuncMap, files ...string) (Templates, error) {
	all := Templates{map[string]*template.Template{}}
	base := template.New("").Funcs(calls).Option("missingkey=error")
	if err := p.parse(base, Default, files); err != nil {
		return all, err
	}
	for name := range p.byName {
		own, err := base.Clone()
		if err == nil && name != Default {
			err = p.parse(own, name, files)
		}
		if err != nil {
			return all, err
		}
		all.byProfile[name] = own
	}
	return all, nil
}

func (p Profiles) parse(into *template.Template, profile string, files []string) error {
	for _, file := range files {
		path := profile + "/" + file
		text, err := fs.ReadFile(p.files, path)
		if errors.Is(err, fs.ErrNotExist) && profile != Default {
			continue
		}
		if err != nil {
			return err
		}
		if _, err := into.New(file).Parse(string(text)); err != nil {
			return fmt.Errorf("profile %s: %w", profile, err)
		}
	}
	return nil
}

// Fill executes one template of a profile, with calls that take the place of those it was
// parsed with. A profile that is not known is [Default]. Templates that fail say so in
// their text, where it is seen.
func (t Templates) Fill(profile, name string, calls template.FuncMap, data any) string {
	own := t.byProfile[profile]
	if own == nil {
		own = t.byProfile[Default]
	}
	filled, err := own.Clone()
	var text strings.Builder
	if err == nil {
		err = filled.Funcs(calls).ExecuteTemplate(&text, name, data)
	}
	if err != nil {
		fmt.Fprintf(&text, "(the text of profile %s cannot be written: %v)", cmp.Or(profile, Default), err)
	}
	return text.String()
}
