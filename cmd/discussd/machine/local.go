package machine

import (
	"context"

	"discussd/cmd/discussd/localserver"
	"discussd/critique/api"
)

// Local says which servers of models run on this machine, and which lines would have each
// asked. With live the first model of each is asked one question.
func Local(ctx context.Context, places []localserver.Place, live bool) []Row {
	found := localserver.Look(ctx, places)
	if len(found) == 0 {
		return []Row{{Mark: Fine, What: "local server", Result: localserver.None(places)}}
	}
	var rows []Row
	for _, f := range found {
		if f.Err != nil {
			rows = append(rows, Row{Mark: Fine, What: "local server", Result: f.String()})
			continue
		}
		r := toolRow(ctx, f.Tool, "api", &api.Tool{Name: f.Tool, BaseURL: f.BaseURL(), Dialect: api.OpenAI, Model: f.Models[0]}, live)
		rows = append(rows, Row{Mark: r.Mark, What: "local server", Result: f.String() + "\n" + r.Result, Hint: "to have it asked:\n" + f.Configuration()})
	}
	return rows
}
