package records

import (
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Total is a sum in the data of a document that its items do not have.
type Total struct {
	Value
	Sum float64
}

// totals are fields that sum up what stands beside them: total_eur, totalWeight, sum_g.
var totals = pattern.New(`(?i)^(?:grand_?|sub_?)?(?:total|sum)_?([a-z]+)s?$|^([a-z]+?)_?(?:total|sum)$`)

// Totals returns the totals in the blocks of a document that are not the sum of the one field,
// named alike or the only number, of the objects listed beside them.
func Totals(d *document.Document) (all []Total) {
	for _, b := range blocks(d) {
		b.walk(b.root, 0, func(n *yaml.Node) {
			if n.Kind != yaml.MappingNode {
				return
			}
			for _, whole := range b.fields("", n) {
				m := totals.FindStringSubmatch(whole.Name)
				value, err := strconv.ParseFloat(whole.Text, 64)
				if m == nil || err != nil || value <= 0 {
					continue
				}
				if sum, ok := b.sumBeside(n, strings.ToLower(m[1]+m[2])); ok && math.Abs(sum-value) > 1e-6*value && sum < 3*value && value < 3*sum {
					all = append(all, Total{whole, sum})
				}
			}
		})
	}
	return all
}

// sumBeside returns the sum of a field over the one list of objects in an object. Where several
// fields are named so, or the object gives other amounts beside, nobody knows what adds up.
func (b *block) sumBeside(n *yaml.Node, unit string) (sum float64, ok bool) {
	var list *yaml.Node
	for i := 1; i < len(n.Content); i += 2 {
		if v := n.Content[i]; v.Kind == yaml.SequenceNode && len(v.Content) > 1 {
			if list != nil {
				return 0, false
			}
			list = v
		} else if name := strings.ToLower(n.Content[i-1].Value); v.Kind == yaml.ScalarNode && strings.Contains(name, unit) && !totals.MatchString(name) {
			return 0, false
		}
	}
	if list == nil {
		return 0, false
	}
	for _, one := range list.Content {
		found := 0
		for _, field := range b.fields("", one) {
			value, err := strconv.ParseFloat(field.Text, 64)
			if err == nil && strings.Contains(strings.ToLower(field.Name), strings.TrimSuffix(unit, "s")) {
				sum += value
				found++
			}
		}
		if found != 1 {
			return 0, false
		}
	}
	return sum, true
}
