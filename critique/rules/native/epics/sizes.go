package epics

// sizeCells are the columns that tell how much work an epic is.
var sizeCells = []string{"size", "effort", "estimate", "points", "规模", "估算", "工作量", "大小"}
