#!/bin/sh
# An example for Claude Code's PreToolUse: the keys show STOP and BACKGROUND while a tool runs.
# Quarterdeck's own hooks tell the same and more; this shows how another program would do it.
# A hook must not delay its agent: it says nothing, and gives up after two seconds.
where=${QUARTERDECK_URL:-http://localhost:8081}
post() {
    curl -s -m 2 -o /dev/null -X POST "$where$1" -d "$2"
}
post /state/update '{"event":"thinking"}'
post /update '{"buttons":["STOP","BACKGROUND","",""],"images":["stop.rgb","background.rgb","",""]}'
exit 0
