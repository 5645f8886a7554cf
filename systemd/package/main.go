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
	b := builder{project, work}
	native := filepath.Join(work, "native")
	if err := b.build(ctx, native, ""); err != nil {
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
		program := filepath.Join(work, architecture)
		if err := b.build(ctx, program, architecture); err != nil {
			return err
		}
		for _, format := range []string{"deb", "rpm"} {
			name, err := pack(format, architecture, dir, release, b.scripts(), append(common, entry{to: "/usr/bin/discussd", from: program, mode: 0o755}))
			if err != nil {
				return fmt.Errorf("%s for %s: %w", format, architecture, err)
			}
			fmt.Println(name)
		}
	}
	return nil
}

// builder builds what stands in packages.
type builder struct {
	project string
	work    string // folder of everything built
}

// build builds the program, for this machine where architecture is "".
func (b builder) build(ctx context.Context, out, architecture string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", out, "./cmd/discussd")
	cmd.Dir, cmd.Stderr = b.project, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOFLAGS=", "GOWORK=off")
	if architecture != "" {
		cmd.Env = append(cmd.Env, "GOARCH="+architecture)
	}
	return cmd.Run()
}

// output is what a program prints, in the project's folder.
func (b builder) output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stderr = b.project, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(out), err
}

// scripts are run before and after the files come and go.
func (b builder) scripts() nfpm.Scripts {
	of := func(name string) string { return filepath.Join(b.project, "systemd", "package", "scripts", name) }
	return nfpm.Scripts{PostInstall: of("postinst"), PreRemove: of("prerm"), PostRemove: of("postrm")}
}

// release is what is packed: which version, and when it was made.
type release struct {
	version string
	at      time.Time
}

// release is that of the commit: its tag, or before there is one a version that sorts
// before that of the program.
func (b builder) release(ctx context.Context, program string) (release, error) {
	line, err := b.output(ctx, program, "--version")
	if err != nil {
		return release{}, err
	}
	version := strings.Fields(line)[1]
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
