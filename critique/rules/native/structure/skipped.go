package structure

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// numberedPart is the number that begins the heading of a part: "4. Scope", "四、范围".
var numberedPart = pattern.New(`^(?:(\d{1,2})[.)、]\s*\D|([一二三四五六七八九]|十[一二三四五六七八九]?)[、.．])`)

// leastNumbered is how many numbered headings show that a document counts its parts.
const leastNumbered = 4

// skippedPart is about the one number that the headings of a document leave out.
func skippedPart(s *model.Session, d *document.Document, hit native.Hit) bool {
	var places []*document.Section
	var numbers []int
	han := false
	for _, section := range d.Sections {
		if section.Level != 2 {
			continue
		}
		m := numberedPart.FindStringSubmatch(strings.TrimLeft(d.Slice(d.LineAt(section.Start)), "# *"))
		if m == nil {
			continue
		}
		n, _ := strconv.Atoi(m[1])
		if m[2] != "" {
			han = true
			for _, r := range m[2] {
				n += strings.Index(hanDigits, string(r))/len("一") + 1
			}
		}
		if len(numbers) > 0 && n <= numbers[len(numbers)-1] {
			return false // it counts anew
		}
		places, numbers = append(places, section), append(numbers, n)
	}
	if len(numbers) < leastNumbered || numbers[0] > 1 {
		return false
	}
	for i := 1; i < len(numbers); i++ {
		if numbers[i] == numbers[i-1]+2 && numbers[len(numbers)-1]-numbers[0] == len(numbers) {
			skipped := model.Itoa(numbers[i] - 1)
			if han {
				skipped = hanNumber(numbers[i] - 1)
			}
			hit(d, model.HeadingOf(d, places[i]), model.Target(skipped))
		}
	}
	return true
}

const hanDigits = "一二三四五六七八九十"

// hanNumber writes a number below 20 in Chinese.
func hanNumber(n int) string {
	digit := func(n int) string { return hanDigits[(n-1)*len("一") : n*len("一")] }
	if n > 10 {
		return digit(10) + digit(n-10)
	}
	return digit(n)
}
