package diagnostic

import (
	"io"

	"discussd/critique"
)

// RDJSON writes the places of all rounds as one document in the Reviewdog
// Diagnostic Format. Its columns count bytes of UTF-8, its ends are exclusive, and its
// paths are no URIs.
func RDJSON(w io.Writer, base Base, rounds []Round) error {
	diagnostics := []object{}
	for _, r := range rounds {
		for _, d := range r.Diagnostics() {
			location := object{"path": base.path(d.File)}
			if d.Line > 0 { // else it is about the whole file
				location["range"] = d.span()
			}
			said := object{"message": d.Message, "location": location, "severity": rdSeverity(d.Severity), "code": object{"value": d.Rule}}
			if len(d.Related) > 0 {
				said["related_locations"] = related(base, d.Related)
			}
			diagnostics = append(diagnostics, said)
		}
	}
	return encode(w, object{"source": object{"name": "discussd"}, "diagnostics": diagnostics})
}

// related are the lines that a diagnostic is held against, with the words there.
func related(base Base, all []Related) []object {
	var locations []object
	for _, r := range all {
		locations = append(locations, object{"message": r.Quote, "location": object{"path": base.path(r.File), "range": object{"start": object{"line": r.Line}}}})
	}
	return locations
}

func (d Diagnostic) span() object {
	begin := object{"line": d.Line}
	span := object{"start": begin}
	if column := byteColumn(d.Text, d.Column); column > 0 {
		begin["column"] = column
		if end := byteColumn(d.Text, d.End); end > 0 {
			span["end"] = object{"line": d.Line, "column": end}
		}
	}
	return span
}

func rdSeverity(s critique.Severity) string {
	switch s {
	case Failed, critique.High:
		return "ERROR"
	case critique.Medium:
		return "WARNING"
	}
	return "INFO"
}
