package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// entry is a file in a package: the bytes of from, or text.
type entry struct {
	to     string
	from   string
	text   []byte
	mode   os.FileMode // 0 is 0644
	config bool        // the administrator's own changes stay
}

// maintainer is whom a package names. There is no address that could be written to.
const maintainer = "the discussd authors <discussd@localhost>"

// overrides say what lintian finds and what is meant so.
func (b builder) overrides() []byte {
	return []byte(strings.ReplaceAll(`# programs for every system, which need no library
NAME: statically-linked-binary [usr/bin/NAME*]
# one unit, in a package that rpm takes as well: dpkg's helpers are Debian's own
NAME: maintainer-script-calls-systemctl *
# a package of nobody's archive
NAME: bogus-mail-host Maintainer discussd@localhost
NAME: bogus-mail-host-in-debian-changelog *
`, "NAME", b.name))
}

// daemon is what discussd brings alone.
func (b builder) daemon() ([]entry, error) {
	all := []entry{
		{to: "/etc/discussd/discussd.toml", from: filepath.Join(b.project, "discussd.toml"), config: true},
		{to: "/usr/share/discussd/without-namespaces.conf", from: filepath.Join(b.project, "systemd", "user", "without-namespaces.conf")},
		{to: "/usr/lib/sysusers.d/discussd.conf", from: filepath.Join(b.project, "systemd", "sysusers.conf")},
		{to: "/usr/lib/tmpfiles.d/discussd.conf", from: filepath.Join(b.project, "systemd", "tmpfiles.conf")},
	}
	for _, kind := range []string{"system", "user"} {
		unit, err := b.unit(kind, "discussd.service")
		if err != nil {
			return nil, err
		}
		all = append(all, unit)
	}
	return all, nil
}

// hub is what discussd-hub brings alone.
func (b builder) hub() ([]entry, error) {
	all := []entry{{to: "/usr/lib/sysusers.d/discussd-hub.conf", from: filepath.Join(b.project, "systemd", "hub-sysusers.conf")}}
	for _, name := range []string{"discussd-hub.service", "discussd-worker.service"} {
		unit, err := b.unit("system", name)
		if err != nil {
			return nil, err
		}
		all = append(all, unit)
	}
	return all, nil
}

// unit is one of systemd's.
func (b builder) unit(kind, name string) (entry, error) {
	text, err := os.ReadFile(filepath.Join(b.project, "systemd", kind, name))
	return entry{to: "/usr/lib/systemd/" + kind + "/" + name, text: installed(text)}, err
}

// texts are what every package holds beside the program.
func (b builder) texts(ctx context.Context, program string, r release) ([]entry, error) {
	all, err := b.own(b)
	if err != nil {
		return nil, err
	}
	for shell, to := range map[string]string{
		"bash": "/usr/share/bash-completion/completions/" + b.name,
		"zsh":  "/usr/share/zsh/vendor-completions/_" + b.name,
		"fish": "/usr/share/fish/vendor_completions.d/" + b.name + ".fish",
	} {
		script, err := b.output(ctx, program, "completion", shell)
		if err != nil {
			return nil, err
		}
		all = append(all, entry{to: to, text: []byte(script)})
	}
	pages, err := b.manual(ctx, program)
	if err != nil {
		return nil, err
	}
	notices, err := b.notices(ctx)
	if err != nil {
		return nil, err
	}
	changes, err := os.ReadFile(filepath.Join(b.project, "CHANGELOG.md"))
	if err != nil {
		return nil, err
	}
	own, err := os.ReadFile(filepath.Join(b.project, "LICENSE"))
	if err != nil {
		return nil, err
	}
	docs := "/usr/share/doc/" + b.name + "/"
	all = append(append(all, pages...),
		entry{to: docs + "copyright", text: append(own, "\nThe licences of what is linked into the program stand in NOTICES.gz beside this file.\n"...)},
		entry{to: docs + "NOTICES.gz", text: packed(notices)},
		entry{to: docs + "CHANGELOG.md.gz", text: packed(changes)},
		entry{to: docs + "changelog.gz", text: packed(fmt.Appendf(nil, "%s (%s) unstable; urgency=medium\n\n  * CHANGELOG.md.gz says what is new.\n\n -- %s  %s\n",
			b.name, r.version, maintainer, r.at.Format(time.RFC1123Z)))},
		entry{to: "/usr/share/lintian/overrides/" + b.name, text: b.overrides()})
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.to, b.to) })
	return all, nil
}

// installed is a unit for a program that a package has brought. Its head says how to put it
// into place by hand, which is done.
func installed(unit []byte) []byte {
	_, body, _ := bytes.Cut(unit, []byte("[Unit]"))
	return append([]byte("[Unit]"), bytes.ReplaceAll(body, []byte("/usr/local/bin/discussd"), []byte("/usr/bin/discussd"))...)
}

// packed is a text as Debian packs changelogs and manual pages: the same bytes each time.
func packed(text []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	w.Write(text) // a buffer takes everything
	w.Close()
	return out.Bytes()
}

// listed are the commands in the help of the program: name and what it does.
var listed = regexp.MustCompile(`(?m)^  ([a-z-]+) {2,}(\S.*)$`)

// manual is a page for the program and one for each of its commands, made of their --help.
// "discussd hub" has none: that page is the one of the program that it runs, which its own
// package brings.
func (b builder) manual(ctx context.Context, program string) ([]entry, error) {
	help, err := b.output(ctx, program, "--help")
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(help, "\n")
	all := []entry{page(b.name, strings.TrimRight(first, "."), help)}
	for _, m := range listed.FindAllStringSubmatch(help, -1) {
		if name := b.name + "-" + m[1]; m[1] == "help" || name == hubPackage {
			continue
		}
		help, err := b.output(ctx, program, m[1], "--help")
		if err != nil {
			return nil, err
		}
		all = append(all, page(b.name+"-"+m[1], m[2], help))
	}
	return all, nil
}

// page is a page of the manual.
func page(name, about, help string) entry {
	escape := strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)
	var text strings.Builder
	fmt.Fprintf(&text, ".TH %s 1\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n", strings.ToUpper(escape.Replace(name)), escape.Replace(name), escape.Replace(about))
	for line := range strings.Lines(strings.TrimRight(help, "\n") + "\n") {
		line = escape.Replace(line)
		if strings.HasPrefix(line, ".") {
			line = `\&` + line
		}
		text.WriteString(line)
	}
	text.WriteString(".fi\n")
	return entry{to: "/usr/share/man/man1/" + name + ".1.gz", text: packed([]byte(text.String()))}
}

// notice is what licences and notices are called.
var notice = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying|notice|copyright|patents)([.-].*)?$`)

// notices are the licences of every module linked into the program.
func (b builder) notices(ctx context.Context) ([]byte, error) {
	var text bytes.Buffer
	modules, err := b.output(ctx, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", ".")
	if err != nil {
		return nil, err
	}
	goroot, err := b.output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	lines := slices.Sorted(strings.Lines(modules + "Go, its standard library\t" + strings.TrimSpace(goroot) + "\n"))
	for _, line := range slices.Compact(lines) {
		name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		files, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		found := false
		for _, file := range files {
			if !file.IsDir() && notice.MatchString(file.Name()) {
				licence, err := os.ReadFile(filepath.Join(dir, file.Name()))
				if err != nil {
					return nil, err
				}
				fmt.Fprintf(&text, "\n==== %s: %s\n\n%s\n", name, file.Name(), licence)
				found = true
			}
		}
		if !found {
			return nil, fmt.Errorf("%s has no licence in %s", name, dir)
		}
	}
	return text.Bytes(), nil
}
