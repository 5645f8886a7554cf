#!/usr/bin/env bash
# Runs discussd's embedded checks and Vale over the same sessions, side by side,
# and prints how many MB each reads in a second of processor time and of waiting:
#
#   bash testdata/bench/vale.sh [copies]
#
# The sessions are copies of the English ones of the planted defects, each file
# with a line of its own, so that nothing is read from a memory of the last one.
# Vale runs the style beside this script: words and phrases, as the LX rules look
# for them, and nothing of what the other rules do: discussd runs once with all its
# rules and once with the LX rules alone. Both use one core.
#
# Vale is $VALE, the one on PATH, or built by `go install` into a temporary folder.
# Without one this is skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
copies=${1:-60}
work=$(mktemp -d)
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT

vale=${VALE:-$(command -v vale || true)}
for version in latest v3.22.0; do # not every version can be built everywhere
	[ -n "$vale" ] && break
	echo "building Vale $version ..."
	if GOBIN=$work/bin GOMODCACHE=$work/mod GOFLAGS=-modcacherw go install "github.com/vale-cli/vale/v3/cmd/vale@$version" 2>"$work/log"; then
		vale=$work/bin/vale
	fi
done
if [ -z "$vale" ]; then
	echo "skipped: Vale is not installed and cannot be built: $(tail -n 1 "$work/log")"
	exit 0
fi
go build -o "$work/discussd" ./cmd/discussd

for ((i = 0; i < copies; i++)); do
	for session in critique/checks/testdata/seeded-sessions/en-*; do
		copy=$work/sessions/$(basename "$session")-$i
		mkdir -p "$work/sessions" && cp -r "$session" "$copy"
		find "$copy" -name '*.md' -exec sh -c 'for file; do printf "\nCopy %s of this file.\n" "$0" >>"$file"; done' "$i" {} +
	done
done
bytes=$(find "$work/sessions" -name '*.md' -exec cat {} + | wc -c)
files=$(find "$work/sessions" -name '*.md' | wc -l)
echo "$files files, $bytes bytes of Markdown"

export GOMAXPROCS=1 XDG_CONFIG_HOME=$work/config
TIMEFORMAT='%R %U %S'
# measure NAME COMMAND... prints a line and leaves the MB per processor second in $rate.
measure() {
	local name=$1 seconds
	shift
	"$@" >/dev/null 2>&1 || true # once before, so that both read from memory
	seconds=$({ time "$@" >"$work/out" 2>&1 || true; } 2>&1 | tail -n 1)
	rate=$(awk -v n="$bytes" '{printf "%.3f", n / 1e6 / ($2 + $3)}' <<<"$seconds")
	awk -v n="$bytes" -v name="$name" -v lines="$(wc -l <"$work/out")" \
		'{printf "%-9s %6.2f MB/s of processor time, %6.2f MB/s of waiting, %d lines of output\n", name, n / 1e6 / ($2 + $3), n / 1e6 / $1, lines}' <<<"$seconds"
}
# Vale's style is word lists: so are the LX rules. All others are switched off for that.
"$work/discussd" explain --all --json | awk -F'"' 'BEGIN {print "[checks]\noff = ["} $2 == "id" && $4 !~ /^LX-/ {printf "\"%s\", ", $4} END {print "]"}' >"$work/words.toml"
measure "all rules" "$work/discussd" critique --checks-only --dry-run "$work/sessions"
ours=$rate
measure "LX rules" "$work/discussd" --config "$work/words.toml" critique --checks-only --dry-run "$work/sessions"
words=$rate
measure vale "$vale" --config testdata/bench/vale/vale.ini --no-exit --output=line --glob='*.md' "$work/sessions"
awk -v a="$ours" -v w="$words" -v b="$rate" 'BEGIN {
	printf "discussd reads %.1f times as much as Vale in the same processor time with its LX rules alone, %.1f times with all rules\n", w / b, a / b
}'
