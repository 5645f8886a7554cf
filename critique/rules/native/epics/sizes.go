package epics

var (
	sizeCells = []string{"size", "effort", "estimate", "points", "规模", "估算", "工作量", "大小"}
)
