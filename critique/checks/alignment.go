package checks

import (
	"maps"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// alignmentRules ask whether later documents carry out what earlier ones say.
func alignmentRules() []rule {
	return []rule{
		{Rule: of("XD-003"), on: architecture, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: of("AR-021"), on: architecture, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: of("XD-007"), on: []document.Kind{document.Requirements, document.Architecture, document.Epics}, needs: []document.Kind{document.Brief}, look: excludedReturns},
		{Rule: of("XD-008"), on: []document.Kind{document.Epic, document.Epics, document.Requirements, document.Requirement}, needs: []document.Kind{document.Brief}, look: unknownRoles},
		{Rule: of("XD-009"), on: []document.Kind{document.Epics, document.Epic}, needs: []document.Kind{document.Architecture}, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: of("XD-011"), on: epics, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: of("XD-012"), on: []document.Kind{document.Epics, document.Readiness}, needs: []document.Kind{document.Architecture}, look: carriedDecisions},
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
	return once(s, "technologies", d, func() map[string]bool {
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
