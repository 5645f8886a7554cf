package codeclaims

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/mention"
)

// class is a sort of names that a document has in common: what most of them are, one more
// is likely to be.
type class struct {
	of   string // "" for all
	time mention.Time
}

// share is how many of a class are there, and how many are not.
type share struct{ there, gone int }

func (s share) all() int { return s.there + s.gone }

type shares map[class]share

// note counts a name, in its class and among all of its time.
func (s shares) note(c class, there, gone bool) {
	for _, c := range [...]class{c, {time: c.time}} {
		of := s[c]
		if there {
			of.there++
		} else if gone {
			of.gone++
		}
		s[c] = of
	}
}

// inSession are the shares of all documents of a session together, found once for each sort.
func inSession(s *model.Session, sort string, of func(*document.Document) shares) shares {
	return model.Once(s, sort, nil, func() shares {
		whole := shares{}
		for _, d := range s.Docs {
			for c, one := range of(d) {
				whole[c] = share{whole[c].there + one.there, whole[c].gone + one.gone}
			}
		}
		return whole
	})
}

// leastOfClass is how many names of a class a document has whose share says something.
const leastOfClass = 3

// lonely tells whether a name is the only one of its class in a document that is not there.
func lonely(of share) bool { return of.gone == 1 && of.there >= leastOfClass-1 }

// speaks tells whether a name that is not there is one too many: where most of its class
// are, in the document, or nearly all in the session.
func speaks(c class, here, around shares) bool {
	near, far := here[c], around[c]
	if near.all() < leastOfClass {
		near = here[class{time: c.time}]
	}
	if far.all() < leastOfClass {
		far = around[class{time: c.time}]
	}
	return near.there >= 2 && near.there >= 2*near.gone || far.there >= 6 && far.there >= 4*far.gone
}
