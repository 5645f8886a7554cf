package themes

import "slices"

// sameTarget is added to the likeness of two points that speak of the same ID or
// heading. It was set on the same half of the labelled points as [near].
const sameTarget = 0.1

// likeness is how much two points have in common, 0 to 1: the cosine of their terms.
// Different IDs of one family are different things, whatever else is the same:
// REQ-003 and REQ-007 are, REQ-003 and NFR-P-001 may be two sides of one.
func (v vector) likeness(other vector) float64 {
	switch cosine := v.cosine(other); {
	case cosine == 0:
		return 0
	case common(v.targets, other.targets):
		return min(cosine+sameTarget, 1)
	case common(v.families, other.families):
		return 0
	default:
		return cosine
	}
}

func (v vector) cosine(other vector) float64 {
	sum := 0.0
	for a, b := v.terms, other.terms; len(a) > 0 && len(b) > 0; {
		switch {
		case a[0].term < b[0].term:
			a = a[1:]
		case a[0].term > b[0].term:
			b = b[1:]
		default:
			sum += a[0].weight * b[0].weight
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

func common(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
