package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd-hub/hub"
)

// user is somebody whom the hub lets in: the daemons of one project, or a worker.
type user struct {
	Name    string `json:"name"`
	Key     string `json:"key"`               // public, an nkey
	Project string `json:"project,omitempty"` // whose prompts he sends and whose answers he reads
	Worker  bool   `json:"worker,omitempty"`  // he takes asks of all projects
}

// name is what users and projects may be called: a project is a part of a subject.
var name = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,62}$`)

func usersFile(dir string) string { return filepath.Join(dir, "users.json") }

// users reads who may come in; a folder without the file lets nobody in.
func users(dir string) ([]user, error) {
	text, err := os.ReadFile(usersFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []user
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", usersFile(dir), err)
	}
	return all, nil
}

// permissions are what a key opens. A project's key sends its asks, reads its answers and opens its
// object store. A worker's takes and answers asks of all projects, and changes no stream.
func (u user) permissions(n hub.Names) *server.Permissions {
	inbox := hub.InboxOf(u.Key) + ".>"
	if u.Worker {
		return &server.Permissions{
			Publish: &server.SubjectPermission{
				Allow: []string{n.Subject("answer", "*", "*"), n.Subject("claim", "*", "*"), n.Subject("run", "*", "*"), n.Subject("held", "*"), n.Subject("bell", "*", "*", "*", "*"), n.Subject("state", "*"), n.Subject("roll", "*"), "$KV." + n.LimitsBucket() + ".books", "$JS.API.>", "$JS.ACK.>", "$JS.FC.>", "$O.>"},
				Deny: []string{
					"$JS.API.STREAM.CREATE.>", "$JS.API.STREAM.UPDATE.>", "$JS.API.STREAM.DELETE.>", "$JS.API.STREAM.SNAPSHOT.>", "$JS.API.STREAM.RESTORE.>",
					"$JS.API.ACCOUNT.>", "$JS.API.META.>", "$JS.API.SERVER.>",
				},
			},
			Subscribe: &server.SubjectPermission{Allow: []string{inbox, n.Subject("cancel", "*", "*"), n.Subject("bell", "*", "*", "*", "*"), n.Subject("roll", "*"), n.Subject("run", "*", "*"), n.Subject("state", "*")}},
			Response:  &server.ResponsePermission{MaxMsgs: 1, Expires: time.Minute}, // to who calls the roll
		}
	}
	store := "OBJ_" + n.Bucket(u.Project)
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			n.Subject("ask", u.Project, "*", "*", "*"), n.Subject("cancel", u.Project, "*"), n.Subject("roll", "*"), n.Subject("run", u.Project, "*"), n.Subject("state", u.Project),
			"$JS.API.STREAM.INFO." + n.Answers(), "$JS.API.DIRECT.GET." + n.Answers() + "." + n.Subject("answer", u.Project, "*"),
			"$JS.API.STREAM.INFO." + store, "$JS.API.STREAM.PURGE." + store, "$JS.API.STREAM.MSG.GET." + store, "$JS.API.DIRECT.GET." + store + ".>",
			"$JS.API.CONSUMER.CREATE." + store + ".>", "$JS.API.CONSUMER.DELETE." + store + ".>", "$JS.FC." + store + ".>",
			"$O." + n.Bucket(u.Project) + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox, n.Subject("answer", u.Project, "*"), n.Subject("held", u.Project)}},
	}
}

func newAddUser() *cobra.Command {
	var dir string
	added := user{}
	cmd := &cobra.Command{
		Use:   "add-user NAME",
		Short: "Let the daemons of a project, or a worker, into a hub",
		Long: `add-user makes a key, writes it to NAME.key in the working folder, for you to bring to
its machine (hub.creds there, or --creds of a worker), and adds the public half to the
hub's folder. A hub that runs sees it within seconds. To shut somebody out, take his entry
out of users.json.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			added.Name = args[0]
			path, err := addUser(dir, added)
			if err == nil {
				fmt.Fprintf(cmd.OutOrStdout(), "%s may come in; the key is %s\n", added.Name, path)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the hub's folder")
	cmd.Flags().StringVar(&added.Project, "project", "", "the project whose daemons it is for")
	cmd.Flags().BoolVar(&added.Worker, "worker", false, "it is for a worker")
	cmd.MarkFlagsMutuallyExclusive("project", "worker")
	cmd.MarkFlagsOneRequired("project", "worker")
	_ = cmd.MarkFlagRequired("dir")
	return cmd
}

// addUser makes a key for somebody and returns the file that holds it.
func addUser(dir string, u user) (path string, err error) {
	for _, one := range []string{u.Name, u.Project} {
		if one != "" && !name.MatchString(one) {
			return "", fmt.Errorf("a name is of small letters, digits, - and _ (got %q)", one)
		}
	}
	all, err := users(dir)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(all, func(other user) bool { return other.Name == u.Name }) {
		return "", fmt.Errorf("there is a user %q in %s already", u.Name, usersFile(dir))
	}
	seed, public, err := hub.NewKey()
	if err != nil {
		return "", err
	}
	path = u.Name + ".key"
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("the key cannot be written: %w", err)
	}
	if _, err := file.Write(append(seed, '\n')); err != nil {
		return "", errors.Join(err, file.Close())
	}
	if err := file.Close(); err != nil {
		return "", err
	}
	u.Key = public
	text, err := json.MarshalIndent(append(all, u), "", "  ")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	draft := usersFile(dir) + ".new"
	if err := os.WriteFile(draft, append(text, '\n'), 0o600); err != nil {
		return "", err
	}
	return path, os.Rename(draft, usersFile(dir))
}

func projects(all []user) []string {
	var names []string
	for _, u := range all {
		if u.Project != "" {
			names = append(names, u.Project)
		}
	}
	slices.SortFunc(names, strings.Compare)
	return slices.Compact(names)
}
