package codebase

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// project writes files below a new folder and opens it.
func project(t *testing.T, files map[string]string) *os.Root {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

var gallery = map[string]string{
	".gitignore":              "dist/\n/made/\n*.log\nhooks/*\n!hooks/push.sh\n",
	"hooks/push.sh":           "",
	"hooks/own.sh":            "",
	"src/users.ts":            "",
	"src/albums.ts":           "",
	"src/index.ts":            "",
	"packages/api/.gitignore": "generated\n",
	".tools/cache/.gitignore": "*\n",
	".tools/cache/kept.ts":    "",
	"packages/api/src/tag.ts": "",
	"dist/out.js":             "",
	".planning/note.md":       "",
	"node_modules/x/y.js":     "",
	"package.json":            `{"dependencies":{"react":"^18.2.0","zod":">=3.20 <5"},"engines":{"node":">=20"}}`,
	"tools/go.mod":            "module gallery\n\ngo 1.26\n\nrequire example.org/store v0.4.1\n",
}

func TestLook(t *testing.T) {
	x := Read(context.Background(), project(t, gallery), Default)
	if x.files[".tools/cache/kept.ts"] {
		t.Error("a .gitignore below a folder whose name begins with a dot leaves nothing out")
	}
	for name, want := range map[string]Sighting{
		"src/users.ts":                {There: true},
		"./src/users.ts":              {There: true},
		"api/src/tag.ts":              {There: true}, // named from a folder above the package
		"src/tag.ts":                  {There: true},
		"src/album.ts":                {Missing: true, Folder: true, Nearest: "src/albums.ts", Near: true, Slip: true},
		"src/user.ts":                 {Missing: true, Folder: true, Nearest: "src/users.ts", Stem: true}, // too short to be a slip
		"src/user_helpers.ts":         {Missing: true, Folder: true},
		"src/albumsLegacy.ts":         {Missing: true, Folder: true, Nearest: "src/albums.ts", Stem: true},
		"src/albums.test.ts":          {Missing: true, Folder: true},                           // its test
		"src/albums2.ts":              {Missing: true, Folder: true, Nearest: "src/albums.ts"}, // another of them
		"src/albums.js":               {Missing: true, Folder: true, Nearest: "src/albums.ts", Slip: true},
		"src/albums.css":              {Missing: true, Folder: true, Nearest: "src/albums.ts"}, // beside it
		"packages/apis/src/tag.ts":    {Missing: true, Nearest: "packages/api/src/tag.ts", Near: true, Slip: true, Same: true},
		".planning/notes.md":          {Missing: true, Folder: true, Nearest: ".planning/note.md", Near: true, Slip: true},
		"src/deep/albums.ts":          {Missing: true, Nearest: "src/albums.ts", Near: true, Same: true},
		"packages/index.ts":           {Missing: true, Folder: true, Nearest: "src/index.ts"}, // a name that many folders have
		"src/payments.ts":             {Missing: true, Folder: true},
		"dist/main.js":                {Ignored: true}, // .gitignore leaves it out
		"src/run.log":                 {Ignored: true},
		"made/":                       {Ignored: true}, // of folders alone
		"packages/api/generated/x.ts": {Ignored: true},
		"elsewhere/users.ts":          {Missing: true, Nearest: "src/users.ts", Same: true}, // or of another project
		"elsewhere/visitors.ts":       {},                                                   // of another project, or an example
		"missing.ts":                  {Missing: true},
		"albums.js":                   {There: true}, // as TypeScript imports albums.ts
		"push.sh":                     {There: true}, // what .gitignore takes back is there
		"hooks/own.sh":                {Ignored: true},
		"coverage/":                   {}, // tools write it
		"react.js":                    {}, // a package
		"missing.txt":                 {}, // a name of anything, without a folder
		".cache/x.ts":                 {},
		"src/":                        {There: true},
		"galleries/":                  {Missing: true, Folder: true}, // its slash makes it a folder
		"node_modules/":               {},
	} {
		if got := x.Look(name); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

func TestNothingIsMissingWhereLittleIsKnown(t *testing.T) {
	documents := map[string]string{"src/readme.md": "", "src/users.ts": ""}
	few := Read(context.Background(), project(t, documents), Default)
	if got := few.Look("src/user.ts"); got.Missing {
		t.Errorf("a project without code: %+v", got)
	}
	told := Project{Index: func() *Index { return few }, Words: func() *Words { return nil }}
	if told.Unread() == "" {
		t.Error("nobody says that a project without code is not looked at")
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	root := project(t, gallery)
	for name, x := range map[string]*Index{
		"too many files": Read(context.Background(), root, Limits{Files: 6, Bytes: 1 << 20}),
		"ended early":    Read(cancelled, root, Default),
	} {
		if got := x.Look("src/user.ts"); got.Missing {
			t.Errorf("%s: %+v", name, got)
		}
		if v, far := x.Contradicts("React", "17"); far != Agrees {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.ts"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	root := project(t, gallery)
	if err := os.Symlink(outside, filepath.Join(root.Name(), "src", "out")); err != nil {
		t.Skip(err)
	}
	if x := Read(context.Background(), root, Default); len(x.bases["secret.ts"]) > 0 {
		t.Errorf("what lies behind a link is in the index: %v", x.bases["secret.ts"])
	}
}

func TestContradicts(t *testing.T) {
	files := map[string]string{
		"pyproject.toml":          "[project]\nrequires-python = \">=3.11\"\ndependencies = [\"fastapi==0.110.1\", \"httpx[http2]>=0.27\"]\n",
		"core/Cargo.toml":         "[package]\nrust-version = \"1.80\"\n[dependencies]\nserde = \"1.0\"\ntokio = { version = \"1.38\" }\n",
		"broken/go.mod":           "\x00",
		"web/package.json":        `{"dependencies":{"react":"^17.0.0"}}`,
		"bad/package.json":        `{`,
		"jvm/pom.xml":             "<project><parent><artifactId>spring-boot-starter-parent</artifactId><version>3.2.1</version></parent><properties><java.version>21</java.version><junit.version>5.10.0</junit.version></properties><dependencies><dependency><artifactId>junit-jupiter</artifactId><version>${junit.version}</version></dependency></dependencies></project>",
		"worker/requirements.txt": "celery[redis]==5.3.6  # pinned\n-r base.txt\nrich\n",
	}
	for name, text := range gallery {
		files[name] = text
	}
	x := Read(context.Background(), project(t, files), Default)
	for _, c := range []struct {
		name, version string
		far           Distance
	}{
		{"React", "16", Large}, {"React", "17", Agrees}, {"react", "18.3", Agrees}, // two manifests, two versions
		{"zod", "2", Large}, {"zod", "4", Agrees},
		{"Node.js", "18", Large}, {"Node.js", "22", Agrees}, {"Go", "1.20", Large}, {"Go", "1.26", Agrees},
		{"FastAPI", "0.100", Large}, {"FastAPI", "0.110", Agrees}, {"httpx", "0.25", Large}, {"Python", "3.12", Agrees}, {"Python", "3.9", Large}, {"Python", "3.9+", Large}, {"Python", ">=3.8", Large}, {"Python", "3.11+", Agrees}, {"Python", "3.13+", Agrees},
		{"Node", "18+", Large}, {"Rust", "1.70+", Large}, {"Rust", "1.85+", Agrees}, {"FastAPI", "0.100+", Agrees}, {"React", "19+", Agrees},
		{"serde", "2", Large}, {"tokio", "1.40", Agrees}, {"Vue", "2", Agrees},
		{"Java", "17", Large}, {"Java", "21", Agrees}, {"spring-boot", "2.7", Large}, {"junit-jupiter", "4", Large}, {"junit-jupiter", "5", Agrees}, {"celery", "4", Large}, {"rich", "9", Agrees},
	} {
		if v, far := x.Contradicts(c.name, c.version); far != c.far {
			t.Errorf("%s %s: far = %v by %+v", c.name, c.version, far, v)
		}
	}
}

func TestShelfReadsAProjectOnce(t *testing.T) { synctest.Test(t, readsAProjectOnce) }

func readsAProjectOnce(t *testing.T) {
	shelf := &Shelf{}
	reads := 0
	read := func() *Index { reads++; return &Index{} }
	shelf.Of("a", read)
	shelf.Of("a", read)
	time.Sleep(fresh + time.Second)
	shelf.Of("a", read)
	if reads != 2 {
		t.Errorf("read %d times, want once and once more when it was old", reads)
	}
	named := 0
	name := func() *Words { named++; return &Words{} }
	shelf.WordsOf("a", name)
	shelf.WordsOf("a", name)
	time.Sleep(fresh + time.Second)
	shelf.WordsOf("a", name)
	if named != 2 {
		t.Errorf("read the words %d times, want once and once more when they were old", named)
	}
	var none *Shelf
	if none.Of("a", read); reads != 3 {
		t.Error("the nil shelf kept something")
	}
}
