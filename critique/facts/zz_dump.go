package facts

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

func dump(pairs []pair, values []value) {
	path := os.Getenv("FACTS_DUMP")
	if path == "" {
		return
	}
	out, _ := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	defer out.Close()
	freq := map[string]int{}
	for i := range values {
		v := &values[i]
		freq[fmt.Sprint(v.unit, v.quantity.value)]++
	}
	enc := json.NewEncoder(out)
	line := func(v *value) string {
		return fmt.Sprintf("%s:%d", v.doc.Path, 1+strings.Count(v.doc.Text[:v.quantity.Start], "\n"))
	}
	for i := range pairs {
		p := &pairs[i]
		a, b := p.a, p.b
		if a.unit == switchUnit {
			continue
		}
		enc.Encode(map[string]any{"e": p.evidence, "a": line(a), "b": line(b), "na": a.number, "nb": b.number, "va": a.quantity.value, "vb": b.quantity.value, "unit": a.unit,
			"same": p.same, "fa": freq[fmt.Sprint(a.unit, a.quantity.value)], "fb": freq[fmt.Sprint(b.unit, b.quantity.value)], "rep": p.same && p.repeats(),
			"da": a.doc.Path, "db": b.doc.Path, "cmp": a.comparable(b, p.quoted), "ta": oneLine(a.text), "tb": oneLine(b.text), "tight": p.tightens(), "s0": p.score, "sh": p.shared})
	}
	fmt.Fprintln(out, "{}")
}
