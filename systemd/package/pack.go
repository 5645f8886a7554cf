package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // which nfpm finds by its name
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // likewise
)

// about is what a package says of itself.
type about struct {
	name        string
	summary     string
	description string // its lines after the first begin with a blank
	scripts     nfpm.Scripts
}

// pack writes one package into a folder and returns its path.
func pack(format, architecture, dir string, r release, a about, entries []entry) (string, error) {
	scratch, err := os.MkdirTemp("", "discussd-package-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(scratch)
	info := &nfpm.Info{
		Name: a.name, Arch: architecture, Platform: "linux", Version: r.version, VersionSchema: "none", Section: "devel", Priority: "optional",
		Maintainer: maintainer, MTime: r.at,
		Description:  a.summary + "\n" + a.description,
		Overridables: nfpm.Overridables{Scripts: a.scripts, RPM: nfpm.RPM{BuildHost: "localhost", Summary: strings.ToUpper(a.summary[:1]) + a.summary[1:]}},
	}
	if format == "rpm" {
		info.Release, info.License = "1", "MIT"
	}
	for i, e := range entries {
		if e.from == "" {
			e.from = filepath.Join(scratch, fmt.Sprint(i))
			if err := os.WriteFile(e.from, e.text, 0o644); err != nil {
				return "", err
			}
		}
		if e.mode == 0 {
			e.mode = 0o644
		}
		content := &files.Content{Source: e.from, Destination: e.to, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: e.mode, MTime: r.at}}
		if e.config {
			content.Type = files.TypeConfigNoReplace
		}
		info.Contents = append(info.Contents, content)
	}
	info = nfpm.WithDefaults(info)
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return "", err
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, packager.ConventionalFileName(info))
	file, err := os.Create(name)
	if err != nil {
		return "", err
	}
	if err := packager.Package(info, file); err != nil {
		file.Close()
		os.Remove(name)
		return "", err
	}
	return name, file.Close()
}
