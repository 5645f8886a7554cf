package seeded

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// The files that may hold the seed of a session, in the order in which they are searched. Only the first is an artifact.
// The rules on fields that a context must have look for them in the others before they fire; what else is wrong with the
// others is nothing that a round could be told of.
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
		op(structure, "DC-007", "placeholder problem", own("problem_statement", func(m map[string]any, k string) bool { m[k] = "{problem_statement}: string ..."; return true }), "DC-002"),
		op(structure, "DC-007", "three dots for a user", own("target_users", list(func(d []any) []any { d[0] = "..."; return d }))),
		op(structure, "DC-007", "undecided domain", own("domain", func(m map[string]any, k string) bool { m[k] = "待定"; return true })),
		// In a folder of the session: whether the project around it holds a file, the session alone does not tell.
		op(structure, "DC-008", "listed file does not exist", own("relevant_files", list(func(d []any) []any {
			return append(d, map[string]any{"path": "spec/legacy-records.json", "evidence": "Reads the old records. 读取旧记录。"})
		}))),
		op(structure, "DC-009", "empty string", either(own("domain", empties("")), own("packaging", empties("")), own("frontend", empties("")))),
		op(structure, "DC-009", "empty list", either(own("constraints", empties([]any{})), own("patterns", empties([]any{}))), "DC-004"),
		op(trace, "DC-011", "total that is no count", either(own("target_users", miscounted), own("relevant_files", miscounted))),
		op(structure, "DC-012", "pattern without evidence", own("patterns", list(func(d []any) []any {
			delete(d[0].(map[string]any), "evidence")
			return d
		}))),
		op(structure, "DC-013", "constraint listed twice", own("constraints", list(func(d []any) []any { return append(d, d[0]) }))),
		op(structure, "DC-013", "user listed twice", own("target_users", list(func(d []any) []any { return append(d, d[len(d)-1]) }))),
	}
}

func raw(edit func([]byte) []byte) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		changed := copyOf(files)
		changed[seedFiles[0]] = edit(bytes.Clone(files[seedFiles[0]]))
		return changed, seedFiles[0], true
	}
}

// field edits the object that holds a key.
type field = func(object map[string]any, key string) bool

// seed edits a field in the first file where it occurs.
func seed(name string, edit field) apply { return fieldIn(seedFiles[:], name, edit) }

// own edits a field of the discovery context itself.
func own(name string, edit field) apply { return fieldIn(seedFiles[:1], name, edit) }

func fieldIn(paths []string, name string, edit field) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		for _, path := range paths {
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

// list edits a field that holds a list with entries.
func list(edit func([]any) []any) field {
	return func(object map[string]any, key string) bool {
		items, ok := object[key].([]any)
		if ok && len(items) > 0 {
			object[key] = edit(items)
		}
		return ok && len(items) > 0
	}
}

// empties gives a field a value with nothing in it.
func empties(nothing any) field {
	return func(object map[string]any, key string) bool {
		object[key] = nothing
		return true
	}
}

// miscounted declares a total beside a list that is not the number of its entries.
func miscounted(object map[string]any, key string) bool {
	items, ok := object[key].([]any)
	object["total_"+key] = len(items) + 3
	return ok
}

func dimensions(edit func([]any) []any) apply {
	return either(seed("exploration_dimensions", list(edit)), seed("dimensions", list(edit)))
}
