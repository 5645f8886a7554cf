package linear

import (
	"os"
	"os/exec"
	"testing"
)

// TestQuadratic: a reader that compares every byte with every other does not pass, one
// that reads each once does.
func TestQuadratic(t *testing.T) {
	const asReader = "TEST_READER"
	texts := Texts{"letters": Repeat("a")}
	switch os.Getenv(asReader) {
	case "quadratic":
		Test(t, texts, 1<<12, func(text []byte) {
			equal := 0
			for _, a := range text {
				for _, b := range text {
					if a == b {
						equal++
					}
				}
			}
			_ = equal
		})
		return
	case "linear":
		Test(t, texts, 1<<21, func(text []byte) {
			for range 10 {
				for i := range text {
					text[i]++
				}
			}
		})
		return
	}
	for reader, passes := range map[string]bool{"quadratic": false, "linear": true} {
		again := exec.Command(os.Args[0], "-test.run", "^TestQuadratic$")
		again.Env = append(os.Environ(), asReader+"="+reader)
		if said, err := again.CombinedOutput(); (err == nil) != passes {
			t.Errorf("%s: %v\n%s", reader, err, said)
		}
	}
}
