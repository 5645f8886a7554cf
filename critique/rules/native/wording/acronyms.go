package wording

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// AcronymRules look at abbreviations.
func AcronymRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("LX-018"), On: model.Speaking, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			all := model.Statements(s, d)
			reported := map[string]bool{}
			for _, st := range all {
				for _, m := range acronym.FindAllStringSubmatchIndex(st.Text, 20) {
					at := m[2:4]
					name := strings.TrimSuffix(st.Text[at[0]:at[1]], "s")
					if reported[name] || strings.Contains(knownAcronyms, " "+name+" ") || shouted(st.Text, at) || ordinary(s, name) || spellsOut(s, name) {
						continue
					}
					reported[name] = true
					hit(d, st.Span(at), name)
				}
			}
			return len(all) > 0
		}},
	}
}

// acronym is a word of three to six capitals that is no part of an ID, a path, a
// version or a longer word.
var acronym = pattern.New(`(?:^|[^\w./$#@<>{-])([A-Z]{3,6}s?)(?:[^\w./<>{}=-]|[.](?:\s|$)|$)`)

// knownAcronyms need no explanation among people who write or read specifications.
const knownAcronyms = ` API UI UX GUI CLI TUI OS CPU GPU RAM SSD HDD ROM IO DB SQL ORM SDK IDE CI CD TCP UDP IP DNS DHCP TLS SSL SSH FTP SFTP SMTP IMAP POP LDAP LDAPS SAML SSO MFA OTP TOTP RBAC ACL ABAC AES RSA SHA HMAC PKI CA JWT ` +
	`GDPR HIPAA PCI DSS PII PHI WCAG ARIA ISO IEC IEEE RFC NIST OWASP CVE CWE SLA SLO SLI KPI OKR MVP PRD FAQ TODO TBD TBC QA UAT NFR FR REQ US ADR EPIC STORY DOD GUID UUID ULID URL URI URN HTTP HTTPS REST RPC SOAP JSON XML YAML TOML CSV TSV PDF PNG JPG JPEG GIF SVG WEBP BMP HTML CSS JSX TSX JS TS ` +
	`UTC GMT UTF ASCII BOM CRLF LF EOF TTL LRU FIFO LIFO CRUD ACID CAP ETL OLAP OLTP BI ML AI LLM NLP OCR RAG GPT TTS ASR STT CRM ERP HR IT PC TV USB HDMI GPS RFID NFC QR BLE LAN WLAN WAN VPN VPC VM VMS AWS GCP CDN IAM SNS SQS MQ MQTT AMQP WS WSS SSE CORS CSRF XSS DOS DDOS SAST DAST SBOM SPA SSR SEO PWA DOM MVC MVVM DDD TDD BDD POC SOP SAAS PAAS IAAS ` +
	`README RSS DVD CD EU UK USA UN EUR USD GBP CNY RMB VAT KIB MIB GIB DPI FPS QPS TPS RPS RPM RTO RPO MTTR MTBF AND NOT MUST SHALL SHOULD MAY COULD WILL WONT HAVE OFF YES THE WHEN WHILE WHERE THEN GIVEN ELSE BUT FOR ALL ANY PASS FAIL TRUE FALSE NULL NONE GET PUT POST PATCH DELETE HEAD OPTIONS ` +
	`DIR FILE PATH NAME HOST PORT ENV CWD PID TTY SIP VOIP SMS MMS PIN ATM POS SKU ISBN EAN XLS XLSX DOC DOCX PPT PPTX ZIP TAR GZ AVI MOV MKV WAV AAC MIT BSD GPL AGPL LGPL MPL EPL NTP SNMP ICMP ARP NAT BGP SAN NAS RAID LVM IOPS DSL AST JVM JDK JRE POM GC GNU CLA NDA EULA SPDX SCIM OIDC CMS ECS EKS GKE HA DR SRE AOF WAL DDL DML CTE MVCC CDC DAG TCO ROI NPS MAU DAU PV UV CTR CPC LTV MRR ARR `

// shouted tells whether a word stands among others in capitals.
func shouted(text string, at []int) bool {
	around := text[max(0, at[0]-24):min(len(text), at[1]+24)]
	capitals := 0
	for word := range strings.FieldsSeq(around) {
		if word = strings.Trim(word, ".,;:()*\"'"); len(word) > 1 && strings.ToUpper(word) == word && strings.ToLower(word) != word && !strings.Contains(knownAcronyms, " "+word+" ") {
			capitals++
		}
	}
	return capitals > 1
}

// ordinary tells whether an abbreviation is a word that some write in capitals: THE SYSTEM.
func ordinary(s *model.Session, name string) bool {
	return len(name) > 3 && slices.ContainsFunc(s.Docs, func(d *document.Document) bool {
		return model.WholeWord(d.Text, strings.ToLower(name)) >= 0 && strings.Contains(d.Text, strings.ToLower(name))
	})
}

// spellsOut tells whether any document of the session explains an abbreviation:
// beside a bracket, after a colon or dash, in a table's first column or a title.
func spellsOut(s *model.Session, name string) bool {
	return model.Once(s, "whether an abbreviation is explained", name, func() bool {
		explained := false
		for _, d := range s.Docs {
			for start := 0; !explained; {
				at := strings.Index(d.Text[start:], name)
				if at < 0 {
					break
				}
				before, after := d.Text[:start+at], d.Text[start+at+len(name):]
				start += at + len(name)
				explained = explains(before, after)
			}
		}
		return explained
	})
}

func explains(before, after string) bool {
	before, after = strings.TrimRight(before, "*_` "), strings.TrimLeft(after, "s*_` ")
	for _, mark := range [...]string{"(", "（", "：", ":", "—", "–", "=", "- ", "即", "指", "是", "为", "stands for", "means", "is the", "is an", "is a "} {
		if strings.HasPrefix(after, mark) {
			return true
		}
	}
	for _, mark := range [...]string{"(", "（", "简称", "缩写为", "known as", "called"} {
		if strings.HasSuffix(before, mark) {
			return true
		}
	}
	line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
	return line == "|" || strings.HasPrefix(line, "#") // a row of a glossary, or what a section is about
}
