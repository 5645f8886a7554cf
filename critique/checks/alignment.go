package checks

import (
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// alignmentRules ask whether later documents carry out what earlier ones say.
func alignmentRules() []rule {
	const must = "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n"
	return []rule{
		{Rule: Rule{
			ID: "XD-003", Perspective: coverage, Severity: critique.Medium, Kind: "traceability",
			Title: "a Must requirement the architecture leaves out", Message: Text{"architecture does not cover {1}", "架构未覆盖 {1}"}, Source: "spec-generator phase 4",
			Violation: must + "-- spec/architecture/_index.md --\n| ADR | Decision | Requirements |\n|---|---|---|\n| ADR-001 | SQLite | REQ-001 |\n",
			NearMiss:  must + "-- spec/architecture/_index.md --\n| ADR | Decision |\n|---|---|\n| ADR-001 | SQLite |\n",
		}, on: architecture, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			named := mentions(s.of(document.Architecture, document.Decision)...)
			musts, covered := 0, 0
			for _, r := range s.defined().requirements.list {
				if _, ok := named[r.id]; r.priority == "must" {
					if musts++; ok {
						covered++
					}
				}
			}
			if covered*2 < musts || covered == 0 {
				return false // the architecture does not trace to requirements at all
			}
			for _, r := range s.defined().requirements.list {
				if _, ok := named[r.id]; r.priority == "must" && !ok && !superseded(r.text()) {
					hit(d, document.Span{}, r.id)
				}
			}
			return true
		}},
		{Rule: Rule{
			ID: "XD-007", Perspective: coverage, Severity: critique.High, Kind: "scope",
			Title: "something excluded by the brief comes back as a requirement or epic", Message: Text{"{1}: \"{2}\" was excluded", "{1}：“{2}” 属于范围外"}, Source: "spec-generator phase 3, spec-kit",
			Violation: "-- spec/product-brief.md --\n## Out of Scope\n\n- Payment by credit card\n-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Credit card payment | Must |\n",
			NearMiss:  "-- spec/product-brief.md --\n## Out of Scope\n\n- Payment by credit card\n-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Payment by invoice | Must |\n| REQ-002 | Credit card payment | Won't |\n",
			Chinese:   Example{"-- spec/product-brief.md --\n## 范围外\n\n- 信用卡支付\n-- spec/requirements/_index.md --\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 信用卡支付 |\n", "-- spec/product-brief.md --\n## 范围外\n\n- 信用卡支付\n-- spec/requirements/_index.md --\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 发票支付 |\n"},
		}, on: []document.Kind{document.Requirements, document.Epics}, needs: []document.Kind{document.Brief}, look: excludedReturns},
		{Rule: Rule{
			ID: "XD-008", Perspective: coverage, Severity: critique.Medium, Kind: "consistency",
			Title: "a story told by a role the brief never names", Message: Text{"unknown role {1}", "未定义角色 {1}"}, Source: "spec-generator phase 5",
			Violation: "-- spec/product-brief.md --\n## Target Users\n\n- Editors on laptops\n- Admins of small sites\n-- spec/epics/EPIC-001.md --\nAs an auditor, I want a proof so that I can sign.\n",
			NearMiss:  "-- spec/product-brief.md --\n## Target Users\n\n- Editors on laptops\n- Admins of small sites\n-- spec/epics/EPIC-001.md --\nAs a site admin, I want a proof so that I sleep. As a user, I want to see it.\n",
			Chinese:   Example{"-- spec/product-brief.md --\n## 目标用户\n\n- 离线编辑\n- 站点管理员\n-- spec/epics/EPIC-001.md --\n作为审计师，我希望得到证明，以便签字。\n", "-- spec/product-brief.md --\n## 目标用户\n\n- 离线编辑\n- 站点管理员\n-- spec/epics/EPIC-001.md --\n作为管理员，我希望得到证明，以便安心。\n"},
		}, on: []document.Kind{document.Epic, document.Epics, document.Requirement}, needs: []document.Kind{document.Brief}, look: unknownRoles},
		{Rule: Rule{
			ID: "XD-009", Perspective: technical, Severity: critique.Medium, Kind: "consistency",
			Title: "epics build on a technology the architecture does not list", Message: Text{"{1} is not in the stack", "{1} 不在技术栈"}, Source: "spec-generator phase 5",
			Violation: "-- spec/architecture/_index.md --\n## Technology Stack\n\nSQLite keeps the catalogue, Go reads it.\n-- spec/epics/EPIC-001.md --\nThe catalogue moves to MongoDB.\n",
			NearMiss:  "-- spec/architecture/_index.md --\n## Technology Stack\n\nPostgreSQL keeps the catalogue, React shows it.\n-- spec/epics/EPIC-001.md --\nThe catalogue moves to Postgres, users react to it.\n",
			Chinese:   Example{"-- spec/architecture/_index.md --\n## 技术栈\n\n采用 SQLite 与 Go 保存目录。\n-- spec/epics/EPIC-001.md --\n目录迁移到 MongoDB。\n", "-- spec/architecture/_index.md --\n## 技术栈\n\n采用 SQLite 与 Go 保存目录。\n-- spec/epics/EPIC-001.md --\n目录保存在 SQLite。\n"},
		}, on: []document.Kind{document.Epics, document.Epic}, needs: []document.Kind{document.Architecture}, look: func(s *session, d *document.Document, hit hit) bool {
			if topic(s.index(document.Architecture), document.Stack) == nil {
				return false
			}
			known := s.technologies()
			reported := map[string]bool{}
			for _, m := range find(d.Prose, technology, 100) {
				name := technologyName(d.Prose[m[0]:m[1]])
				if !known[name] && !reported[name] {
					reported[name] = true
					hit(d, document.Span{Start: m[0], End: m[1]}, d.Prose[m[0]:m[1]])
				}
			}
			return true
		}},
		{Rule: Rule{
			ID: "XD-010", Perspective: product, Severity: critique.Medium, Kind: "consistency",
			Title: "a Must requirement that only optional epics cover", Message: Text{"{1} is Must, its epic {2} is not", "{1} 为 Must，其 Epic {2} 不是"}, Source: "discussd",
			Violation: must + "-- spec/epics/_index.md --\n| Epic | Title | Priority | Requirements |\n|---|---|---|---|\n| EPIC-001 | Verify | Could | REQ-001 |\n",
			NearMiss:  must + "-- spec/epics/_index.md --\n| Epic | Title | Priority | Requirements |\n|---|---|---|---|\n| EPIC-001 | Verify | Should | REQ-001 |\n| EPIC-002 | Restore | Could | REQ-002 |\n| EPIC-003 | All | Must | REQ-001, REQ-002 |\n",
		}, on: epics, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			covering := map[string][]*entry{}
			for _, e := range s.defined().epics.list {
				ids := document.FindIDs(e.text())
				if e.file != nil {
					ids = append(ids, e.file.IDs...)
				}
				for _, m := range ids {
					if !slices.Contains(covering[m.ID], e) {
						covering[m.ID] = append(covering[m.ID], e)
					}
				}
			}
			for _, r := range s.defined().requirements.list {
				list := covering[r.id]
				if r.priority != "must" || len(list) == 0 {
					continue
				}
				if !slices.ContainsFunc(list, func(e *entry) bool { return e.priority != "could" && e.priority != "wont" }) {
					hit(list[0].doc, list[0].at, r.id, list[0].id)
				}
			}
			return len(covering) > 0
		}},
		{Rule: Rule{
			ID: "XD-011", Perspective: quality, Severity: critique.Medium, Kind: "traceability",
			Title: "a quality requirement in no decision and no epic, where others are", Message: Text{"{1} is carried out by nothing", "{1} 未被任何 ADR 或 Epic 落实"}, Source: "spec-kit analyze",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Speed | 5 s |\n| NFR-002 | Keys | AES-256 |\n-- spec/epics/_index.md --\n| Epic | Title | Requirements |\n|---|---|---|\n| EPIC-001 | Verify | NFR-001 |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Speed | 5 s |\n| NFR-002 | Keys | AES-256 |\n-- spec/architecture/_index.md --\nNFR-002 is met by the key store.\n-- spec/epics/_index.md --\n| Epic | Title | Requirements |\n|---|---|---|\n| EPIC-001 | Verify | NFR-001 |\n",
		}, on: epics, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			named := mentions(s.of(document.Architecture, document.Decision, document.Epics, document.Epic)...)
			inEpics := mentions(s.of(document.Epics, document.Epic)...)
			list := s.defined().qualities.list
			traced := slices.ContainsFunc(list, func(e *entry) bool { _, ok := inEpics[e.id]; return ok })
			for _, e := range list {
				if _, ok := named[e.id]; traced && !ok && !superseded(e.text()) {
					hit(d, document.Span{}, e.id)
				}
			}
			return traced
		}},
		{Rule: Rule{
			ID: "XD-012", Perspective: technical, Severity: critique.Low, Kind: "traceability",
			Title: "an accepted decision no epic carries out, where others are", Message: Text{"{1} is in no epic", "{1} 未进入任何 Epic"}, Source: "spec-generator phase 5",
			Violation: "-- spec/architecture/_index.md --\n| ADR | Title |\n|---|---|\n| ADR-001 | SQLite |\n| ADR-002 | Go |\n-- spec/epics/_index.md --\nEPIC-001 follows ADR-001.\n",
			NearMiss:  "-- spec/architecture/_index.md --\n| ADR | Title | Status |\n|---|---|---|\n| ADR-001 | SQLite | Accepted |\n| ADR-002 | Go | Rejected |\n-- spec/epics/_index.md --\nEPIC-001 follows ADR-001.\n",
		}, on: epics, needs: []document.Kind{document.Architecture}, look: func(s *session, d *document.Document, hit hit) bool {
			named := mentions(s.of(document.Epics, document.Epic)...)
			list := s.defined().decisions.list
			traced := slices.ContainsFunc(list, func(e *entry) bool { _, ok := named[e.id]; return ok })
			for _, e := range list {
				status := e.cell("status", "状态")
				if e.file != nil {
					status += e.file.Front.Value("status")
				}
				if _, ok := named[e.id]; traced && !ok && !contains(strings.ToLower(status), "reject", "supersed", "deprecat", "propos", "拒绝", "废弃", "提议", "取代") {
					hit(d, document.Span{}, e.id)
				}
			}
			return traced
		}},
		{Rule: Rule{
			ID: "XD-014", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "ID codes in files that their index does not use", Message: Text{"code {1} is not one of the index ({2})", "编码 {1} 不在索引中（{2}）"}, Source: "seen in a real session, spec-kit",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| NFR-PERF-001 | Speed |\n-- spec/requirements/NFR-P-001-speed.md --\n# NFR-P-001: Speed\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| NFR-PERF-001 | Speed |\n-- spec/requirements/NFR-PERF-001-speed.md --\n# NFR-PERF-001: Speed\n",
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			codes := map[string]bool{}
			for _, m := range d.IDs {
				if family(m.ID, []string{"NFR"}) {
					codes[document.Prefix(m.ID)] = true
				}
			}
			applied := false
			for _, file := range s.of(document.Quality) {
				id := fileID(file)
				if id == "" || len(codes) == 0 || path.Dir(file.Path) != path.Dir(d.Path) {
					continue
				}
				if applied = true; !codes[document.Prefix(id)] {
					hit(file, firstHeading(file), document.Prefix(id), note(strings.Join(sortedKeys(codes), ", ")))
				}
			}
			return applied
		}},
	}
}

// excludedReturns compares the titles a document defines with what the brief
// leaves out.
func excludedReturns(s *session, d *document.Document, hit hit) bool {
	excluded := topicItems(s.index(document.Brief), document.NonGoals)
	list := s.defined().requirements.list
	if d.Kind == document.Epics {
		list = s.defined().epics.list
	}
	list = list[:min(len(list), maxCompared)]
	titles, phrases := make([]string, len(list)), make([]string, len(excluded))
	for i, e := range list {
		titles[i] = e.title
	}
	for i, item := range excluded {
		phrases[i] = withoutReason(item.Text)
	}
	for _, pair := range alike(titles, phrases, 0.75, 2) {
		e := list[pair[0]]
		if e.priority != "wont" && !superseded(e.text()) {
			hit(e.doc, e.at, e.id, note(plain(phrases[pair[1]])))
		}
	}
	return len(list) > 0 && len(excluded) > 0
}

// withoutReason cuts what an item of a scope list says besides what it names.
func withoutReason(item string) string {
	for _, mark := range [...]string{" (", "（", "：", ": ", " — ", " – ", " - ", ", because ", " because ", ", since ", ", as ", "，原因", "，因为", "，由于", "；", "; "} {
		item, _, _ = strings.Cut(item, mark)
	}
	return item
}

var (
	role       = pattern.New(`(?i)\bas an? \**((?:[\p{L}\d/-]+ ?){1,4}?)\**\s*[,，]|\bas an? \**((?:[\p{L}\d/-]+ ?){1,4}?)\**,? +\**I (?:want|need|can|would)|作为\**一?[名个位]?([\p{Han}A-Za-z ]{2,14}?)\**\s*[，,]`)
	anyRole    = pattern.New(`(?i)^(?:users?|developers?|customers?|persons?|team|members?|system|someone|end users?|用户|开发者|系统|团队|成员|使用者)$`)
	technology = pattern.New(`\b(?:PostgreSQL|Postgres|MySQL|MariaDB|MongoDB|SQLite|Redis|Memcached|Kafka|RabbitMQ|NATS|Elasticsearch|OpenSearch|Cassandra|DynamoDB|Firebase|Supabase|React|Vue(?:\.js)?|Angular|Svelte|Next\.js|Nuxt|Django|Flask|FastAPI|Spring Boot|Rails|Laravel|Express(?:\.js)?|NestJS|Kubernetes|Docker|Terraform|GraphQL|gRPC|Electron|Tauri|Flutter|Neo4j|ClickHouse|InfluxDB|Prometheus|Grafana|Celery|Nginx|HAProxy|S3|Lambda|BigQuery|Snowflake)\b`)
)

// technologyName joins the spellings of one technology.
func technologyName(text string) string {
	name := strings.TrimSuffix(strings.ToLower(text), ".js")
	if name == "postgresql" {
		return "postgres"
	}
	return name
}

// technologies are those the architecture and the requirements name.
func (s *session) technologies() map[string]bool {
	known := map[string]bool{}
	for _, d := range s.of(document.Architecture, document.Decision, document.Requirements, document.Requirement, document.Quality) {
		for _, name := range technology.FindAllString(d.Text, 500) {
			known[technologyName(name)] = true
		}
	}
	return known
}

// unknownRoles reports the roles of stories of which not one word stands in the brief.
func unknownRoles(s *session, d *document.Document, hit hit) bool {
	b := s.index(document.Brief)
	users := topic(b, document.Users)
	if users == nil || !says(b, users) {
		return false
	}
	known := bagOf(b.Prose)
	applied := false
	reported := map[string]bool{}
	for _, m := range find(d.Prose, role, 100) {
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			name := strings.TrimSpace(d.Prose[m[g]:m[g+1]])
			if name == "" || anyRole.MatchString(name) || reported[name] {
				continue
			}
			applied = true
			reported[name] = true
			words := bagOf(name)
			shared := len(words) == 0
			for word := range words {
				_, ok := known[word]
				shared = shared || ok
			}
			if !shared {
				hit(d, document.Span{Start: m[g], End: m[g+1]}, name)
			}
		}
	}
	return applied
}
