package requirements

import (
	"discussd/internal/text/pattern"
)

var demands = pattern.New(`(?i)\b(?:must|shall|should|will|can|may)\b|必须|应当|应该|应|需要|需|可以|能够|能`)
