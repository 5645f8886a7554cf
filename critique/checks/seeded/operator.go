package seeded

func op(family, rule, name string, a apply, alternatives ...string) Operator {
	return Operator{Name: name, Rule: rule, Alternatives: alternatives, Family: family, Apply: a}
}

// wide marks an operator whose defect takes more than one file.
func wide(o Operator) Operator {
	o.Wide = true
	return o
}

// single marks an operator that is made for one language.
func single(language string, o Operator) Operator {
	o.Only = language
	return o
}
