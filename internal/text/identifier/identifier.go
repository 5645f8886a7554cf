// Package identifier says which names rounds, tools and perspectives may have. They
// become names of files and words in requests. The configuration, the requests, the
// decisions and the command line all ask here.
package identifier

import "discussd/internal/text/pattern"

// Form says in words what [Is] accepts.
const Form = "letters, digits, '.', '_' and '-', 64 at most, a letter or digit first"

var form = pattern.New(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Is tells whether a name is an identifier.
func Is(name string) bool { return form.MatchString(name) }
