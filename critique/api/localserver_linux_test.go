package api

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"discussd/critique"
	"discussd/critique/llm"
)

// TestRealLocalServer asks a real llama-server, that of the program which DISCUSSD_LLAMA_SERVER
// names, with a model of random weights: it knows nothing, and the schema makes of what it says
// an answer that is read.
func TestRealLocalServer(t *testing.T) {
	program := os.Getenv("DISCUSSD_LLAMA_SERVER")
	if program == "" {
		t.Skip("NO REAL SERVER IS ASKED: DISCUSSD_LLAMA_SERVER names no llama-server")
	}
	model := filepath.Join(t.TempDir(), "random.gguf")
	if err := os.WriteFile(model, randomModel(), 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	host, port, _ := net.SplitHostPort(address)
	var said bytes.Buffer
	server := exec.CommandContext(t.Context(), program, "-m", model, "--host", host, "--port", port, "-c", "16384", "-np", "1", "-t", "1", "--seed", "1")
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { server.Process.Kill(); server.Wait() }()
	ready := false
	for range 300 {
		if response, err := http.Get("http://" + address + "/health"); err == nil {
			response.Body.Close()
			if ready = response.StatusCode == http.StatusOK; ready {
				break
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	if !ready {
		server.Process.Kill()
		server.Wait()
		t.Fatalf("the server is not ready:\n%s", said.Bytes())
	}
	prompts, err := llm.NewPrompts(llm.Settings{Limit: 1 << 20, Mark: func(critique.Subject) string { return "MARK7" }})
	if err != nil {
		t.Fatal(err)
	}
	analyst := &llm.Analyst{Tool: "local", Prompts: prompts, Limit: semaphore.NewWeighted(1),
		CLI: &Tool{Name: "local", BaseURL: "http://" + address + "/v1", Dialect: OpenAI, Model: "random", Timeout: 2 * time.Minute}}
	request := critique.Request{
		Subject: critique.Subject{Round: "R1", Label: "brief", Language: "en",
			Artifact: critique.Document{Path: "brief.md", Content: []byte("# Brief\n\nThe locker opens within 2 s.\n")}},
	}
	quality, risk := critique.Perspective{Name: "quality", Role: "QA Lead", Focus: "ambiguity"}, critique.Perspective{Name: "risk", Role: "Risk Analyst", Focus: "risks", Reports: []string{critique.ReportRiskLevel}}
	for name, ask := range map[string]func(*critique.Request){
		"one":      func(r *critique.Request) { r.Perspective = quality },
		"together": func(r *critique.Request) { r.Together = []critique.Perspective{quality, risk} },
	} {
		one := request
		ask(&one)
		got, err := analyst.Analyze(t.Context(), one)
		raw := ""
		if len(got.Attempts) > 0 {
			raw = string(got.Attempts[0].Raw)
		}
		points := len(got.Weaknesses) + len(got.Strengths) + len(got.OpenQuestions)
		for _, part := range got.Parts {
			points += len(part.Weaknesses) + len(part.Strengths) + len(part.OpenQuestions)
			if part.Err != nil {
				t.Errorf("%s: %v", name, part.Err)
			}
		}
		if err != nil || points == 0 || !strings.Contains(raw, `"finish_reason":"stop"`) {
			t.Errorf("%s: %v, %d points\n%s", name, err, points, raw)
		}
		t.Logf("%s: %d points, %d parts, %d tokens\n%.1500s", name, points, len(got.Parts), *got.Cost.InputTokens, raw)
	}
}

// randomModel is a model of one layer in the form of llama.cpp: random weights over the
// characters of ASCII, of which it likes those best that end what was begun.
func randomModel() []byte {
	const width, inner = 32, 32
	random := rand.New(rand.NewPCG(1, 2))
	tokens, kinds := []string{"<unk>", "<s>", "</s>"}, []int32{2, 3, 3}
	for b := range 256 {
		tokens, kinds = append(tokens, fmt.Sprintf("<0x%02X>", b)), append(kinds, 6)
	}
	for c := '!'; c < 127; c++ {
		tokens, kinds = append(tokens, string(c)), append(kinds, 1)
	}
	tokens, kinds = append(tokens, "▁"), append(kinds, 1)
	noise := func(n int) []float32 {
		all := make([]float32, n)
		for i := range all {
			all[i] = float32(random.NormFloat64() * 0.02)
		}
		return all
	}
	ones := func(n int) []float32 {
		all := make([]float32, n)
		for i := range all {
			all[i] = 1
		}
		return all
	}
	// The first number of each token's vector is the same and larger than all others, so that
	// its weight at the end is how much a token is liked.
	embedding, output := noise(width*len(tokens)), noise(width*len(tokens))
	for i, token := range tokens {
		embedding[i*width] = 1
		output[i*width] = likes(token, kinds[i])
	}
	g := &gguf{}
	g.set("general.architecture", "llama")
	g.set("general.name", "random")
	for key, value := range map[string]uint32{"context_length": 16384, "embedding_length": width, "block_count": 1, "feed_forward_length": inner,
		"attention.head_count": 2, "attention.head_count_kv": 2, "rope.dimension_count": width / 2, "vocab_size": uint32(len(tokens))} {
		g.set("llama."+key, value)
	}
	g.set("llama.attention.layer_norm_rms_epsilon", float32(1e-5))
	g.set("tokenizer.ggml.model", "llama")
	g.set("tokenizer.ggml.tokens", tokens)
	g.set("tokenizer.ggml.scores", make([]float32, len(tokens)))
	g.set("tokenizer.ggml.token_type", kinds)
	g.set("tokenizer.ggml.bos_token_id", uint32(1))
	g.set("tokenizer.ggml.eos_token_id", uint32(2))
	g.set("tokenizer.chat_template", "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}")
	g.tensor("token_embd.weight", embedding, width, len(tokens))
	g.tensor("output_norm.weight", ones(width), width)
	g.tensor("output.weight", output, width, len(tokens))
	g.tensor("blk.0.attn_norm.weight", ones(width), width)
	g.tensor("blk.0.ffn_norm.weight", ones(width), width)
	for _, part := range []string{"attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"} {
		g.tensor("blk.0."+part+".weight", noise(width*width), width, width)
	}
	return g.bytes()
}

// likes is how much the model likes to say a token: words, and to come to an end. It rates
// from 1 to 5, which no schema that every service knows can ask for.
func likes(token string, kind int32) float32 {
	switch {
	case kind == 6, strings.Contains("06789-.eE", token):
		return -2
	case strings.Contains(`"}`, token):
		return 1
	case token == "]":
		return 0.4
	case strings.Contains("abcdefghijklmnopqrstuvwxyz", token), token == "▁", token == "{":
		return 0.6
	}
	return 0
}

// gguf is a file of that form in the making.
type gguf struct {
	values, tensors, data bytes.Buffer
	nValues, nTensors     uint64
}

func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		if text, ok := v.(string); ok {
			put(b, uint64(len(text)))
			b.WriteString(text)
			continue
		}
		binary.Write(b, binary.LittleEndian, v)
	}
}

func (g *gguf) set(key string, value any) {
	g.nValues++
	put(&g.values, key)
	switch value := value.(type) {
	case uint32:
		put(&g.values, uint32(4), value)
	case float32:
		put(&g.values, uint32(6), value)
	case string:
		put(&g.values, uint32(8), value)
	case []string:
		put(&g.values, uint32(9), uint32(8), uint64(len(value)))
		for _, one := range value {
			put(&g.values, one)
		}
	case []float32:
		put(&g.values, uint32(9), uint32(6), uint64(len(value)), value)
	case []int32:
		put(&g.values, uint32(9), uint32(5), uint64(len(value)), value)
	}
}

func (g *gguf) tensor(name string, values []float32, dimensions ...int) {
	g.nTensors++
	put(&g.tensors, name, uint32(len(dimensions)))
	for _, d := range dimensions {
		put(&g.tensors, uint64(d))
	}
	put(&g.tensors, uint32(0), uint64(g.data.Len()))
	for _, v := range values {
		put(&g.data, math.Float32bits(v))
	}
	pad(&g.data)
}

func pad(b *bytes.Buffer) {
	for b.Len()%32 != 0 {
		b.WriteByte(0)
	}
}

func (g *gguf) bytes() []byte {
	var file bytes.Buffer
	file.WriteString("GGUF")
	put(&file, uint32(3), g.nTensors, g.nValues)
	file.Write(g.values.Bytes())
	file.Write(g.tensors.Bytes())
	pad(&file)
	file.Write(g.data.Bytes())
	return file.Bytes()
}
