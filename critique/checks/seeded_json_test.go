package checks

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// inJSON edits a value of a JSON file, which is written anew with its keys sorted. The
// place is a key, wherever in the file it stands, and below it keys and numbers of
// entries from 0, such as "patterns/0/evidence". The value is JSON.
func inJSON(place, verb string, value any) edit {
	keys := strings.Split(place, "/")
	return func(lines []string, _ bool) ([]string, bool) {
		var root map[string]any
		if json.Unmarshal([]byte(strings.Join(lines, "\n")), &root) != nil {
			return lines, false
		}
		holder := holderOf(root, keys[0])
		if holder == nil || !changeValue(holder, keys, verb, value) {
			return lines, false
		}
		text, err := json.MarshalIndent(root, "", "  ")
		return strings.Split(string(text)+"\n", "\n"), err == nil
	}
}

// holderOf searches an object and the objects in it for a key, in order of their names.
func holderOf(object map[string]any, key string) map[string]any {
	if _, ok := object[key]; ok {
		return object
	}
	for _, k := range slices.Sorted(maps.Keys(object)) {
		if inner, ok := object[k].(map[string]any); ok {
			if found := holderOf(inner, key); found != nil {
				return found
			}
		}
	}
	return nil
}

// changeValue removes or sets the value at a path of keys; of a list there it adds to,
// repeats one entry (counted from 0, or from the end where negative) or keeps the first.
func changeValue(object map[string]any, keys []string, verb string, value any) bool {
	old, ok := object[keys[0]]
	list, isList := old.([]any)
	switch {
	case !ok:
		return false
	case len(keys) > 1 && isList:
		n, err := strconv.Atoi(keys[1])
		if err != nil || n < 0 || n >= len(list) {
			return false
		}
		if len(keys) == 2 && verb == "set" {
			list[n] = value
			return true
		}
		inner, ok := list[n].(map[string]any)
		return ok && len(keys) > 2 && changeValue(inner, keys[2:], verb, value)
	case len(keys) > 1:
		inner, ok := old.(map[string]any)
		return ok && changeValue(inner, keys[1:], verb, value)
	case verb == "remove":
		delete(object, keys[0])
	case verb == "set":
		object[keys[0]] = value
	case isList && len(list) > 0 && verb == "add":
		object[keys[0]] = append(list, value)
	case isList && verb == "repeat" || isList && verb == "keep":
		n, ok := value.(float64)
		if ok && n < 0 {
			n += float64(len(list))
		}
		if !ok || n < 0 || int(n) >= len(list) {
			return false
		}
		if verb == "keep" {
			object[keys[0]] = list[:int(n)]
		} else {
			object[keys[0]] = append(list, list[int(n)])
		}
	default:
		return false
	}
	return true
}
