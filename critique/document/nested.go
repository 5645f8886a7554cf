package document

import (
	"bytes"
	"strings"
)

// blank overwrites a part of a text with spaces, keeping its lines.
func blank(source []byte, s Span) {
	for i := s.Start; i < s.End; i++ {
		if source[i] != '\n' {
			source[i] = ' '
		}
	}
}

// maxInner is how many fences one ```markdown block may hold.
const maxInner = 1000

// flattenNested blanks the fences inside ```markdown blocks. Writers show whole
// documents there, code blocks included; read by the letter, the first inner
// fence would close the outer one and its last would swallow the rest.
func flattenNested(source []byte) {
	type fence struct {
		span Span
		info string
	}
	var fences []fence
	for i := 0; i < len(source); {
		end := bytes.IndexByte(source[i:], '\n')
		if end < 0 {
			end = len(source) - i
		}
		line := strings.TrimSpace(string(source[i:min(i+end, i+80)]))
		if info, ok := strings.CutPrefix(line, "```"); ok && !strings.HasPrefix(info, "`") {
			fences = append(fences, fence{Span{i, i + end}, strings.ToLower(info)})
		}
		i += end + 1
	}
	for i := 0; i < len(fences); i++ {
		outer := fences[i]
		if outer.info == "" {
			continue
		}
		depth, last := 1, i
		for j := i + 1; j < min(len(fences), i+maxInner) && depth > 0; j++ {
			last = j
			if fences[j].info == "" {
				depth--
			} else if outer.info == "markdown" || outer.info == "md" {
				depth++
			}
		}
		if depth == 0 && last > i+1 {
			for _, inner := range fences[i+1 : last] {
				blank(source, inner.span)
			}
		}
		if depth == 0 {
			i = last
		}
	}
}
