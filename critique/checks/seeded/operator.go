package seeded

func op(family, rule, name string, a apply, alternatives ...string) Operator {
	return Operator{Name: name, Rule: rule, Alternatives: alternatives, Family: family, Apply: a}
}

// wide marks an operator whose defect takes more than one file.
func wide(o Operator) Operator {
	o.Wide = true
	return o
}
