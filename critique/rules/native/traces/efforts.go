package traces

import (
	"math"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

const effortUnits = `points?|pts?|SP|person[- ]days?|days?|hours?|人日|人天|天|故事点|点|小时`

var (
	// effortStory is the heading of a story, with the epic that its number names.
	effortStory = pattern.New(`^[^\pL\d]*(?:(?i:user story|story|STORY|ST|US|S)[- ]?|故事 ?)0*(\d{1,3}|[A-Z])[.-](\d{1,2})\b`)
	effortHead  = pattern.New(`(?i)[(（]\s*(\d{1,3}(?:\.\d)?)\s*(?:` + effortUnits + `)\s*[)）]`)
	effortLine  = pattern.New(`(?im)^[ \t>*_-]*(?:story )?(?:points|estimate|effort|size|估算|工作量|人日|人天|点数|故事点)[*_]*\s*[:：]\s*[*_]*(\d{1,3}(?:\.\d)?)\b`)
	// effortColumn is the title of a column that says how much an epic takes, effortEpic a cell that names one.
	effortColumn = pattern.New(`(?i)^\W*(?:story )?(?:points?|pts|SP|effort|estimate|size|days?|person[- ]days?|人日|人天|工作量|估算|点数|故事点)(?:\W.*)?$`)
	effortEpic   = pattern.New(`^[^\pL\d]*(?:(?i:EPIC|E)[- ]?|史诗 ?)?0*(\d{1,3}|[A-Z])\b`)
)

// efforts are how much the stories of each epic take, where all of them say it.
func efforts(s *model.Session) map[string]float64 {
	return model.Once(s, "efforts of stories", nil, func() map[string]float64 {
		stories := map[string]map[string]float64{} // by epic and number; below 0 where nobody says it
		for _, d := range s.Docs {
			for _, section := range d.Sections {
				m := effortStory.FindStringSubmatch(section.Title)
				if m == nil {
					continue
				}
				if stories[m[1]] == nil {
					stories[m[1]] = map[string]float64{}
				}
				switch said, before := effortOf(d, section), stories[m[1]][m[2]]; {
				case before <= 0 && said > before, before == 0:
					stories[m[1]][m[2]] = said
				case said > 0 && said != before:
					stories[m[1]][m[2]] = math.NaN() // two documents do not agree
				}
			}
		}
		sums := map[string]float64{}
		for epic, all := range stories {
			sum, known := 0., len(all) > 1
			for _, said := range all {
				sum += said
				known = known && said > 0
			}
			if known {
				sums[epic] = sum
			}
		}
		return sums
	})
}

// effortOf is how much a story takes, below 0 where it does not say it.
func effortOf(d *document.Document, story *document.Section) float64 {
	for _, m := range [...][]string{effortHead.FindStringSubmatch(d.Slice(d.LineAt(story.Start))), effortLine.FindStringSubmatch(d.Slice(story.All()))} {
		if m != nil {
			said, _ := strconv.ParseFloat(m[1], 64)
			return said
		}
	}
	return -1
}

// effortsDiffer reports epics whose effort in a table is not that of their stories, while that of most others is.
func effortsDiffer(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	sums := efforts(s)
	for _, t := range d.Tables {
		for column := 1; column < len(t.Header); column++ {
			if !effortColumn.MatchString(t.Header[column].Text) {
				continue
			}
			alike := 0
			var wrong []func()
			for _, row := range t.Rows {
				m := effortEpic.FindStringSubmatch(strings.TrimLeft(model.Plain(row[0].Text), "[("))
				if m == nil || sums[m[1]] == 0 {
					continue
				}
				said, err := strconv.ParseFloat(strings.Trim(model.Plain(row[column].Text), " *"), 64)
				switch sum := sums[m[1]]; {
				case err != nil:
				case said == sum:
					alike++
				default:
					wrong = append(wrong, func() {
						hit(d, row[column].Span, model.Target(model.Plain(row[0].Text)), model.Note(strconv.FormatFloat(said, 'f', -1, 64)), model.Note(strconv.FormatFloat(sum, 'f', -1, 64)))
					})
				}
			}
			looked = tellFew(wrong, alike) || looked
		}
	}
	return headedEfforts(d, sums, hit) || looked
}

// tellFew tells what is wrong where as much is right, and whether anything is.
func tellFew(wrong []func(), right int) bool {
	if right >= len(wrong) {
		for _, tell := range wrong {
			tell()
		}
	}
	return right > 0
}

var (
	// epicTitle is the heading of an epic, and effortSaid how much it takes as a text below it says.
	epicTitle  = pattern.New(`^[^\pL\d]*(?:(?i:EPIC)[- ]?|史诗 ?)0*(\d{1,3}|[A-Z])\b`)
	effortSaid = pattern.New(`(?im)(?:^|[.?!:：。] ?)[*_]*(\d{1,3}(?:\.5)?) (?:story )?points\b[*_]*\.?\s*$|(?:^|[。：，]) ?(?:共|合计)?(\d{1,3}) ?个?(?:故事点|人日|人天)[。]?$`)
)

// headedEfforts reports the epic that says below its heading another effort than its stories come to, while others say theirs.
func headedEfforts(d *document.Document, sums map[string]float64, hit native.Hit) bool {
	alike := 0
	var wrong []func()
	for _, section := range d.Sections {
		m := epicTitle.FindStringSubmatch(section.Title)
		if m == nil || sums[m[1]] == 0 {
			continue
		}
		own := section.Own()
		said := effortSaid.FindStringSubmatchIndex(d.Slice(own))
		if said == nil {
			continue
		}
		text := d.Slice(own)[max(said[2], said[4]):max(said[3], said[5])]
		if n, _ := strconv.ParseFloat(text, 64); n == sums[m[1]] {
			alike++
		} else {
			at := document.Span{Start: own.Start + max(said[2], said[4]), End: own.Start + max(said[3], said[5])}
			wrong = append(wrong, func() {
				hit(d, at, model.Target(model.Clip(section.Title, 40)), model.Note(text), model.Note(strconv.FormatFloat(sums[m[1]], 'f', -1, 64)))
			})
		}
	}
	return tellFew(wrong, alike)
}
