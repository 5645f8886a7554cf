// Package api asks a model over HTTP, in the dialect of OpenAI's chat completions, which most local servers
// speak, or of Anthropic's messages.
//
// A [cli.Prompt] comes in, a [cli.Answer] or an error wrapping [*critique.Failure] goes out, as of a CLI. The
// configuration alone says where a request goes and with which key; no error and nothing that is kept holds the
// key. The vendors' own packages would double the program (25 MB stripped become 54).
package api

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"discussd/critique"
	"discussd/critique/cli"
	"discussd/internal/process"
)

// The dialects.
const (
	OpenAI    = "openai"    // POST base_url/chat/completions
	Anthropic = "anthropic" // POST base_url/messages
)

// Dialects is the closed list of what a service can speak.
var Dialects = [...]string{OpenAI, Anthropic}

// Tool is one service with one model. It is safe for concurrent use.
type Tool struct {
	Name    string
	BaseURL string        // without the last step: "https://api.openai.com/v1", "http://127.0.0.1:11434/v1"
	Dialect string        // of [Dialects]
	Model   string        // as the service calls it
	Family  string        // who made the model, "" when unknown
	KeyEnv  string        // the environment variable that holds the key, "" for none
	KeyFile string        // the file that holds it, which nobody else can read; "" for none
	CA      string        // a PEM file of certificates to trust beside the system's; "" for none
	Timeout time.Duration // of one request; 0 is [cli.DefaultTimeout]

	plain atomic.Bool // the service refused a schema once: it is asked without
}

// ModelFamily is who made the model.
func (t *Tool) ModelFamily() string { return t.Family }

// Installed says whether the service's key is there. The error wraps [*critique.Failure].
func (t *Tool) Installed() error {
	_, err := t.key()
	return err
}

// Describe says where the service is. It sends nothing.
func (t *Tool) Describe() cli.Description {
	return cli.Description{Tool: t.Name, Via: "api", Path: t.BaseURL, Model: t.Model, Family: t.Family, Problem: t.Installed()}
}

// Ask sends the prompt once, and once more without a schema where the service knows none.
// The error wraps [*critique.Failure] and, where the service said when to come back,
// [*cli.LimitError].
func (t *Tool) Ask(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
	if os.Getenv(process.RunVariable) != "" {
		return cli.Answer{}, critique.Failf(critique.NotInstalled, "not asked: this program runs inside a critique itself (%s is set)", process.RunVariable)
	}
	started := time.Now()
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(max(t.Timeout, 0), cli.DefaultTimeout))
	defer cancel()
	if t.plain.Load() {
		p.Schema = nil
	}
	answer, status, err := t.post(ctx, p)
	if p.Schema != nil && t.Dialect == OpenAI && (status == http.StatusBadRequest || status == http.StatusUnprocessableEntity) {
		p.Schema = nil
		again, status, plainErr := t.post(ctx, p)
		if plainErr == nil || status != http.StatusBadRequest && status != http.StatusUnprocessableEntity {
			answer, err = again, plainErr
			t.plain.Store(plainErr == nil)
		}
	}
	answer.Duration, answer.Family, answer.Model = time.Since(started), t.Family, cmp.Or(answer.Model, t.Model)
	return answer, err
}

// post sends one request. The status is 0 when there was no answer.
func (t *Tool) post(ctx context.Context, p cli.Prompt) (answer cli.Answer, status int, err error) {
	const mostAnswer = 8 << 20 // how many bytes of an answer are read, as of a CLI.
	key, err := t.key()
	if err != nil {
		return answer, 0, err
	}
	client, err := t.client()
	if err != nil {
		return answer, 0, err
	}
	request, err := t.request(ctx, p, key)
	if err != nil {
		return answer, 0, hidden(critique.Failf(critique.Misconfigured, "%w", err), key)
	}
	response, err := client.Do(request)
	if err != nil {
		return answer, 0, hidden(unreachable(ctx, err), key)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer+1))
	tooMuch := len(body) > mostAnswer
	body = hide(body, key) // before anything is cut out of it
	answer.Raw = body[:min(len(body), mostAnswer)]
	switch {
	case tooMuch:
		return answer, response.StatusCode, critique.Failf(critique.OutputTooLarge, "the service answers with more than %d MiB", mostAnswer>>20)
	case err != nil && ctx.Err() != nil:
		return answer, response.StatusCode, unreachable(ctx, err)
	case response.StatusCode != http.StatusOK:
		response.Header.Set("Location", string(hide([]byte(response.Header.Get("Location")), key)))
		return answer, response.StatusCode, refusal(response, body)
	}
	said, err := t.read(response, body, err)
	said.Raw = answer.Raw
	return said, response.StatusCode, hidden(err, key)
}

func (t *Tool) request(ctx context.Context, p cli.Prompt, key string) (*http.Request, error) {
	path, body := "/chat/completions", openAIBody(t.Model, p)
	if t.Dialect == Anthropic {
		path, body = "/messages", anthropicBody(t.Model, p)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(t.BaseURL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "discussd")
	switch {
	case t.Dialect == Anthropic:
		request.Header.Set("anthropic-version", "2023-06-01")
		if key != "" {
			request.Header.Set("x-api-key", key)
		}
	case key != "":
		request.Header.Set("Authorization", "Bearer "+key)
	}
	return request, nil
}

// client follows no redirect, so that a key goes only where the configuration says.
func (t *Tool) client() (*http.Client, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true // requests are minutes apart
	if t.CA != "" {
		pem, err := os.ReadFile(t.CA)
		if err != nil {
			return nil, critique.Failf(critique.Misconfigured, "ca: %w", err)
		}
		roots, err := x509.SystemCertPool()
		if err != nil {
			roots = x509.NewCertPool()
		}
		if !roots.AppendCertsFromPEM(pem) {
			return nil, critique.Failf(critique.Misconfigured, "ca: %s holds no PEM certificate", t.CA)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, nil
}

// key is what the service is opened with, "" where the configuration names none.
func (t *Tool) key() (string, error) {
	switch {
	case t.KeyEnv != "":
		if key := strings.TrimSpace(os.Getenv(t.KeyEnv)); key != "" {
			return key, nil
		}
		return "", critique.Failf(critique.Auth, "the environment variable %s is not set where discussd was started", t.KeyEnv)
	case t.KeyFile == "":
		return "", nil
	}
	info, err := os.Stat(t.KeyFile)
	switch {
	case err != nil:
		return "", critique.Failf(critique.Auth, "key_file: %w", err)
	case !info.Mode().IsRegular():
		return "", critique.Failf(critique.Auth, "key_file: %s is no regular file", t.KeyFile)
	case info.Mode().Perm()&0o077 != 0:
		return "", critique.Failf(critique.Auth, "key_file: others can read %s: chmod 600 it", t.KeyFile)
	}
	text, err := os.ReadFile(t.KeyFile)
	if err != nil {
		return "", critique.Failf(critique.Auth, "key_file: %w", err)
	}
	key := strings.TrimSpace(string(text))
	if key == "" || strings.ContainsAny(key, "\r\n") {
		return "", critique.Failf(critique.Auth, "key_file: %s has to hold the key and nothing else", t.KeyFile)
	}
	return key, nil
}

func unreachable(ctx context.Context, err error) error {
	class := critique.Crashed
	var wrongName *net.DNSError
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		class = critique.Timeout
	case ctx.Err() != nil:
		class = critique.Canceled
	case errors.As(err, &untrusted), errors.As(err, &wrongName) && wrongName.IsNotFound, errors.Is(err, http.ErrSchemeMismatch):
		class = critique.Misconfigured
	}
	if sent, ok := errors.AsType[*url.Error](err); ok {
		err = sent.Err // without the method and the address
	}
	return critique.Failf(class, "no answer of the service: %w", err)
}

func refusal(response *http.Response, body []byte) error {
	status := response.StatusCode
	switch {
	case status >= 300 && status < 400:
		return critique.Failf(critique.Misconfigured, "the service sends requests on to %.200q: name that in base_url if you trust it", response.Header.Get("Location"))
	case isPage(response, body) && status < 500 && status != http.StatusUnauthorized && status != http.StatusForbidden && status != http.StatusTooManyRequests:
		return critique.Failf(critique.Misconfigured, "HTTP %d and a web page: look at base_url", status)
	}
	err := cli.Failed(errorText(body), status, "HTTP %d", status)
	after := response.Header.Get("Retry-After")
	if seconds, wrong := strconv.Atoi(after); wrong == nil && seconds > 0 {
		return limited(err, time.Duration(seconds)*time.Second)
	}
	if at, wrong := http.ParseTime(after); wrong == nil {
		return limited(err, time.Until(at))
	}
	return err
}

func limited(err *critique.Failure, delay time.Duration) error {
	if delay <= 0 {
		return err
	}
	return &critique.Failure{Class: err.Class, Err: &cli.LimitError{Delay: delay, Err: err.Err}}
}

func isPage(response *http.Response, body []byte) bool {
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	return kind == "text/html" || bytes.HasPrefix(bytes.TrimSpace(body), []byte("<"))
}

func hide(text []byte, key string) []byte {
	if key == "" {
		return text
	}
	return bytes.ReplaceAll(text, []byte(key), []byte("[key]"))
}

// hidden takes the key out of the words of a failure: a service may repeat what it was sent.
func hidden(err error, key string) error {
	failure, ok := errors.AsType[*critique.Failure](err)
	if !ok || key == "" || !strings.Contains(failure.Err.Error(), key) {
		return err
	}
	words := errors.New(string(hide([]byte(failure.Err.Error()), key)))
	if limit, ok := errors.AsType[*cli.LimitError](failure.Err); ok {
		return &critique.Failure{Class: failure.Class, Err: &cli.LimitError{Delay: limit.Delay, Err: words}}
	}
	return &critique.Failure{Class: failure.Class, Err: fmt.Errorf("%w", words)}
}
