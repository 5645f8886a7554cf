package critique

// Cost is what a tool reported of one answer. A nil field was not reported.
type Cost struct {
	USD          *float64
	InputTokens  *int64
	OutputTokens *int64
}

// cost sums what the tools reported; what none reported stays unknown.
func cost(opinions []Opinion) Cost {
	var total Cost
	for _, o := range opinions {
		total.USD = sum(total.USD, o.Cost.USD)
		total.InputTokens = sum(total.InputTokens, o.Cost.InputTokens)
		total.OutputTokens = sum(total.OutputTokens, o.Cost.OutputTokens)
	}
	return total
}

func sum[N int64 | float64](a, b *N) *N {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	total := *a + *b
	return &total
}
