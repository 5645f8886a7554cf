// Command instant is an LLM CLI for measurements: it answers at once.
//
//	instant STARTS ANSWER
//
// It appends the time at which it began, in nanoseconds, as a line to the file
// STARTS, and prints the file ANSWER with that time in place of every "@@", so
// that no two answers are the same.
package main

import (
	"bytes"
	"log"
	"os"
	"strconv"
	"time"
)

func main() {
	begun := strconv.AppendInt(nil, time.Now().UnixNano(), 10)
	starts, err := os.OpenFile(os.Args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := starts.Write(append(begun, '\n')); err != nil {
		log.Fatal(err)
	}
	answer, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	if _, err := os.Stdout.Write(bytes.ReplaceAll(answer, []byte("@@"), begun)); err != nil {
		log.Fatal(err)
	}
}
