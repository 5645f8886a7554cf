// Package answer reads what an LLM said: raw text comes in, a typed critique or
// a classed failure goes out.
package answer
