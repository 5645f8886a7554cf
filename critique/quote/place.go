package quote

import (
	"strconv"

	"discussd/internal/text/pattern"
)

// Place is a line of a file that a text names: "src/tide.go:12", "tide.go#L12".
type Place struct {
	Path string // as it is written, without a leading "./"
	Line int    // 1-based
	Text string // all of it
}

// place is a path that ends like a file's, and the number of a line. An address with a port
// is none, nor is what is left of one.
var place = pattern.New(`(?:^|[^A-Za-z0-9_@.+/\\:~$%-])(?:\./)?((?:[A-Za-z0-9_@.+\[\]-]+/(?:[A-Za-z0-9_@.+()\[\]-]+/)*)?[A-Za-z0-9_@+\[\]-][A-Za-z0-9_@.+\[\]-]*\.([A-Za-z][A-Za-z0-9]{0,9}))(?::|#L)(\d{1,7})\b`)

// hosts are ends of names of machines that are none of files that a line is named of.
var hosts = pattern.New(`^(?:com|org|net|io|dev|app|local|localhost|internal|cloud|edu|gov|info|ai|de|cn|jp|fr|uk|eu|us)$`)

// mostNamed is how many places of one text count.
const mostNamed = 20

// Places are the lines of files that a text names, each once, in their order.
func Places(text string) (found []Place) {
	seen := map[string]bool{}
	for _, m := range place.FindAllStringSubmatch(text, mostNamed) {
		line, err := strconv.Atoi(m[3])
		if err != nil || line == 0 || hosts.MatchString(m[2]) || seen[m[1]+":"+m[3]] {
			continue
		}
		seen[m[1]+":"+m[3]] = true
		found = append(found, Place{m[1], line, m[1] + ":" + m[3]})
	}
	return found
}
