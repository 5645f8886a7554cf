// Package localserver finds the servers of models that run on this machine. The commands
// call it when somebody asks for it; places come in, what answers there goes out. It lists
// models and asks none, and speaks to no other machine.
package localserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
)

// limit is how long a place may take: who lists models on this machine needs milliseconds.
const limit = 2 * time.Second

// mostList is how many bytes of a list of models are read.
const mostList = 1 << 20

// Place is where a server of a kind usually listens.
type Place struct {
	Tool    string // what a configuration would call it
	Name    string
	Address string // of this machine, with a port
}

// Usual are the places of the servers that speak the dialect of OpenAI.
func Usual() []Place {
	return []Place{
		{"ollama", "Ollama", "127.0.0.1:11434"},
		{"lmstudio", "LM Studio", "127.0.0.1:1234"},
		{"llamacpp", "llama.cpp", "127.0.0.1:8080"},
		{"vllm", "vLLM", "127.0.0.1:8000"},
	}
}

// Found is a place where something answers.
type Found struct {
	Place
	Models []string // as the server calls them, by name
	Err    error    // why it cannot be asked as it is; nil when it can
}

// BaseURL is what a configuration calls the place.
func (p Place) BaseURL() string { return "http://" + p.Address + "/v1" }

// Look looks at all places at once and returns those where something answers, in their order.
func Look(ctx context.Context, places []Place) []Found {
	all := make([]*Found, len(places))
	var wg sync.WaitGroup
	for i, place := range places {
		wg.Go(func() {
			models, err := list(ctx, place)
			if !errors.Is(err, syscall.ECONNREFUSED) {
				all[i] = &Found{place, models, err}
			}
		})
	}
	wg.Wait()
	var found []Found
	for _, one := range all {
		if one != nil {
			found = append(found, *one)
		}
	}
	return found
}

// list asks a place for its models.
func list(ctx context.Context, place Place) ([]string, error) {
	at, err := netip.ParseAddrPort(place.Address)
	if err != nil || !at.Addr().IsLoopback() {
		return nil, fmt.Errorf("%s is not on this machine", place.Address)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, place.BaseURL()+"/models", nil)
	if err != nil {
		return nil, err
	}
	client := http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true, DialContext: new(net.Dialer).DialContext}, // no proxy
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(request)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("no answer within %s", limit)
	}
	if err != nil {
		return nil, fmt.Errorf("no server of models: %w", errors.Unwrap(err)) // without the method and the address
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, mostList))
	switch {
	case response.StatusCode == http.StatusUnauthorized, response.StatusCode == http.StatusForbidden:
		return nil, fmt.Errorf("it wants a key (HTTP %d): name one with key_env or key_file", response.StatusCode)
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("no server of models: HTTP %d", response.StatusCode)
	case err != nil:
		return nil, errors.New("no server of models: its answer ends in its middle")
	}
	return read(body)
}

// read takes the names from a list of models.
func read(body []byte) ([]string, error) {
	var said struct {
		Data []struct{ ID string } `json:"data"`
	}
	if json.Unmarshal(body, &said) != nil || said.Data == nil {
		return nil, errors.New("no server of models: it answers with something else than a list of them")
	}
	var models []string
	for _, model := range said.Data {
		if model.ID != "" && len(model.ID) <= 200 && !strings.ContainsFunc(model.ID, func(r rune) bool { return !unicode.IsPrint(r) }) {
			models = append(models, model.ID)
		}
	}
	if len(models) == 0 {
		return nil, errors.New("a server without a model: load one")
	}
	slices.Sort(models)
	return slices.Compact(models), nil
}

// String says what is there, in one line.
func (f Found) String() string {
	if f.Err != nil {
		return fmt.Sprintf("%s, where %s usually listens: %v", f.Address, f.Name, f.Err)
	}
	const most = 10
	names := strings.Join(f.Models[:min(most, len(f.Models))], ", ")
	if more := len(f.Models) - most; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s, where %s usually listens: %s", f.Address, f.Name, names)
}

// None says that nothing answers at any of the places.
func None(places []Place) string {
	var addresses []string
	for _, p := range places {
		addresses = append(addresses, fmt.Sprintf("%s (%s)", p.Address, p.Name))
	}
	return "nothing answers at " + strings.Join(addresses, ", ")
}

// Configuration are the lines that have the first model of a server asked.
func (f Found) Configuration() string {
	return fmt.Sprintf("[tools.%s]\nvia = \"api\"\nbase_url = %q\nmodel = %s\n", f.Tool, f.BaseURL(), quoted(f.Models[0]))
}

// quoted is a text as TOML takes it.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
