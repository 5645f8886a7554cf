package checks

import (
	"context"
	"testing"
)

// TestClosedSets holds names that are in none of the lists of their kind beside names that are.
func TestClosedSets(t *testing.T) {
	const (
		file    = "-- spec/architecture/_index.md --\n# Garden\n\n"
		errors  = file + "## Errors\n\n| Status | Error | When |\n|---|---|---|\n| 400 | `malformed` | no JSON |\n| 404 | `no_pump` | unknown |\n| 409 | `pump_busy` | runs |\n| 422 | `too_much` | tank |\n| 503 | `no_water` | main |\n\n"
		check   = file + "```sql\nCREATE TABLE bed (\n  id int,\n  state text NOT NULL CHECK (state IN\n    ('dry','moist','soaked','fallow'))\n);\n```\n\n"
		routes  = file + "## Interface\n\n| Method | Path | For |\n|---|---|---|\n| GET | `/beds` | all |\n| GET | `/beds/{id}` | one |\n| POST | `/beds/{id}/water` | start |\n| DELETE | `/beds/{id}/water` | stop |\n\n"
		parts   = file + "## Components\n\n| Component | Does | Depends on |\n|---|---|---|\n| BedService | beds | — |\n| PumpService | pumps | BedService |\n| TankService | tank | PumpService |\n"
		model   = file + "## bed\n\n| Column | Type |\n|---|---|\n| id | int |\n| name | text |\n\n## pump\n\n| Column | Type |\n|---|---|\n| id | int |\n\n## tank\n\n| Column | Type |\n|---|---|\n| litres | int |\n\n## reading\n\n| Column | Type |\n|---|---|\n| taken_at | date |\n\n## Flow\n\nThe sensor writes each value to table `reading`. "
		terms   = file + "## Glossary\n\n- **Bed_Sensor**: in the soil\n- **Tank_Level**: in litres\n- **Rain_Pause**: after rain\n\n## Demands\n\nThe Bed_Sensor reports. The Tank_Level is shown. "
		flags   = file + "## Settings\n\n| Key | Default |\n|---|---|\n| `pump.power` | 3 |\n| `pump.pause` | 4 |\n| `pump.limit` | 5 |\n| `pump.night` | on |\n\nSet `pump.power` with care, and `pump.pause` as well. "
		yaml    = "-- spec/architecture/_index.md --\nopenapi: 3.0.3\npaths:\n  /beds:\n    get:\n      schema:\n        $ref: '#/components/schemas/Bed'\n  /pumps:\n    get:\n      schema:\n        $ref: '#/components/schemas/"
		schemas = "'\ncomponents:\n  schemas:\n    Bed:\n      type: object\n    Pump:\n      type: object\n"
	)
	for name, test := range map[string]struct {
		rule, text string
		places     int
	}{
		"an error twice":               {"X-032", errors + "| Status | Error |\n|---|---|\n| 400 | `a_b` |\n| 401 | `b_c` |\n| 402 | `c_d` |\n| 403 | `d_e` |\n| 404 | `c_d` |\n", 1},
		"a byte twice":                 {"X-032", file + "| Byte | Means |\n|---|---|\n| 0x01 | on |\n| 0x02 | off |\n| 0x03 | full |\n| 0x05 | low |\n| 0x05 | hot |\n", 1},
		"字段重复":                         {"X-032", file + "| 字段 | 说明 |\n|---|---|\n| id | 编号 |\n| name | 名称 |\n| power | 功率 |\n| state | 状态 |\n| name | 简称 |\n", 1},
		"several rows for each":        {"X-032", file + "| Byte | Means |\n|---|---|\n| 0x01 | on |\n| 0x01 | off |\n| 0x02 | full |\n| 0x02 | low |\n| 0x03 | hot |\n| 0x04 | cold |\n", 0},
		"a drawn state":                {"X-032", check + "```\ndry ──rain──> moist ──> soaked\n soaked ──> fallow\n```\n", 0},
		"a drawn state that is none":   {"X-032", check + "```\ndry ──rain──> moist ──> soaked\n soaked ──> flooded\n```\n", 1},
		"画出的状态不在取值之列":                  {"X-032", check + "```\ndry ──下雨──> moist ──> soaked\n soaked ──> flooded\n```\n", 1},
		"a route of the interface":     {"X-032", routes + "The page calls GET /beds and POST /api/beds/7/water.\n", 0},
		"a route that is none":         {"X-032", routes + "The page calls GET /beds and POST /beds/{id}/drain.\n", 1},
		"a part that is listed":        {"X-032", parts + "| PageService | page | TankService, BedService |\n", 0},
		"a part that is not":           {"X-032", parts + "| PageService | page | TankService, RainService |\n", 1},
		"组件依赖不在表中":                     {"X-032", file + "## 组件\n\n| 组件 | 职责 | 依赖 |\n|---|---|---|\n| BedService | 苗床 | — |\n| PumpService | 水泵 | BedService |\n| TankService | 水箱 | PumpService |\n| PageService | 页面 | TankService、RainService |\n", 1},
		"a table of the model":         {"X-032", model + "The worker writes the level to `reading`.\n", 0},
		"a table that the model lacks": {"X-032", model + "The worker writes the rain to `rain_log`.\n", 1},
		"a term of the glossary":       {"X-032", terms + "The Rain_Pause ends at noon.\n", 0},
		"a term that is not in it":     {"X-032", terms + "The Night_Pause ends at noon.\n", 1},
		"a setting":                    {"X-032", flags + "At night `pump.night` holds.\n", 0},
		"a setting that is none":       {"X-032", flags + "At noon `pump.noon` holds.\n", 1},
		"what a contract refers to":    {"X-035", yaml + "Pump" + schemas, 0},
		"what it has not":              {"X-035", yaml + "Valve" + schemas, 1},
		"contents":                     {"X-035", file + "## Contents\n\n1. Beds\n2. Pumps\n3. Tank\n4. Rain\n\n## Beds\n\nTwo.\n\n## Pumps\n\nTwo.\n\n## 3. The Tank\n\nOne.\n\n## Tank\n\nOne.\n\n## Rain\n\nNone.\n", 0},
		"目录中的一节不存在":                    {"X-035", file + "## 目录\n\n- 苗床\n- 水泵\n- 水箱\n- 雨水\n- 附则\n\n## 苗床\n\n二。\n\n## 水泵\n\n二。\n\n## 水箱\n\n一。\n\n## 雨水\n\n无。\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			got := 0
			for _, found := range onlyRule(t, test.rule).Check(context.Background(), whole(files(Rule{ID: test.rule}, test.text))).Findings {
				got += len(found.Places)
			}
			if got != test.places {
				t.Errorf("%s told %d places, want %d", test.rule, got, test.places)
			}
		})
	}
}
