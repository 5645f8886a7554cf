package checks

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// fact is one bound a document states: what, at most or at least, how much.
type fact struct {
	what   []string // keys of measuredThings, sorted
	unit   string
	upper  bool
	tag    string // "p95" or ""
	amount float64
	doc    *document.Document
	at     document.Span
}

// measuredThings are what bounds are usually about, in both languages. Facts
// are compared only when they are about the same of these.
var measuredThings = pattern.New(`(?i)\b(scan)(?:s|ning)?\b|\b(search)(?:es)?\b|\b(log ?in)\b|\b(upload)s?\b|\b(start-?up|cold start)\b|\b(respon)(?:se|ses|ds?)\b|\b(latenc)(?:y|ies)\b|\b(export)s?\b|\b(import)s?\b|\b(back ?up)s?\b|\b(restor)(?:e|es|ing)\b|\b(retention|retained)\b|\b(time ?out)s?\b|\b(build)s?\b|\b(coverage)\b|\b(availability|uptime)\b|\b(sync)(?:hroni[sz]ation)?\b|\b(speed|performance)\b|\b(load)(?:ing|s)?\b|\b(session)s?\b|\b(page)s?\b|\b(file)s?\b|\b(concurren)(?:t|cy)\b|\b(memory)\b|\b(query|queries)\b|` +
	`(扫描)|(搜索|检索)|(登录)|(上传)|(启动)|(响应)|(延迟|时延)|(导出)|(导入)|(备份)|(恢复)|(保留)|(超时)|(构建)|(覆盖率)|(可用性|可用率)|(同步)|(性能|速度)|(加载)|(会话)|(页面)|(文件)|(并发)|(内存)|(查询)`)

const thingKinds = 25

var bound = pattern.New(`(?i)([<>≤≥]=?|不超过|不低于|不少于|至少|至多|最多|within|under|below|at most|at least|up to|less than|more than|no more than|no less than|minimum|maximum)\s*(\d+(?:\.\d+)?)\s*(ms|毫秒|seconds?|secs?|s|秒|minutes?|mins?|分钟|hours?|h|小时|days?|天|日|%|KB|MB|GB|users?|用户|QPS|rps)?|(\d+(?:\.\d+)?)\s*(ms|毫秒|seconds?|secs?|s|秒|minutes?|mins?|分钟|hours?|h|小时|days?|天|日)\s*(?:以?内|之内)`)

// factsOf reads the bounds of a document's rows and lines.
func factsOf(d *document.Document) []fact {
	var found []fact
	seen := map[int]bool{}
	read := func(at document.Span) {
		if seen[at.Start] || len(found) > 500 || at.Len() > 1000 {
			return
		}
		seen[at.Start] = true
		found = append(found, readFacts(d, at)...)
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			read(d.LineAt(row[0].Start))
		}
	}
	for _, item := range d.Items {
		read(item.Span)
	}
	for _, line := range d.Lines {
		read(line)
	}
	return found
}

// readBound reads the one bound a text states. With two of them nothing tells
// which is whose.
func readBound(d *document.Document, at document.Span) (f fact, ok bool) {
	text := d.Slice(at)
	if !strings.ContainsAny(text, "0123456789") {
		return f, false
	}
	bounds := bound.FindAllStringSubmatchIndex(text, 3)
	if len(bounds) != 1 {
		return f, false
	}
	m := bounds[0]
	f = fact{doc: d, at: document.Span{Start: at.Start + m[0], End: at.Start + m[1]}, upper: true}
	number, unit := m[4:6], m[6:8]
	if m[8] >= 0 {
		number, unit = m[8:10], m[10:12]
	} else {
		f.upper = !contains(strings.ToLower(text[m[2]:m[3]]), ">", "≥", "不低于", "不少于", "至少", "at least", "more than", "no less", "minimum") || contains(strings.ToLower(text[m[2]:m[3]]), "no more")
	}
	if unit[0] < 0 {
		return f, false
	}
	f.amount, _ = strconv.ParseFloat(text[number[0]:number[1]], 64)
	f.unit, f.amount = normalUnit(strings.ToLower(text[unit[0]:unit[1]]), f.amount)
	f.tag = strings.ToLower(percentile.FindString(text))
	return f, true
}

func readFacts(d *document.Document, at document.Span) []fact {
	f, ok := readBound(d, at)
	if !ok {
		return nil
	}
	text := d.Slice(at)
	for _, groups := range measuredThings.FindAllStringSubmatchIndex(text, 12) {
		for g := 2; g+1 < len(groups); g += 2 {
			if groups[g] >= 0 {
				f.what = append(f.what, strconv.Itoa((g/2-1)%thingKinds))
			}
		}
	}
	slices.Sort(f.what)
	f.what = slices.Compact(f.what)
	if len(f.what) == 0 {
		return nil
	}
	return []fact{f}
}

var digits = pattern.New(`^\d+$`)

var percentile = pattern.New(`(?i)\bp\d\d\b`)

// normalUnit brings times to seconds.
func normalUnit(unit string, amount float64) (string, float64) {
	switch unit {
	case "ms", "毫秒":
		return "s", amount / 1000
	case "s", "sec", "secs", "second", "seconds", "秒":
		return "s", amount
	case "min", "mins", "minute", "minutes", "分钟":
		return "s", amount * 60
	case "h", "hour", "hours", "小时":
		return "s", amount * 3600
	case "day", "days", "天", "日":
		return "s", amount * 86400
	case "user", "users", "用户":
		return "users", amount
	}
	return unit, amount
}

// contradicts tells whether two facts bound the same thing differently.
func (f fact) contradicts(o fact) bool {
	if f.unit != o.unit || f.upper != o.upper || f.tag != o.tag || f.amount == o.amount {
		return false
	}
	shared := 0
	for _, w := range f.what {
		if slices.Contains(o.what, w) {
			shared++
		}
	}
	return shared >= 2 || shared == 1 && len(f.what) == 1 && len(o.what) == 1 && likely(f, o)
}

// likely tells whether two facts about one thing share more than its name.
func likely(f, o fact) bool {
	shared := 0
	other := bagOf(o.line())
	for word := range bagOf(f.line()) {
		if _, ok := other[word]; ok && !digits.MatchString(word) {
			shared++
		}
	}
	return shared >= 3
}

// line is all the text of the row or line that states the fact.
func (f fact) line() string { return withoutIDs(f.doc.Slice(f.doc.LineAt(f.at.Start))) }

// factRules compare the numbers of documents.
func factRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "XD-004", Perspective: risk, Severity: critique.Medium, Kind: "consistency",
			Title: "another bound for the same thing in an earlier document, its words with another number, or a goal that starts elsewhere than the problem says", Message: Text{"{1} here, and {2} in {3}: which is it?", "此处为 {1}，{3} 中为 {2}：以哪个为准？"}, Source: "scan limits of 30 s and 60 s in one real session",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| NFR-001 | Scan speed < 30s |\n-- spec/architecture/_index.md --\n| Attribute | Target |\n|---|---|\n| Performance | scan ≤ 60 seconds |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| NFR-001 | Scan speed < 30s |\n| NFR-002 | Search P95 < 200ms |\n-- spec/architecture/_index.md --\n| Attribute | Target |\n|---|---|\n| Performance | scan < 30 s |\n| Search | P99 < 900 ms |\n| First scan | ≤ 10 min for new users |\n",
			Chinese:   Example{"-- spec/requirements/_index.md --\n| 编号 | 标题 |\n|---|---|\n| NFR-001 | 扫描性能 < 30 秒 |\n-- spec/architecture/_index.md --\n| 属性 | 目标 |\n|---|---|\n| 性能 | 扫描 ≤ 1 分钟 |\n", "-- spec/requirements/_index.md --\n| 编号 | 标题 |\n|---|---|\n| NFR-001 | 扫描性能 < 60 秒 |\n-- spec/architecture/_index.md --\n| 属性 | 目标 |\n|---|---|\n| 性能 | 扫描 ≤ 1 分钟 |\n"},
		}, on: indexes, look: func(s *session, d *document.Document, hit hit) bool {
			own := s.facts(d)
			applied := s.weakerTargets(d, hit)
			for _, other := range s.docs {
				if p := other.Kind.Phase(); p == 0 || p >= d.Kind.Phase() || other.Kind.JSON() {
					continue
				}
				for _, f := range own {
					for _, o := range s.facts(other) {
						if applied = true; f.contradicts(o) {
							hit(d, f.at, note(d.Slice(f.at)), note(other.Slice(o.at)), other.Path)
						}
					}
				}
			}
			applied = s.otherNumbers(d, hit) || applied
			if d.Kind == document.Epics {
				applied = s.otherBounds(hit) || applied
			}
			applied = s.misquoted(d, hit) || applied
			applied = s.otherStart(d, hit) || applied
			applied = s.otherDone(d, hit) || applied
			applied = s.otherDay(d, hit) || applied
			applied = s.otherTrials(d, hit) || applied
			applied = s.otherDefaults(d, hit) || applied
			applied = s.otherSettings(d, hit) || applied
			applied = contraryDefaults(s, d, hit) || applied
			return s.restatements(d, hit) || applied
		}},
		{Rule: Rule{
			ID: "RQ-031", Perspective: technical, Severity: critique.Low, Kind: "consistency",
			Title: "two bounds for the same thing within the requirements, or in them and the brief", Message: Text{"{1} here, and {2} in {3}: which is it?", "此处为 {1}，{3} 中为 {2}：以哪个为准？"}, Source: "OpenSpec",
			Violation: "| ID | Title |\n|---|---|\n| NFR-001 | Scan speed < 30s |\n\n- The performance of a scan is within 60 seconds\n",
			NearMiss:  "| ID | Title |\n|---|---|\n| NFR-001 | Scan speed < 30s |\n\n- The performance of a scan is within 30 seconds\n",
			Chinese:   Example{"| 编号 | 标题 |\n|---|---|\n| NFR-001 | 扫描性能 < 30 秒 |\n\n- 扫描性能须在 60 秒内\n", "| 编号 | 标题 |\n|---|---|\n| NFR-001 | 扫描性能 < 30 秒 |\n"},
		}, on: []document.Kind{document.Requirements, document.Requirement, document.Quality}, look: func(s *session, d *document.Document, hit hit) bool {
			applied := twoValues(s, d, hit)
			if index := s.index(document.Requirements); index != nil && index != d {
				for _, pair := range differing(s.restatedIn(d), s.restatedIn(index)) {
					hit(d, pair[0].at, note(clip(d.Slice(pair[0].at), 60)), note(clip(index.Slice(pair[1].at), 60)), index.Path)
				}
			}
			own := s.facts(d)
			index := s.index(document.Requirements)
			for i, f := range own {
				others := own[:i]
				if index != nil && d != index {
					others = s.facts(index)
				}
				for _, o := range others {
					if f.contradicts(o) && (d == index || sharesID(f, o)) {
						hit(d, f.at, note(d.Slice(f.at)), note(o.doc.Slice(o.at)), o.doc.Path)
						break
					}
				}
			}
			return applied || len(own) > 0
		}},
		{Rule: Rule{
			ID: "XD-006", Perspective: coverage, Severity: critique.Medium, Kind: "consistency",
			Title: "a count that differs from what the session holds, lists or says elsewhere", Message: Text{"{1} {3} are stated, and {2} can be counted", "“{3}”写为 {1}，实际计得 {2}"}, Source: "44 and 48 commands, 3 of 4 ADRs in a real session",
			Violation: "-- spec/architecture/ADR-001.md --\n# ADR-001: A\n-- spec/architecture/ADR-002.md --\n# ADR-002: B\n-- spec/readiness-report.md --\n| Check | Result |\n|---|---|\n| ADRs | ✅ 3 ADRs |\n",
			NearMiss:  "-- spec/architecture/ADR-001.md --\n# ADR-001: A\n-- spec/architecture/ADR-002.md --\n# ADR-002: B\n-- spec/readiness-report.md --\n| Check | Result |\n|---|---|\n| ADRs | 2 ADRs |\n\nOf these 1 ADR is risky, and 30 days remain.\n",
			Chinese:   Example{"-- spec/product-brief.md --\n覆盖 44 commands\n-- spec/requirements/_index.md --\n共 48 commands\n", "-- spec/product-brief.md --\n覆盖 48 commands\n-- spec/requirements/_index.md --\n共 48 commands，30 days\n"},
		}, on: indexes, look: differingCounts},
	}
}

// sharesID tells whether the line of a fact names the requirement whose file
// the other fact stands in.
func sharesID(f, o fact) bool {
	id := fileID(f.doc)
	return id != "" && slices.ContainsFunc(o.doc.MentionsIn(o.doc.LineAt(o.at.Start)), func(m document.Mention) bool { return m.ID == id })
}

func (s *session) facts(d *document.Document) []fact {
	return once(s.bounds, d, factsOf)
}
