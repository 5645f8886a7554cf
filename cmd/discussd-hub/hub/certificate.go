package hub

import (
	"crypto/x509"
	"fmt"
	"time"
)

// OutOfTime is the error about the certificate of a file that does not hold now. Whose clock
// says so is told, too: it is the clock that may be wrong.
func OutOfTime(file string, c *x509.Certificate) error {
	const day = "2 January 2006 at 15:04 UTC"
	if from := c.NotBefore; time.Now().Before(from) {
		return fmt.Errorf("by this machine's clock the certificate in %s does not hold before %s", file, from.UTC().Format(day))
	}
	return fmt.Errorf("by this machine's clock the certificate in %s expired on %s: put a new one there", file, c.NotAfter.UTC().Format(day))
}
