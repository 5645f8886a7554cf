package answer_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/answer"
	"discussd/internal/thorough"
)

// ceiling is the most memory that a process may need to read one answer, in MiB.
const ceiling = 256

// asReader makes the test binary a program that reads an answer from its standard input
// and prints the most memory that it ever had, in kB.
const asReader = "TEST_AS_READER"

func TestMain(m *testing.M) {
	if os.Getenv(asReader) == "" {
		os.Exit(m.Run())
	}
	debug.SetMemoryLimit(192 << 20) // as discussd does
	raw, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	_, failed := answer.Read(context.Background(), raw, answer.Expect{Rating: true, MissingRequirements: true, Risks: true, Documents: []critique.Document{{Path: "a", Content: []byte("# Berths\n")}}})
	status, _ := os.ReadFile("/proc/self/status")
	fmt.Printf("%s %.60v", regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(status)[1], failed)
}

// TestMemory reads answers of many values, each in a process of its own: an eighth of the
// longest there are, which may take an eighth of the memory beside what any process takes. A
// thorough run reads the longest ones.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 8 MiB many times, and what memory costs only a build without the race detector tells")
	}
	const (
		longest = 79 * mebibyte / 10
		idle    = 48 // MiB, of a process that has read next to nothing, on a machine that is late to collect
	)
	for name, build := range costly() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			size, most := longest, ceiling
			if !thorough.Asked() {
				size, most = longest/8, idle+ceiling/8
			}
			reader := exec.Command("/proc/self/exe")
			reader.Env = append(os.Environ(), asReader+"=1")
			reader.Stdin = bytes.NewReader([]byte(build(size)))
			out, err := reader.Output()
			if err != nil {
				t.Fatal(err)
			}
			peak, said, _ := strings.Cut(string(out), " ")
			kib, err := strconv.Atoi(peak)
			if err != nil || kib > most<<10 {
				t.Errorf("%d MiB, %v", kib>>10, err)
			}
			t.Logf("%d MiB: %s", kib>>10, said)
		})
	}
}
