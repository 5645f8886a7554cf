package supervisor

import (
	"os"

	"golang.org/x/sys/unix"
)

// filled gives a new file its content, to be read from the start; what is written later
// goes to its end. A file that cannot be filled is closed.
func filled(file *os.File, content []byte) (*os.File, error) {
	_, err := file.Write(content)
	if err == nil {
		_, err = file.Seek(0, 0)
	}
	if err == nil {
		_, err = unix.FcntlInt(file.Fd(), unix.F_SETFL, unix.O_APPEND)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
