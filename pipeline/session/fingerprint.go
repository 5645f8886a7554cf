package session

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Fingerprint reads a round by the rules of [Session.Read] and returns its
// fingerprint alone. The error wraps [ErrNoArtifact] when its artifact is missing.
func (s *Session) Fingerprint(round Round) (string, error) {
	artifact, members, err := s.files(round, digested(s))
	if err != nil {
		return "", err
	}
	return fingerprint(artifact, members), s.unread()
}

// digested reads a file for its digest alone.
func digested(s *Session) func(name string, left int64) (File, error) {
	return func(name string, left int64) (File, error) {
		file, err := s.loadWithin(name, left)
		file.Content = nil
		return file, err
	}
}

// FilesOf are a round's artifact and members as they are now, without what they hold. The
// error wraps [ErrNoArtifact] when there is no artifact.
func FilesOf(s *Session, round Round) ([]File, error) {
	artifact, members, err := s.files(round, digested(s))
	if err != nil {
		return nil, err
	}
	return append([]File{artifact}, members...), s.unread()
}

// fingerprint is the SHA-256 of what the sha256sum program prints for the files
// in order of their paths, as 64 lower-case hex digits.
func fingerprint(artifact File, members []File) string {
	files := append(slices.Clone(members), artifact)
	sortByPath(files)
	hash := sha256.New()
	for _, file := range files {
		hash.Write(sumLine(file))
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// sumLine is a file's line of sha256sum's output. A name with a backslash is
// escaped there, and the line marked with another.
func sumLine(file File) []byte {
	name, mark := file.Path, ""
	if strings.Contains(name, `\`) {
		name, mark = strings.ReplaceAll(name, `\`, `\\`), `\`
	}
	return []byte(mark + file.SHA256 + "  " + name + "\n")
}
