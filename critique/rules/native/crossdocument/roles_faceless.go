package crossdocument

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// anybody is a role that may be any of the groups of a brief.
var anybody = pattern.New(`(?i)^(?:(?:end|normal|regular|typical|registered|any|system|app)[ -])?(?:users?|persons?|people|someone|somebody|members?|customers?|stakeholders?|system|human|individual)$|^(?:普通|一般|最终|任意|任何|系统)?(?:用户|使用者|使用人员|系统|成员|人员|人|客户|干系人)$`)

// facelessRoles returns the roles of stories that may be anybody, where the brief
// tells groups of users apart and nearly all stories name one of them. Found once.
func facelessRoles(s *model.Session, b *document.Document) model.Ids {
	return model.Once(s, "roles that may be anybody", nil, func() model.Ids {
		return anybodyBeside(s, userGroups(b))
	})
}

func anybodyBeside(s *model.Session, groups model.Ids) model.Ids {
	if groups == nil {
		return nil
	}
	specific, found := 0, model.Ids{}
	faceless := 0
	for _, d := range s.Of(document.Requirements, document.Requirement, document.Epics, document.Epic) {
		for _, r := range rolesIn(s, d) {
			name := strings.ToLower(r.name)
			switch {
			case !anybody.MatchString(name):
				specific++
			case !groups[name] && !groups[strings.TrimSuffix(name, "s")]:
				faceless++
				found[name] = true
			}
		}
	}
	if specific < 3 || faceless*3 > specific {
		return nil
	}
	return found
}

// userGroups returns the words that a brief calls its groups of users by, nil where
// it does not tell two of them apart.
func userGroups(b *document.Document) model.Ids {
	names := model.Ids{}
	for _, p := range model.Personas(b) {
		names[strings.ToLower(p.Name)] = true
	}
	if len(names) < 2 {
		for _, item := range model.TopicItems(b, document.Users) {
			label, _, _ := strings.Cut(strings.ReplaceAll(model.Plain(item.Text), "：", ":"), ":")
			if document.Units(label) <= 8 {
				names[strings.ToLower(strings.Trim(label, " *_"))] = true
			}
		}
	}
	if len(names) < 2 {
		return nil
	}
	for name := range names {
		if fields := strings.Fields(name); len(fields) == 1 && anybody.MatchString(name) {
			names[strings.TrimSuffix(name, "s")] = true
		}
	}
	return names
}
