package bus

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	// mostRead bounds what is read of a file, in bytes. Of a longer one only the end
	// counts, where writers that continue the ids leave the highest: some sixty
	// thousand messages.
	mostRead = 16 << 20
	// longestForeign is the length in bytes from which a line is no message.
	longestForeign = 1 << 20
)

// event is what counts of a line.
type event struct {
	number int64 // of its id, 0 when that is of another form
	typ    Type
	key    Key // without a round unless the line is one of a bus like this
}

func (e event) begins() bool { return e.key.Round != "" && e.typ == progress }

func (e event) ends() bool { return e.key.Round != "" && e.typ.ends() }

func (t Type) ends() bool {
	return t == ready || t == blocked || t == processed || t == failed
}

// standing is what a file says of one key and its round.
type standing struct {
	last  int64  // the highest number of an id
	begun string // the id of the line that began the round, if none ended it since
	ended string // the id of the line that ended this very key
}

func stand(file *os.File, key Key) (s standing, err error) {
	err = scan(file, func(e event) {
		s.last = max(s.last, e.number)
		switch {
		case e.key.Round != key.Round:
		case e.begins() && s.begun == "":
			s.begun = formatID(e.number)
		case e.ends():
			s.begun = ""
			if e.key == key {
				s.ended = formatID(e.number)
			}
		}
	})
	return s, err
}

// scan reads the messages of a file. Whatever else stands there is passed over:
// lines that are no JSON, or torn, or too long.
func scan(file *os.File, visit func(event)) error {
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("read %s: %w", fileName, err)
	}
	from := max(0, info.Size()-mostRead)
	lines := bufio.NewReaderSize(io.NewSectionReader(file, from, info.Size()-from), 64<<10)
	torn := from > 0 // the first line, then
	for {
		line, err := readLine(lines)
		if len(line) > 0 && !torn {
			visit(parse(line))
		}
		torn = false
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", fileName, err)
		}
	}
}

// readLine returns the next line, nil when it is too long. It is valid until the
// next call. A line without an end comes with [io.EOF].
func readLine(from *bufio.Reader) (line []byte, err error) {
	line, err = from.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	long := append([]byte(nil), line...)
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = from.ReadSlice('\n')
		if len(long)+len(line) <= longestForeign {
			long = append(long, line...)
		} else {
			long = long[:0]
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = from.ReadSlice('\n')
			}
		}
	}
	return long, err
}

// parse reads a line. Only the fields of a bus like this are looked at, and those
// that have another type are not there; of a line that is no JSON none is.
func parse(line []byte) (e event) {
	var written struct {
		ID   string `json:"id"`
		From string `json:"from"`
		Type Type   `json:"type"`
		Data struct {
			Round       string `json:"round"`
			Fingerprint string `json:"fingerprint"`
			Revision    int    `json:"revision"`
		} `json:"data"`
	}
	_ = json.Unmarshal(line, &written)
	e.number = parseID(written.ID)
	if e.number > 0 && ours(written.From) {
		e.typ, e.key = written.Type, Key(written.Data)
	}
	return e
}
