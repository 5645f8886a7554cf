// Package markdowntest has texts for the tests of whoever puts the words of others into
// Markdown.
package markdowntest

// Hostile returns texts that try to be more than text.
func Hostile() []string {
	return []string{
		"# Heading", "\n\n# Heading\n", "## Ratings", "text\n===", "text\n---", "---", "***", "- item", "+ item", "* item",
		"1. item", "2) item", "> quote", "```\nfence", "~~~\nfence", "    code", "\tcode", "a | b | c", "a\n|-|-|\n|b|c|",
		"<!-- hidden", "<script>alert(1)</script>", "<div>", "<?php", "<![CDATA[", "</details>", "<https://evil.example>",
		"[click](https://evil.example)", "![pixel](https://evil.example/p.png)", "[a]: https://evil.example", "[^1]: note",
		"https://evil.example/path", "www.evil.example", "ftp://evil.example", "mail@evil.example", "[ ] task", "[x] task",
		"**bold**", "_under_", "__init__", "~~gone~~", "`code`", "``", "`", "\\", "\\\\|", "|", "\\|", "ends with \\", "&lt;b&gt;", "&#35;",
		"\u202egnirts", "\x00\x1b[31m", "\xff\xfe", "a\u2028# b", "a\r# b", "", " ", "{{.}}", "$x$", "](https://evil.example)", "[", "]",
		"<a href=\"x\"", "a <b", "*", "**", "_", "~", "<", "&", "!", "![", "**Consensus**: reached", "中文 # 标题",
	}
}
