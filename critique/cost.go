package critique

// Cost is what a tool reported of one answer. A nil field was not reported.
type Cost struct {
	USD          *float64
	InputTokens  *int64
	OutputTokens *int64
}

// cost sums what the tools reported; what none reported stays unknown.
func cost(opinions []Opinion, verified *Verification) (total Cost) {
	for _, o := range opinions {
		if o.Carried == nil || o.Carried.Same { // else an earlier revision has paid it
			total.add(o.Cost)
		}
	}
	if verified != nil && (verified.Carried == nil || verified.Carried.Same) {
		total.add(verified.Cost)
	}
	return total
}

func (c *Cost) add(o Cost) {
	c.USD = Sum(c.USD, o.USD)
	c.InputTokens = Sum(c.InputTokens, o.InputTokens)
	c.OutputTokens = Sum(c.OutputTokens, o.OutputTokens)
}

// Sum adds two numbers of which each may be unknown; nil when both are.
func Sum[N int64 | float64](a, b *N) *N {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	total := *a + *b
	return &total
}
