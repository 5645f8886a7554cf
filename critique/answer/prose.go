package answer

import (
	"encoding/json"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/lenient"
	"discussd/critique/answer/relevance"
	"discussd/internal/text/pattern"
)

// maxProse is the longest prose that is read, in bytes. A review is far shorter.
const maxProse = 1 << 18

// brokenField matches what is left of a critique's JSON when no object could be read.
var brokenField = pattern.New(`["'“](?:rating|strengths|weaknesses|suggestions|open_questions|confirmed|corrected|new_insights|new_findings|new_questions|评分|优点|不足|建议)["'”]\s*(?:[:：=]|\[)`)

// readProse saves key points and rating of an answer without JSON, or says what it is instead.
func readProse(text string, objects *lenient.Search, expect Expect) (critique.Critique, error) {
	bare, fenced := strings.Trim(text, "`~ \t\r\n"), strings.TrimSuffix(strings.TrimSpace(text), "json")
	switch {
	case objects.Cut:
		return critique.Critique{}, critique.Failf(critique.Truncated, "the answer ends inside its JSON object")
	case strings.HasSuffix(fenced, "```") && strings.Count(text, "```")%2 == 1:
		return critique.Critique{}, critique.Failf(critique.Truncated, "the answer ends where its JSON should begin")
	case brokenField.MatchString(text):
		return critique.Critique{}, critique.Failf(critique.InvalidJSON, "the answer's JSON is broken: %s", excerpt(text))
	case json.Valid([]byte(strings.TrimPrefix(bare, "json"))), objects.Other && strings.HasPrefix(bare, "{"):
		return critique.Critique{}, wrongShape(text)
	}
	if len(text) > maxProse {
		return critique.Critique{}, critique.Failf(critique.OutputTooLarge, "%d bytes of prose", len(text))
	}
	var c critique.Critique
	expect.note(&c, "key points saved from prose", "要点取自非 JSON 的文字")
	sections := readSections(text)
	values := sections.values()
	fill(&c, values)
	if expect.Understanding {
		if entriesOf(c.Understanding) > 0 {
			return c, nil
		}
		return critique.Critique{}, noAnswer(text)
	}
	var err error
	if c.Rating, err = proseRating(text, sections); err != nil {
		return critique.Critique{}, err
	}
	if expect.RiskLevel && c.RiskLevel == "" {
		c.RiskLevel = proseRisk(text)
	}
	if (c.Rating > 0 || !expect.Rating && c.RiskLevel != "") && !hasContent(&c) {
		sentencesInto(&c, text)
	}
	expect.checklist(&c, nil)
	_, faults := values[fieldWeaknesses]
	if c.Rating > 0 || !expect.Rating && hasContent(&c) {
		if len(c.Strengths) > 0 && objections(&c) == 0 && !faults && !denied.MatchString(text) &&
			!(len(expect.Documents) > 0 && relevance.IsAnchored(text, &c, expect.Documents)) {
			return critique.Critique{}, critique.Failf(critique.Unusable, "prose that says nothing about weaknesses")
		}
		return c, nil
	}
	return critique.Critique{}, noAnswer(text)
}

var riskPhrase = pattern.New(`(?i)(?:\brisk level|\boverall risk|风险等级|风险级别|总体风险)\s*(?:is|as|of|would be|为|是|属于|[:：=])*\s*\**(\pL{1,20})`)

func proseRisk(text string) string {
	var said []any
	for _, match := range riskPhrase.FindAllStringSubmatch(text, maxPoints) {
		said = append(said, match[1])
	}
	return riskLevel(said...)
}

// noAnswer is the failure of a text that is no answer, of the class of the trouble it reports.
func noAnswer(text string) error {
	if class, known := trouble(text); known {
		return critique.Failf(class, "the tool says: %s", excerpt(text))
	}
	return critique.Failf(critique.InvalidJSON, "neither JSON nor a review: %s", excerpt(text))
}

// wrongShape is the failure of JSON that is no critique; an error object has the class of its error.
func wrongShape(text string) error {
	if class, known := trouble(text); known && strings.Contains(text, `"error"`) {
		return critique.Failf(class, "the tool says: %s", excerpt(text))
	}
	return critique.Failf(critique.InvalidJSON, "JSON, but no critique: %s", excerpt(text))
}

// proseRatings are the forms of a rating in prose by rank: called overall or final, called a rating,
// given by somebody, standing at the beginning or end.
var proseRatings = []struct {
	rank int
	form *pattern.Pattern
}{
	{0, pattern.New(`(?i)(?:overall |final |总体|综合|最终|整体)(?:\b(?:rating|score)|评分|評分|打分)\s*(?:is|of|为|是|[:：=])\s*([^\n。；;]{1,60})`)},
	{1, pattern.New(`(?i)(?:\b(?:rating|score)|评分|評分|打分)\s*(?:is|of|为|是|[:：=])\s*([^\n。；;]{1,60})`)},
	{2, pattern.New(`(?i)(?:\b(?:rate|rated|rating|give|giving|score|scored)\b[^.\n。]{0,60}?|[打给評评][^.\n。]{0,20}?)\b?(\d(?:\.\d+)?\s*(?:/|out of)\s*\d+|\d(?:\.\d+)?\s*分)`)},
	{3, pattern.New(`(?m)^[ \t*_#>-]*([^\n]*(?:[⭐★][^\n]*|/5))[ \t*_#>-]*\r?$`)},
	{3, pattern.New(`(?i)^[\s*_#>-]*(?:(?:overall|total|verdict|rating|score|i['’]d (?:say|give it)|总体|综合|评分|打分)\s*[:：=–—-]?\s*)?\**(\d(?:\.\d)?\s*(?:/\s*|out of )5)\b`)},
}

var (
	// lastRating stands in the line that an answer ends with, at the end of it or of a clause.
	lastRating = pattern.New(`(?i)(?:^|[^\d./])([1-5](?:\.\d)?\s*(?:/\s*5|(?:out )?of (?:5|five)|分))\s*(?:[.,;:!*_)，。；：！）]|$)`)
	inDigits   = strings.NewReplacer(" of ", "/", "out", "", "five", "5")
	overall    = pattern.New(`(?i)overall|final|总|总体|综合|最终|整体`)
)

// proseRating finds the rating of the lowest rank, 0 without one. Two of one rank may not differ.
func proseRating(text string, all sections) (float64, error) {
	const (
		ranks       = 4
		longestLine = 4096 // bytes
	)
	var found [ranks][]float64
	note := func(rank int, value string) {
		if number, ok := ratingInWords(value); ok {
			found[rank] = append(found[rank], number)
		}
	}
	for _, s := range all {
		if s.field == fieldRating && len(s.entries) > 0 {
			rank := 1
			if overall.MatchString(s.label) {
				rank = 0
			}
			note(rank, words(s.entries[0], maxKey))
		}
	}
	for _, r := range proseRatings {
		for _, match := range r.form.FindAllStringSubmatch(text, maxPoints) {
			note(r.rank, match[1])
		}
	}
	text = strings.TrimSpace(text)
	if last := text[strings.LastIndexByte(text, '\n')+1:]; len(last) < longestLine {
		for _, match := range lastRating.FindAllStringSubmatch(last, maxPoints) {
			note(ranks-1, inDigits.Replace(strings.ToLower(match[1])))
		}
	}
	for _, ratings := range found {
		if len(ratings) == 0 {
			continue
		}
		lowest, highest := slices.Min(ratings), slices.Max(ratings)
		if highest-lowest >= 1 {
			return 0, critique.Failf(critique.Contradictory, "the answer rates %g and %g", lowest, highest)
		}
		return lowest, nil
	}
	return 0, nil
}

// troubles lists what tools and APIs say instead of an answer, the most specific first.
var troubles = []struct {
	class critique.Class
	says  *pattern.Pattern
}{
	{critique.NotInstalled, pattern.New(`(?i)command not found|no such file or directory|is not recognized as an internal`)},
	{critique.PromptTooLarge, pattern.New(`(?i)prompt is too long|(input|context|prompt)\b.{0,40}\b(exceeds?|too (long|large))|maximum context length|context_length_exceeded`)},
	{critique.Quota, pattern.New(`(?i)credit balance|insufficient_quota|exceeded your current quota|quota (has been )?(exceeded|exhausted)|(usage|weekly|daily|monthly|session|spend(ing)?) limit|billing|payment required|余额不足|配额(已)?(用尽|不足|超限)`)},
	{critique.RateLimited, pattern.New(`(?i)rate.?limit|too many requests|resource_exhausted|resource has been exhausted|overloaded|\b(api error|status|code)\W{0,4}(429|529)\b|请求过于频繁|限流`)},
	{critique.Auth, pattern.New(`(?i)not logged in|log ?in required|please (run /)?log ?in|run /login|sign in to|waiting for authentication|authentication (failed|required|timed out|page)|unauthenticated|unauthorized|(invalid|missing|incorrect) (api key|authentication|credentials|token)|api key not (valid|found)|token (has )?expired|\b(api error|status|code)\W{0,4}(401|403)\b|permission_denied|未登录|请(先)?登录|认证失败`)},
	{critique.Timeout, pattern.New(`(?i)(request|connection|operation) timed out|deadline exceeded|\betimedout\b|请求超时`)},
	{critique.Crashed, pattern.New(`(?i)internal server error|bad gateway|service unavailable|gateway time-?out|\b(api error|status|code)\W{0,4}5\d\d\b|api_error|connection (refused|reset|error)|\beconn(refused|reset)\b|fetch failed|unhandled (exception|rejection)|traceback \(most recent|segmentation fault|panic:`)},
	{critique.Refused, pattern.New(`(?i)\b(i can(no|')?t|i can’t|i cannot|i can not|i'm (sorry|unable|not able)|i’m (sorry|unable|not able)|i am (sorry|unable|not able)|i won['’]t|i must decline|i apologi[sz]e)\b|\bas an ai\b|against my (guidelines|policy|policies)|(don['’]t|do not|didn['’]t) (see|have|find) (any|an|the|access)|(please|could you) (please )?(provide|share|attach|paste|upload)|(我)?无法(协助|完成|提供|处理|评审|回答|访问|查看)|(抱歉|对不起|很遗憾)|作为(一个|一名)?(人工智能|ai|语言模型)|我不能|请(您)?(提供|上传)`)},
}

const (
	shortMessage  = 1500 // bytes; an error message or a refusal is no longer
	messageOpener = 200  // bytes at the beginning of a longer text that may still be one
)

// trouble classes a text that is no critique by what it says, a long one by its beginning.
func trouble(text string) (critique.Class, bool) {
	text = strings.TrimSpace(text)
	if len(text) > shortMessage {
		text = text[:messageOpener]
	}
	for _, t := range troubles {
		if t.says.MatchString(text) {
			return t.class, true
		}
	}
	return "", false
}

var serverError = pattern.New(`(?i)\b(50[0-9]|52[0-9])\b|bad gateway|service unavailable|internal server error`)

// webPage classes a web page: a busy or broken server, else a page to log in.
func webPage(text string) (critique.Class, bool) {
	const opening = 4096
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), opening)]))
	switch {
	case !strings.HasPrefix(start, "<!doctype html") && !strings.HasPrefix(start, "<html"):
		return "", false
	case strings.Contains(start, "too many requests"), strings.Contains(start, "429"):
		return critique.RateLimited, true
	case serverError.MatchString(start) && !strings.Contains(start, "password"):
		return critique.Crashed, true
	}
	return critique.Auth, true
}
