package seeded

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// The files that may hold the seed of a session, in the order in which they are searched.
var seedFiles = [...]string{"spec/discovery-context.json", "spec/blueprint-config.json", "spec/refined-requirements.json", "spec/spec-config.json"}

// contextOperators plant defects in discovery-context.json and the files beside it that hold the seed.
func contextOperators() []Operator {
	return []Operator{
		op(structure, "DC-001", "truncated JSON", raw(func(b []byte) []byte { return b[:len(b)*2/3] })),
		op(structure, "DC-001", "comma before a closing brace", raw(func(b []byte) []byte { return append(bytes.TrimRight(b, "}\n"), ",\n}\n"...) })),
		op(structure, "DC-002", "no problem statement", seed("problem_statement", remove)),
		op(structure, "DC-002", "problem statement of two words", seed("problem_statement", func(m map[string]any, k string) bool { m[k] = "Backup 工具"; return true })),
		op(structure, "DC-003", "no target users", seed("target_users", remove)),
		op(structure, "DC-004", "no constraints", seed("constraints", remove)),
		wide(op(structure, "DC-005", "nothing uncertain", chain(
			either(seed("risks", remove), seed("assumptions", remove)), seed("risks", remove), seed("assumptions", remove), seed("open_questions", remove),
			seed("risks", remove), seed("assumptions", remove), seed("open_questions", remove)))),
		op(structure, "DC-006", "two dimensions", dimensions(func(d []any) []any { return d[:2] })),
		op(structure, "DC-006", "eight dimensions", dimensions(func(d []any) []any {
			for i := len(d); i < 8; i++ {
				d = append(d, fmt.Sprintf("Topic %d of the workshop 研讨", i+1))
			}
			return d
		})),
		op(structure, "DC-007", "placeholder problem", seed("problem_statement", func(m map[string]any, k string) bool { m[k] = "{problem_statement}: string ..."; return true }), "DC-002"),
		op(structure, "DC-007", "three dots for a user", list("target_users", func(d []any) []any { d[0] = "..."; return d })),
		op(structure, "DC-007", "undecided domain", seed("domain", func(m map[string]any, k string) bool { m[k] = "待定"; return true })),
		op(structure, "DC-008", "listed file does not exist", list("relevant_files", func(d []any) []any {
			return append(d, map[string]any{"path": "src/legacy/importer.go", "evidence": "Reads the old records. 读取旧记录。"})
		})),
		op(structure, "DC-009", "empty string", seed("domain", func(m map[string]any, k string) bool { m[k] = ""; return true })),
		op(structure, "DC-009", "empty list", list("constraints", func([]any) []any { return []any{} }), "DC-004"),
		op(trace, "DC-011", "total that is no count", seed("target_users", func(m map[string]any, k string) bool {
			users, ok := m[k].([]any)
			m["total_target_users"] = len(users) + 3
			return ok
		})),
		op(structure, "DC-012", "pattern without evidence", list("patterns", func(d []any) []any {
			delete(d[0].(map[string]any), "evidence")
			return d
		})),
		op(structure, "DC-013", "constraint listed twice", list("constraints", func(d []any) []any { return append(d, d[0]) })),
		op(structure, "DC-013", "user listed twice", list("target_users", func(d []any) []any { return append(d, d[len(d)-1]) })),
	}
}

func raw(edit func([]byte) []byte) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		changed := copyOf(files)
		changed[seedFiles[0]] = edit(bytes.Clone(files[seedFiles[0]]))
		return changed, seedFiles[0], true
	}
}

// seed edits the object that holds a key, in the first file where the key occurs.
func seed(name string, edit func(object map[string]any, key string) bool) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		for _, path := range seedFiles {
			var root map[string]any
			if json.Unmarshal(files[path], &root) != nil {
				continue
			}
			holder := holderOf(root, name)
			if holder == nil || !edit(holder, name) {
				continue
			}
			text, err := json.MarshalIndent(root, "", "  ")
			if err != nil {
				return nil, "", false
			}
			changed := copyOf(files)
			changed[path] = append(text, '\n')
			return changed, path, true
		}
		return nil, "", false
	}
}

// holderOf searches an object and the objects in it for a key, in order of their names.
func holderOf(object map[string]any, name string) map[string]any {
	if _, ok := object[name]; ok {
		return object
	}
	var keys []string
	for k := range object {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if inner, ok := object[k].(map[string]any); ok {
			if found := holderOf(inner, name); found != nil {
				return found
			}
		}
	}
	return nil
}

func remove(object map[string]any, key string) bool {
	delete(object, key)
	return true
}

// list edits a non-empty list.
func list(name string, edit func([]any) []any) apply {
	return seed(name, func(object map[string]any, key string) bool {
		items, ok := object[key].([]any)
		if ok && len(items) > 0 {
			object[key] = edit(items)
		}
		return ok && len(items) > 0
	})
}

func dimensions(edit func([]any) []any) apply {
	return either(list("exploration_dimensions", edit), list("dimensions", edit))
}
