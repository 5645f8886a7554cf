package model

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Technology is the name of a product or language that software is made with.
var Technology = pattern.New(`\b(?:PostgreSQL|Postgres|MySQL|MariaDB|MongoDB|SQLite|Redis|Memcached|Kafka|RabbitMQ|NATS|Elasticsearch|OpenSearch|Cassandra|DynamoDB|Firebase|Supabase|React|Vue(?:\.js)?|Angular|Svelte|Next\.js|Nuxt|Django|Flask|FastAPI|Spring Boot|Rails|Laravel|Express(?:\.js)?|NestJS|Kubernetes|Docker|Terraform|GraphQL|gRPC|Electron|Tauri|Flutter|Neo4j|ClickHouse|InfluxDB|SpringBoot|Spring Cloud|Ansible|DuckDB|RocksDB|Meilisearch|Prometheus|Grafana|Celery|Nginx|HAProxy|S3|Lambda|BigQuery|Snowflake|Oracle(?: Database)?|SQL Server|CockroachDB|CouchDB|TimescaleDB|TiDB|OceanBase|TDengine|GaussDB|HBase|Hadoop|Apache Spark|Flink|Airflow|Pulsar|ActiveMQ|RocketMQ|ZeroMQ|ZooKeeper|etcd|Consul|Nacos|Dubbo|MinIO|Ceph|Milvus|Pinecone|Qdrant|Weaviate|LangChain|PyTorch|TensorFlow|Jenkins|Kibana|Logstash|Fluentd|Mosquitto|Keycloak|Auth0|Okta|Twilio|SendGrid|Heroku|Vercel|Cloudflare|jQuery|SvelteKit|Remix|Gatsby|Qt|WPF|Kotlin|TypeScript|ASP\.NET|MyBatis|Hibernate|Solr|Couchbase|Realm|Stripe API|Node\.js|PHP|Ruby on Rails|Xamarin|Ionic|Cordova|uni-app|Bootstrap|Tailwind(?: CSS)?|Istio|OpenShift|Helm|Web[Aa]ssembly|Cosmos DB|Aurora|Redshift|Databricks|Spark)\b|达梦|人大金仓`)

// heads are the words for people of any kind. What stands before one tells a role
// from others.
var heads = pattern.New(`(?i)(?:\s(?:manager|officer|engineer|specialist|analyst|staff|person|member|employee|user)s?|专员|人员|员工|经理|主管|工程师|负责人|用户)$`)

// Qualifier is what a role says before the word for people.
func Qualifier(name string) string {
	m := heads.FindStringIndex(name)
	if m == nil || m[0] == 0 {
		return name
	}
	return strings.TrimSpace(name[:m[0]])
}

// TopicItems returns the top list items of the sections about a topic.
func TopicItems(d *document.Document, t document.Topic) []*document.Item {
	var found []*document.Item
	for _, item := range d.Items {
		if item.Depth == 1 && item.Section.Under(t) && !Nothing.MatchString(item.Text) {
			found = append(found, item)
		}
	}
	return found[:min(len(found), MaxCompared)]
}

// Alike returns the pairs of texts from two lists that have most of their words
// in common, and at least fewest words.
func Alike(a, b []string, likeness float64, fewest int) [][2]int {
	left, right := make([]Bag, len(a)), make([]Bag, len(b))
	for i, text := range a {
		left[i] = BagOf(WithoutIDs(text))
	}
	for i, text := range b {
		right[i] = BagOf(WithoutIDs(text))
	}
	w := Weigh(left, right)
	near := w.Near(right)
	var pairs [][2]int
	for i := range left {
		if len(left[i]) < fewest {
			continue
		}
		for _, j := range near.To(left[i], likeness) {
			if len(right[j]) >= fewest && w.Likeness(left[i], right[j]) >= likeness {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}
