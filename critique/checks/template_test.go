package checks

import (
	"context"
	"testing"

	"discussd/critique"
)

// TestBlankTemplatesRateOne gives the checks what a writer starts from.
func TestBlankTemplatesRateOne(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"spec/product-brief.md":       "---\nsession_id: {session_id}\ndocument_type: product-brief\nstatus: draft\n---\n\n# Product Brief: {product_name}\n\n## Vision\n\n{vision_statement}\n\n## Problem\n\n{problem_statement}\n\n## Goals & Success Metrics\n\n| Goal ID | Goal | Target |\n|---|---|---|\n| G-001 | {goal} | {target} |\n",
		"spec/requirements/_index.md": "# 需求：{产品名称}\n\n## 功能需求\n\n| 编号 | 标题 | 优先级 |\n|---|---|---|\n| REQ-001 | {标题} | {优先级} |\n\n## 非功能需求\n\n- {非功能需求}\n\n## 约束\n\n- {约束}\n",
		"spec/architecture/_index.md": "# Architecture: {product_name}\n\n## Components\n\n{component_list}\n\n## Technology Stack\n\n| Layer | Technology | Rationale |\n|---|---|---|\n| {layer} | {technology} | {rationale} |\n\n## Risks\n\n- {risk}\n",
		"spec/epics/_index.md":        "# 史诗：{产品名称}\n\n| Epic | 标题 | MVP |\n|---|---|---|\n| EPIC-001 | {标题} | {是否} |\n| EPIC-002 | {标题} | {是否} |\n\n## 追溯\n\n{追溯矩阵}\n",
		"spec/readiness-report.md":    "# Readiness Report: {product_name}\n\n## Gate\n\n{gate_decision}\n\n## Scores\n\n| Dimension | Score |\n|---|---|\n| Completeness | {score} |\n| Consistency | {score} |\n",
	} {
		report := c.Check(context.Background(), whole([]critique.Document{{Path: path, Content: []byte(text)}}))
		if report.Overall != 1 {
			t.Errorf("%s rates %v", path, report.Overall)
		}
	}
}
