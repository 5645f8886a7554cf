package checks

import (
	"maps"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// alignmentRules ask whether later documents carry out what earlier ones say.
func alignmentRules() []rule {
	const must = "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n"
	return []rule{
		{Rule: Rule{
			ID: "XD-003", Perspective: coverage, Severity: critique.Medium, Kind: "traceability",
			Title: "a Must requirement the architecture leaves out", Message: Text{"no part of the architecture names the Must requirement {1}: say which component or decision carries it", "架构中没有任何部分提到必须项 {1}：应写明由哪个组件或决策承担"}, Source: "spec-generator phase 4",
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
			ID: "AR-021", Perspective: quality, Severity: critique.Low, Kind: "traceability",
			Title: "quality requirements an architecture does not name", Message: Text{"the architecture says nothing about {1}, which the requirements demand", "架构未回应需求所要求的 {1}"}, Source: "spec-generator phase 4",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-PERF-001 | Speed | 5 s |\n| NFR-SEC-001 | Keys | AES-256 |\n-- spec/architecture/_index.md --\n## Quality Attributes\n\nNFR-PERF-001 is met by a cache.\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-PERF-001 | Speed | 5 s |\n-- spec/architecture/_index.md --\n## Quality Attributes\n\nSpeed comes from a cache.\n",
		}, on: architecture, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			docs := s.of(document.Architecture, document.Decision)
			named := mentions(docs...)
			list := s.defined().qualities.list
			some := false
			for _, e := range list {
				_, ok := named[e.id]
				some = some || ok
			}
			tabled, at := s.attributeRows(d)
			decided, chosen := mentions(s.of(document.Decision)...), 0
			for _, e := range list {
				if _, ok := decided[e.id]; ok || inDecisionSection(d, e.id) {
					decided[e.id] = document.Mention{}
					chosen++
				}
			}
			answered := len(tabled)*2 >= len(list) && len(tabled) > 1 // there is a table of quality attributes
			if len(tabled) == 0 {
				answered = chosen*2 >= len(list) && chosen > 1 // decisions answer them
			}
			for _, e := range list {
				_, ok := named[e.id]
				if _, inDecision := decided[e.id]; answered && !tabled[e.id] && !inDecision {
					ok = false
				}
				if some && !ok && !superseded(e.text()) && !attributed(d, e) {
					hit(d, at, e.id)
				}
			}
			return some
		}},
		{Rule: Rule{
			ID: "XD-007", Perspective: coverage, Severity: critique.High, Kind: "scope",
			Title: "something excluded by the brief comes back as a requirement, an epic or a component, or what it has in scope is excluded", Message: Text{"{1}: \"{2}\" {3}", "{1}：“{2}”{3}"}, Source: "spec-generator phase 3, spec-kit",
			Violation: "-- spec/product-brief.md --\n## Out of Scope\n\n- Payment by credit card\n-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Credit card payment | Must |\n",
			NearMiss:  "-- spec/product-brief.md --\n## Out of Scope\n\n- Payment by credit card\n-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Payment by invoice | Must |\n| REQ-002 | Credit card payment | Won't |\n",
			Chinese:   Example{"-- spec/product-brief.md --\n## 范围外\n\n- 信用卡支付\n-- spec/requirements/_index.md --\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 信用卡支付 |\n", "-- spec/product-brief.md --\n## 范围外\n\n- 信用卡支付\n-- spec/requirements/_index.md --\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 发票支付 |\n"},
		}, on: []document.Kind{document.Requirements, document.Architecture, document.Epics}, needs: []document.Kind{document.Brief}, look: excludedReturns},
		{Rule: Rule{
			ID: "XD-008", Perspective: coverage, Severity: critique.Medium, Kind: "consistency",
			Title: "a story told by a role the brief never names, or by just a user where the others name a group", Message: Text{"the story is told by \"{1}\", and the brief names no such user: use one of its user groups, or add this one", "故事的角色“{1}”不在产品简介的用户之中：应改用其中之一，或在简介中补充"}, Source: "spec-generator phase 5",
			Violation: "-- spec/product-brief.md --\n## Target Users\n\n- Editors on laptops\n- Admins of small sites\n-- spec/epics/EPIC-001.md --\nAs an auditor, I want a proof so that I can sign.\n",
			NearMiss:  "-- spec/product-brief.md --\n## Target Users\n\n- Editors on laptops\n- Admins of small sites\n-- spec/epics/EPIC-001.md --\nAs a site admin, I want a proof so that I sleep. As a user, I want to see it.\n",
			Chinese:   Example{"-- spec/product-brief.md --\n## 目标用户\n\n- 离线编辑\n- 站点管理员\n-- spec/epics/EPIC-001.md --\n作为审计师，我希望得到证明，以便签字。\n", "-- spec/product-brief.md --\n## 目标用户\n\n- 离线编辑\n- 站点管理员\n-- spec/epics/EPIC-001.md --\n作为管理员，我希望得到证明，以便安心。\n"},
		}, on: []document.Kind{document.Epic, document.Epics, document.Requirements, document.Requirement}, needs: []document.Kind{document.Brief}, look: unknownRoles},
		{Rule: Rule{
			ID: "XD-009", Perspective: technical, Severity: critique.Medium, Kind: "consistency",
			Title: "epics build on a technology the architecture does not list", Message: Text{"the epics build on {1}, which the architecture's technology stack does not list", "Epic 使用了 {1}，而架构的技术栈中没有列出"}, Source: "spec-generator phase 5",
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
			ID: "XD-011", Perspective: quality, Severity: critique.Medium, Kind: "traceability",
			Title: "a quality requirement in no decision and no epic, where others are", Message: Text{"no decision and no epic names {1}, so nobody carries it out", "没有任何 ADR 或 Epic 提到 {1}，无人落实"}, Source: "spec-kit analyze",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Speed | 5 s |\n| NFR-002 | Keys | AES-256 |\n-- spec/epics/_index.md --\n| Epic | Title | Requirements |\n|---|---|---|\n| EPIC-001 | Verify | NFR-001 |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Speed | 5 s |\n| NFR-002 | Keys | AES-256 |\n-- spec/architecture/_index.md --\nNFR-002 is met by the key store.\n-- spec/epics/_index.md --\n| Epic | Title | Requirements |\n|---|---|---|\n| EPIC-001 | Verify | NFR-001 |\n",
		}, on: epics, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			named := mentions(s.of(document.Architecture, document.Decision, document.Epics, document.Epic)...)
			inEpics := mentions(s.of(document.Epics, document.Epic)...)
			decided := mentions(s.of(document.Decision)...)
			list := s.defined().qualities.list
			traced := 0
			for _, e := range list {
				if _, ok := inEpics[e.id]; ok {
					traced++
				}
			}
			for _, e := range list {
				_, ok := named[e.id]
				_, planned := inEpics[e.id]
				if _, chosen := decided[e.id]; traced >= 2 && traced == len(list)-1 && !planned && !chosen && !s.decidesOrTests(e.id) {
					ok = false // all others are planned, and what the architecture says of it is no decision
				}
				if traced > 0 && !ok && !superseded(e.text()) {
					hit(d, document.Span{}, e.id)
				}
			}
			return traced > 0
		}},
		{Rule: Rule{
			ID: "XD-012", Perspective: technical, Severity: critique.Low, Kind: "traceability",
			Title: "an accepted decision no epic carries out, where others are, or one that epics carry out, or the report traces to, although it was given up", Message: Text{"{1} {2}", "{1} {2}"}, Source: "spec-generator phase 5",
			Violation: "-- spec/architecture/_index.md --\n| ADR | Title |\n|---|---|\n| ADR-001 | SQLite |\n| ADR-002 | Go |\n-- spec/epics/_index.md --\nEPIC-001 follows ADR-001.\n",
			NearMiss:  "-- spec/architecture/_index.md --\n| ADR | Title | Status |\n|---|---|---|\n| ADR-001 | SQLite | Accepted |\n| ADR-002 | Go | Rejected |\n-- spec/epics/_index.md --\nEPIC-001 follows ADR-001.\n",
		}, on: []document.Kind{document.Epics, document.Readiness}, needs: []document.Kind{document.Architecture}, look: carriedDecisions},
	}
}

// decidesOrTests tells whether a decision, a row of one or a section on tests of
// the architecture names an ID.
func (s *session) decidesOrTests(id string) bool {
	for _, d := range s.of(document.Architecture) {
		if inDecisionSection(d, id) {
			return true
		}
		for _, m := range d.Mentions(id) {
			if strings.Contains(d.Slice(d.LineAt(m.Start)), "ADR-") {
				return true
			}
			for section := d.SectionAt(m.Start); section != nil; section = section.Parent {
				if contains(strings.ToLower(section.Title), "test", "测试") {
					return true
				}
			}
		}
	}
	return false
}

// inDecisionSection tells whether a decision within the document names an ID.
func inDecisionSection(d *document.Document, id string) bool {
	for _, m := range d.Mentions(id) {
		if d.SectionAt(m.Start).Under(document.Decisions) {
			return true
		}
		for section := d.SectionAt(m.Start); section != nil; section = section.Parent {
			if found := document.FindIDs(section.Title); len(found) > 0 && document.Prefix(found[0].ID) == "ADR" {
				return true
			}
		}
	}
	return false
}

var (
	role    = pattern.New(`(?i)\bas an? \**((?:[\p{L}\d/-]+ ?){1,4}?)\**\s*[,，]|\bas an? \**((?:[\p{L}\d/-]+ ?){1,4}?)\**,? +\**I (?:want|need|can|would)|作为\**一?[名个位]?\s*([\p{Han}A-Za-z ]{2,14}?)\**\s*(?:[，,]|我(?:想|希望|需要|要|能|可))|\bas the \**((?:[\p{L}\d/-]+ ?){1,4}?)\**,? +\**I (?:want|need|can|would)|(?m)^[\s>*_-]*(?:user |story )?(?:role|actor|persona|角色|用户角色)[*_\s]*[:：][*_ \t]*((?:[\p{L}-]+ ?){1,3})[ \t]*$`)
	anyRole = pattern.New(`(?i)^(?:users?|developers?|customers?|persons?|team|members?|system|someone|end users?|用户|开发者|系统|团队|成员|使用者)$`)
	// maker is who builds the product: one of those an epic may speak for, but no requirement
	// of a product that the brief does not make for such people.
	maker      = pattern.New(`(?i)^(?:developers?|开发者)$`)
	makers     = pattern.New(`(?i)\b(?:develop|engineer|programm|cod(?:e|er|ing)\b|software|api\b|sdk\b|cli\b|repositor|github|agent|plugin|librar|framework|maintain)|开发|工程|程序|编码|代码|接口|插件|框架|仓库`)
	technology = pattern.New(`\b(?:PostgreSQL|Postgres|MySQL|MariaDB|MongoDB|SQLite|Redis|Memcached|Kafka|RabbitMQ|NATS|Elasticsearch|OpenSearch|Cassandra|DynamoDB|Firebase|Supabase|React|Vue(?:\.js)?|Angular|Svelte|Next\.js|Nuxt|Django|Flask|FastAPI|Spring Boot|Rails|Laravel|Express(?:\.js)?|NestJS|Kubernetes|Docker|Terraform|GraphQL|gRPC|Electron|Tauri|Flutter|Neo4j|ClickHouse|InfluxDB|SpringBoot|Spring Cloud|Ansible|DuckDB|RocksDB|Meilisearch|Prometheus|Grafana|Celery|Nginx|HAProxy|S3|Lambda|BigQuery|Snowflake|Oracle(?: Database)?|SQL Server|CockroachDB|CouchDB|TimescaleDB|TiDB|OceanBase|TDengine|GaussDB|HBase|Hadoop|Apache Spark|Flink|Airflow|Pulsar|ActiveMQ|RocketMQ|ZeroMQ|ZooKeeper|etcd|Consul|Nacos|Dubbo|MinIO|Ceph|Milvus|Pinecone|Qdrant|Weaviate|LangChain|PyTorch|TensorFlow|Jenkins|Kibana|Logstash|Fluentd|Mosquitto|Keycloak|Auth0|Okta|Twilio|SendGrid|Heroku|Vercel|Cloudflare|jQuery|SvelteKit|Remix|Gatsby|Qt|WPF|Kotlin|TypeScript|ASP\.NET|MyBatis|Hibernate|Solr|Couchbase|Realm|Stripe API|Node\.js|PHP|Ruby on Rails|Xamarin|Ionic|Cordova|uni-app|Bootstrap|Tailwind(?: CSS)?|Istio|OpenShift|Helm|Web[Aa]ssembly|Cosmos DB|Aurora|Redshift|Databricks|Spark)\b|达梦|人大金仓`)
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
		maps.Copy(known, s.products(d))
	}
	return known
}

// products returns the technologies a document names, looked for once.
func (s *session) products(d *document.Document) map[string]bool {
	return once(s.named, d, func(d *document.Document) map[string]bool {
		found := map[string]bool{}
		for _, name := range technology.FindAllString(d.Text, 500) {
			found[technologyName(name)] = true
		}
		return found
	})
}

// heads are the words for people of any kind. What stands before one tells a role
// from others, unless the brief uses the word alone.
var heads = pattern.New(`(?i)(?:\s(?:manager|officer|engineer|specialist|analyst|staff|person|member|employee|user)s?|专员|人员|员工|经理|主管|工程师|负责人|用户)$`)

// qualifier is what a role says before the word for people.
func qualifier(b *document.Document, name string) string {
	m := heads.FindStringIndex(name)
	if m == nil || m[0] == 0 {
		return name
	}
	head := strings.TrimSpace(name[m[0]:m[1]])
	for _, section := range b.Find(document.Users) {
		text := strings.ToLower(b.Slice(section.All()))
		for _, alone := range [...]string{"\n- " + head, "| " + head + " ", "| " + head + "s ", "**" + head, "\n" + head, "# " + head, "、" + head, "，" + head} {
			if strings.Contains(text, strings.ToLower(alone)) {
				return name
			}
		}
	}
	return strings.TrimSpace(name[:m[0]])
}

// unknownRoles reports the roles of stories of which not one word stands in the brief.
func unknownRoles(s *session, d *document.Document, hit hit) bool {
	b := s.index(document.Brief)
	users := topic(b, document.Users)
	if users == nil || !says(b, users) {
		return false
	}
	known, renamed := s.words(b), s.renamedRole(b)
	faceless := s.facelessRoles(b)
	reported := map[string]bool{}
	for _, r := range s.rolesIn(d) {
		if faceless[strings.ToLower(r.name)] {
			hit(d, r.at, r.name)
			continue
		}
		if reported[r.name] || anyRole.MatchString(r.name) && (!maker.MatchString(r.name) || d.Kind.Phase() != document.Requirements.Phase() || holds(b.Prose, makers)) {
			continue
		}
		reported[r.name] = true
		words := bagOf(qualifier(b, r.name))
		if len(words) > 0 && !shares(words, known) || r.name == renamed {
			hit(d, r.at, r.name)
		}
	}
	return len(reported) > 0
}
