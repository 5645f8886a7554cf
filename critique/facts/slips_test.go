package facts

import (
	"slices"
	"testing"
)

// TestSlips reckons sentences with one wrong number each, and the same ones as they should be.
func TestSlips(t *testing.T) {
	for text, want := range map[string][]string{
		"Each pole has 24 screws, so 31 poles need 774 screws.":                                               {"744"},
		"Each pole has 24 screws, so 31 poles need 744 screws.":                                               nil,
		"The city keeps 640 plans with 4 MB each, that is about 26 MB.":                                       {"2560"},
		"The city keeps 640 plans with 4 MB each, that is about 2,560 MB.":                                    nil,
		"A tank takes 9,400 m³; at 0.15 EUR a cubic metre that is 1,140 EUR.":                                 {"1410"},
		"A street of 250 poles with 12 broken ones has 228 poles that work.":                                  {"238"},
		"A street of 250 poles with 12 broken ones has 238 poles that work.":                                  nil,
		"The radio answers in 20 s, the pager in 15 s, the bell in 8 s: 53 s at worst.":                       {"43"},
		"The radio answers in 20 s, the pager in 15 s. A call has therefore begun after 45 s.":                {"35"},
		"Quay (14 lamps), park (11 lamps) and school (9 lamps), together 36 lamps.":                           {"34"},
		"Quay (14 lamps), park (11 lamps) and school (9 lamps), together 34 lamps.":                           nil,
		"It polls its 240 lamps in turn, at 1.5 seconds per lamp, and so needs 288 seconds.":                  {"360"},
		"一盏灯 390 元，补贴 156 元，自付 244 元":                                                                         {"234"},
		"一盏灯 390 元，补贴 156 元，自付 234 元":                                                                         nil,
		"A lamp of 623 mm with a foot of 4 mm is marked, one of 624 mm is not.":                               nil, // the two sides of a limit
		"A message has 48 bytes; the line carries 2 kbit/s, so it needs 5 seconds.":                           nil, // bits
		"The mark is a 64×48 pt rect with rx=0, and no circle.":                                               nil, // a value that a program is given
		"Points are given: colour 25, place 30, day 25, words 20; together 100. With 500 cases it is enough.": nil,
		"Waits of 1,000 ms, 2,000 ms and 4,000 ms.":                                                           nil,
		"The field is 3, the first wait is 1 s, the longest wait is 30 s.":                                    nil,
		"From 2024 on 5 million, in 2026 with 3 million of them 4 million.":                                   nil,
		"The lamps burn 99.5 % of each month, which allows 7.2 hours of downtime.":                            {"3.6"},
		"The lamps burn 99.5 % of each month, which allows 3.6 hours of downtime.":                            nil,
		"Burning 99.9 % of a year of 250 nights of 11 hours: 2.75 hours of outage.":                           nil,
		"每月可用率不低于 99.5%，即停机不超过 7.2 小时。":                                                                       {"3.6"},
		"Burning 99.9 % of a month. A person is told within 10 minutes of outage.":                            nil,
		"The way falls from 90 to 63 minutes, a reduction of 40 %.":                                           {"30"},
		"The way falls from 90 to 63 minutes, a reduction of 30 %.":                                           nil,
		"A night of 74 pictures of 240 s (4 h 46 min + 4 min = 5 h) is short enough.":                         nil,
		"The lamps burn 99.5 % of each month and are counted in 30 days within 9 hours of downtime":           nil,
	} {
		words := newLexicon()
		var got []string
		for _, r := range withSlips(words, text, slices.Concat(equations(words, text), workedOut(words, text), outages(words, text))) {
			if !r.holds {
				got = append(got, r.is)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
