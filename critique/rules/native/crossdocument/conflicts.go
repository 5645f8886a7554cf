package crossdocument

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ConflictRules look for demands that cannot both be met.
func ConflictRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("XD-013"), On: []document.Kind{document.Requirements, document.Architecture}, Needs: []document.Kind{document.Brief}, Look: brokenConstraints},
	}
}

// ruledOut is a kind of constraint and what breaks it.
type ruledOut struct {
	constraint, unless *pattern.Pattern // what a constraint says, and what weakens it
	breaks, excused    *pattern.Pattern // what a cell of a later document says, and what makes it harmless
	topics             []document.Topic // the tables to look at
	columns            []string         // of them; none means all but those of reasons
}

// built are the tables that say what a product is made of and where it runs.
var built = []document.Topic{document.Stack, document.Components, document.Data, document.Deployment}

var ruledOuts = [...]ruledOut{
	{
		constraint: pattern.New(`(?i)\b(?:data|files?|records?|photos?|contents?|information|documents?)\b[^.;\n]{0,40}\b(?:stays?|remains?|(?:is|are|must be) (?:kept|stored)|must not leave|may not leave|(?:never|ever) leaves?|leaves?|must stay)\b[^.;\n]{0,40}\b(?:local\w*|on[- ]prem\w*|in[- ]house|(?:internal|own|company|corporate|hospital|campus|school) network|the network|the building|the premises)|\bon[- ]prem\w* only\b|\bonly on[- ]prem\w*|\bair-gapped\b|\bno (?:public )?cloud\b|\b(?:must|may|shall) not (?:use|rely on|run in|be sent to|be stored in) (?:the |a |any )?(?:public )?cloud\b|` +
			`\b(?:no|not|without|lacks?)\b[^.;\n]{0,24}\b(?:internet|outside network|external network)\b(?: (?:access|connection|connectivity|route))?|\bno[^.;\n]{0,24}\b(?:route|access|connection|connectivity) to the (?:internet|outside)\b|\b(?:runs?|works?|operates?|deployed|hosted|installed|stays?) (?:only )?(?:inside|within|in) (?:the |its |our )?(?:\w+ )?(?:intranet|(?:internal|own|company|corporate|hospital|campus|school|local) network)|\b(?:fully|entirely|completely|strictly|purely) offline\b|\boffline[- ]only\b|\blocal(?:ly)?[- ]only\b|\b(?:all|every) (?:data|records?|files?|photos?)\b[^.;\n]{0,20}\b(?:is|are|must be) (?:stored|kept|saved) locally\b|\bnothing (?:is uploaded|leaves the)|` +
			`(?:数据|照片|文件|记录|日志|信息|内容|资料|服务|系统)[^，。；\n]{0,12}(?:只|仅|必须|均|全部)[^，。；\n]{0,6}(?:保存|存储|存放|留|部署|运行|处理)(?:在|于)?(?:本地|内网|本机|内部|校内|院内|厂内|公司内|企业内|自有机房)|(?:所有|全部)数据(?:均|都)?(?:保存|存储|存放)(?:在|于)(?:本地|内网|校内|院内)|(?:数据|照片|文件|记录|日志|信息)不(?:得|能|可|允许)?(?:出|离开)(?:内网|本地|企业|公司|医?院|校|厂|境|域)|不(?:得|能|可|允许)(?:上云|使用(?:任何)?(?:公有)?云)|(?:仅|只)(?:限|能|可|支持)?(?:在)?(?:内网|本地)(?:部署|运行)|(?:数据|记录|照片|文件)[^，。；\n]{0,6}(?:必须|只能|全部|均|仅)[^，。；\n]{0,4}本地(?:保存|存储|存放)|(?:数据|记录|照片|文件)不(?:得|能|可|允许)上传|(?:仅|只)(?:限|能|可)部署(?:在|于)(?:内网|本地)|私有化部署|(?:不能|无法|不得|不可|禁止|不允许|没有|不依赖)(?:直接)?(?:访问|连接|接入|连通|使用)?(?:外网|互联网|公网|云)|(?:完全|纯|全程)离线`),
		unless:  pattern.New(`(?i)\b(?:sync\w*|unless|except|when online|backups?)\b|同步|除非|除外|备份`),
		breaks:  pattern.New(`(?i)\b(?:AWS|Amazon (?:S3|RDS|Aurora|DynamoDB|Web Services)|Azure|Google Cloud|GCP|Firebase|Firestore|Supabase|Snowflake|BigQuery|DynamoDB|MongoDB Atlas|Heroku|Vercel|Netlify|Cloudflare|DigitalOcean|Alibaba Cloud|Tencent Cloud|Auth0|Okta|SendGrid|Mailgun|Twilio|Algolia|Datadog|OpenAI|SaaS|public cloud|cloud-(?:based|hosted)|in the cloud|(?:public |hosted |managed )?cloud (?:service|database|storage|functions?|hosting|SaaS))\b|阿里云|腾讯云|华为云|百度云|七牛|公有云|云(?:服务|数据库|存储|端|函数|主机|平台|上)`),
		excused: pattern.New(`(?i)\b(?:no|not|without|instead of|rather than|self[- ]hosted|private cloud|compatible|API of)\b|私有云|不使用|无需|自建|兼容|禁止`),
		topics:  built,
	},
	{
		constraint: pattern.New(`(?i)\b(?:works?|runs?|operates?|functions?|usable|available) (?:\w+ )?offline\b|离线(?:环境(?:中|下)?)?(?:部署|运行|使用|可用|工作)|断网(?:作业|运行|可用)`),
		unless:     pattern.New(`(?i)\b(?:sync\w*|unless|except|when online|backups?|later)\b|同步|除非|除外|备份|恢复后|最长`),
		breaks:     pattern.New(`(?i)\bSaaS\b|\bcloud-(?:based|hosted|only)\b|\bcloud (?:databases?|storage|services?)\b|\b(?:needs|requires) (?:a |an )?(?:permanent |constant )?(?:internet|online)\b|云端?(?:服务|存储|数据库)`),
		excused:    pattern.New(`(?i)\b(?:no|not|without|instead of|offline|sync\w*|cach\w+)\b|离线|同步|缓存`),
		topics:     built,
	},
	{
		constraint: pattern.New(`(?i)\bno personal(?:ly identifiable)? (?:data|information)\b|\b(?:must|may|shall) not (?:store|collect|keep|process) (?:any )?(?:personal (?:data|information)|PII)\b|不(?:得|能|可|允许)?(?:存储|收集|保存|采集|处理)(?:任何)?个人(?:信息|数据)`),
		breaks:     pattern.New(`(?i)\b(?:e-?mail(?: address)?|phone(?: number)?|date of birth|home address|passport|national id)\b|邮箱|手机号|电话|身份证|住址|出生日期`),
		excused:    pattern.New(`(?i)\b(?:no|not|without|hash\w*|anonymi\w+|pseudonym\w*)\b|不|无|散列|匿名|脱敏`),
		topics:     []document.Topic{document.Data},
	},
	{
		constraint: pattern.New(`(?i)\b(?:only|solely|exclusively)[^.;\n]{0,20}\bopen[- ]source\b|\bopen[- ]source[^.;\n]{0,20}\bonly\b|\bno (?:commercial|proprietary) (?:licen[cs]es?|software|products?)\b|(?:仅|只)(?:能|可|允许)?(?:使用|采用)开源|不(?:得|能|可)使用商业`),
		breaks:     pattern.New(`(?i)^\W*(?:commercial|proprietary|enterprise|closed)\b|商业(?:授权|许可)|闭源|专有`),
		topics:     []document.Topic{document.Stack}, columns: []string{"licen", "许可"},
	},
}

// brokenConstraints holds the tables and sentences of a document against the constraints
// of the brief and the requirements.
func brokenConstraints(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, kind := range ruledOuts {
		constraint := constraintThat(s, kind)
		if constraint == "" {
			continue
		}
		applied = true
		report := func(text string, start int) {
			if m := kind.breaks.FindStringIndex(text); m != nil && (kind.excused == nil || !kind.excused.MatchString(text)) {
				hit(d, document.Span{Start: start + m[0], End: start + m[1]}, text[m[0]:m[1]], model.Note("\""+model.Clip(constraint, 60)+"\""))
			}
		}
		for _, line := range d.Lines {
			if len(kind.columns) == 0 && d.SectionAt(line.Start).Under(kind.topics...) {
				report(d.Prose[line.Start:line.End], line.Start)
			}
		}
		for _, t := range d.Tables {
			reasons := t.Column("rationale", "reason", "why", "alternative", "notes", "理由", "原因", "备选", "说明", "依据")
			wanted := t.Column(kind.columns...)
			if !t.Section.Under(kind.topics...) || len(kind.columns) > 0 && wanted < 0 {
				continue
			}
			for _, row := range t.Rows {
				for i, cell := range row {
					if i == reasons || len(kind.columns) > 0 && i != wanted {
						continue
					}
					report(cell.Text, cell.Start)
				}
			}
		}
	}
	return applied
}

// constraintThat returns the first constraint of a kind, or "".
func constraintThat(s *model.Session, kind ruledOut) string {
	binds := func(text string) bool {
		return kind.constraint.MatchString(text) && (kind.unless == nil || !kind.unless.MatchString(text))
	}
	for _, d := range s.Of(document.Brief, document.Requirements) {
		for _, item := range d.Items {
			if item.Section.Under(document.Constraints) && binds(item.Text) {
				return model.OneLine(item.Text)
			}
		}
		for _, line := range d.Lines {
			if d.SectionAt(line.Start).Under(document.Constraints) && binds(d.Slice(line)) {
				return model.OneLine(d.Slice(line))
			}
		}
		for _, t := range d.Tables {
			for _, row := range t.Rows {
				if line := d.Slice(d.LineAt(row[0].Start)); t.Section.Under(document.Constraints) && binds(line) {
					return model.OneLine(line)
				}
			}
		}
	}
	return ""
}
