//go:build !linux || portable

package presence

import (
	"errors"
	"net"
)

// peer is the user at the other end of a connection: nobody can be asked here.
func peer(*net.UnixConn) (who asker, err error) {
	return who, errors.ErrUnsupported
}
