package document

// Units counts words and Chinese, Japanese and Korean characters.
func Units(text string) int {
	n, word := 0, false
	for _, r := range text {
		switch {
		case r >= 0x3400 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 || r >= 0x3040 && r <= 0x30ff:
			n, word = n+1, false
		case r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0x80:
			word = false
		case !word:
			n, word = n+1, true
		}
	}
	return n
}

// weigh sums up the units of the lines before each line, so that sections of
// any size are weighed at once. Comments and table headers weigh nothing.
func (d reader) weigh() {
	text := d.visible()
	headers := map[int]bool{}
	for _, t := range d.Tables {
		headers[t.Span.Start] = true
	}
	d.weight = make([]int, len(d.starts)+1)
	for i, start := range d.starts {
		end := len(text)
		if i+1 < len(d.starts) {
			end = d.starts[i+1]
		}
		d.weight[i+1] = d.weight[i]
		if !headers[start] {
			d.weight[i+1] += Units(text[start:end])
		}
	}
}

// Substance counts the units of a section with its subsections.
func (d *Document) Substance(s *Section) int {
	line, _ := d.lineOf(s.Body)
	last, _ := d.lineOf(s.Deep)
	n := d.weight[last] - d.weight[line+1]
	if s.Deep > d.starts[last] { // the document's last line
		n += d.weight[last+1] - d.weight[last]
	}
	if last > line {
		return n + Units(d.Slice(Span{s.Body, d.LineAt(s.Body).End}))
	}
	return Units(d.Slice(Span{s.Body, s.Deep}))
}
