package answer

import (
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
)

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
