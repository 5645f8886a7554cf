// Command package makes Debian and RPM packages of discussd, for amd64 and arm64:
//
//	go run -C systemd/package . [DIR]
//
// It is a module of its own, so that what makes packages is no dependency of the program.
// The same commit gives the same bytes: every time is that of the commit, and nothing of
// this machine is in a file.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir := "."
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	project, err := filepath.Abs("../..")
	if err == nil {
		err = run(ctx, project, dir, "amd64", "arm64")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "package:", err)
		os.Exit(1)
	}
}

// run makes the packages of a project for architectures, in a folder.
func run(ctx context.Context, project, dir string, architectures ...string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "discussd-package-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for _, b := range builders(project, work) {
		if err := b.pack(ctx, dir, architectures); err != nil {
			return err
		}
	}
	return nil
}

// hubPackage is the package of what many machines need, and its program.
const hubPackage = "discussd-hub"

// builders are of the packages: of the daemon, and of what many machines need beside it.
func builders(project, work string) []builder {
	scripts := filepath.Join(project, "systemd", "package", "scripts")
	of := func(prefix string) nfpm.Scripts {
		at := func(name string) string { return filepath.Join(scripts, prefix+name) }
		return nfpm.Scripts{PostInstall: at("postinst"), PreRemove: at("prerm"), PostRemove: at("postrm")}
	}
	return []builder{
		{project, work, "cmd/discussd", map[string]string{".": "discussd"}, about{
			"discussd", "reviews specifications as agents write them",
			" A daemon that watches the folders in which AI agents write\n specifications, has every change critiqued from several perspectives, and\n drops verdicts into files.", of(""),
		}, builder.daemon},
		{project, work, "cmd/discussd-hub", map[string]string{".": hubPackage, "./discussd-hub-client": "discussd-hub-client"}, about{
			hubPackage, "shares LLM programs among the daemons of many machines",
			" The queue through which discussd asks LLM programs of other machines,\n and the worker that answers with those of this one.", of("hub-"),
		}, builder.hub},
	}
}

// pack makes the packages of one program.
func (b builder) pack(ctx context.Context, dir string, architectures []string) error {
	native := filepath.Join(b.work, b.name+"-native")
	if err := b.build(ctx, ".", native, ""); err != nil {
		return err
	}
	release, err := b.release(ctx, native)
	if err != nil {
		return err
	}
	common, err := b.texts(ctx, native, release)
	if err != nil {
		return err
	}
	for _, architecture := range architectures {
		all := slices.Clone(common)
		for source, name := range b.programs {
			program := filepath.Join(b.work, name+"-"+architecture)
			if err := b.build(ctx, source, program, architecture); err != nil {
				return err
			}
			all = append(all, entry{to: "/usr/bin/" + name, from: program, mode: 0o755})
		}
		for _, format := range []string{"deb", "rpm"} {
			name, err := pack(format, architecture, dir, release, b.about, all)
			if err != nil {
				return fmt.Errorf("%s for %s: %w", format, architecture, err)
			}
			fmt.Println(name)
		}
	}
	return nil
}

// builder builds what stands in one package.
type builder struct {
	project  string
	work     string            // folder of everything built
	source   string            // of the programs, in the project
	programs map[string]string // their names by package, "." for that of which it says the version
	about
	own func(builder) ([]entry, error) // files of this program alone
}

// build builds a program, for this machine where architecture is "".
func (b builder) build(ctx context.Context, source, out, architecture string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", out, source)
	cmd.Dir, cmd.Stderr = filepath.Join(b.project, b.source), os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOFLAGS=", "GOWORK=off")
	if architecture != "" {
		cmd.Env = append(cmd.Env, "GOARCH="+architecture)
	}
	return cmd.Run()
}

// output is what a program prints, in the folder of the program's source.
func (b builder) output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stderr = filepath.Join(b.project, b.source), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(out), err
}

// release is what is packed: which version, and when it was made.
type release struct {
	version string
	at      time.Time
}

// numbered is a version in what a program says of itself.
var numbered = regexp.MustCompile(`\d+\.\d+\.\d+`)

// release is that of the commit: its tag, or before there is one a version that sorts
// before that of the program.
func (b builder) release(ctx context.Context, program string) (release, error) {
	line, err := b.output(ctx, program, "--version")
	if err != nil {
		return release{}, err
	}
	version := numbered.FindString(line)
	if version == "" {
		return release{}, fmt.Errorf("%s says that its version is %q", b.name, line)
	}
	commit, err := b.output(ctx, "git", "log", "-1", "--format=%ct %h")
	if err != nil {
		return release{}, err
	}
	seconds, hash, _ := strings.Cut(strings.TrimSpace(commit), " ")
	stamp, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return release{}, err
	}
	at := time.Unix(stamp, 0).UTC()
	tags, err := b.output(ctx, "git", "tag", "--points-at", "HEAD")
	if err != nil {
		return release{}, err
	}
	for tag := range strings.FieldsSeq(tags) {
		if number, ok := strings.CutPrefix(tag, "v"); ok {
			if number != version {
				return release{}, fmt.Errorf("the tag is %s, and the program says that it is %s", tag, version)
			}
			return release{version, at}, nil
		}
	}
	return release{version + "~git" + at.Format("20060102150405") + "." + hash, at}, nil
}
