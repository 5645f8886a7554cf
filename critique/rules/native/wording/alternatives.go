package wording

import "discussd/critique/rules/model"

// andOr leaves open whether one or both are meant.
var andOr = model.Words(`and ?[/\\|] ?or|or ?[/\\|] ?and|and,? or(?: not)? both|or both`, `和/或|及/或|与/或|并/或|或/和|或/与|且/或|[和与及][(（]或[)）]|[(（][和与及][)）]或|[或和][(（][/／]?[和或][)）]|或者?[/／]并?[且和]|并且[/／]或者|[(（]?或者?(?:两者|二者|都)(?:皆可|都|均可)?[)）]?$|[(（]或者?(?:两者|二者)(?:都有|皆有|同时)?[)）]`)
