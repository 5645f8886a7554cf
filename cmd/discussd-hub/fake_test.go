package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// locker is what every document of a test says once, with a number of its own.
var locker = regexp.MustCompile(`locker number (\d+) opens`)

// fakeCLI is an LLM CLI: it criticises the document of its prompt, with its number. In the
// file asked, beside the folder of its program, it says when it began and when it had
// answered.
func fakeCLI() int {
	prompt, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 9
	}
	found := locker.FindSubmatch(prompt)
	if found == nil {
		return 8
	}
	number := string(found[1])
	note := func(what string) bool {
		file, err := os.OpenFile(filepath.Join(filepath.Dir(filepath.Dir(os.Args[0])), "asked"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return false
		}
		defer file.Close()
		_, err = fmt.Fprintf(file, "%s %s %d\n", what, number, time.Now().UnixNano())
		return err == nil
	}
	if !note("begin") {
		return 7
	}
	n, _ := strconv.Atoi(number)
	time.Sleep(time.Duration(50+n*37%250) * time.Millisecond)
	if _, err := fmt.Println(strings.ReplaceAll(locked, "NUMBER", number)); err != nil || !note("end") {
		return 6
	}
	return 0
}

// locked is the critique of a document.
const locked = `{"key_finding":"The locker number NUMBER opens with a code, and nothing says who gets it.","strengths":[],"weaknesses":[{"text":"Nothing says who gets the code of the locker.","category":"completeness","severity":"MEDIUM","targets":["Lockers"],"quote":"The locker number NUMBER opens"}],"suggestions":[],"open_questions":[],"risk_level":"low","missing_requirements":[],"rating":4}`
