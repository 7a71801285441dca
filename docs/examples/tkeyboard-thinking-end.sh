#!/bin/sh
# An example for Claude Code's PostToolUse: the keys show Yes, No, Continue and Help again.
# A hook must not delay its agent: it says nothing, and gives up after two seconds.
where=${QUARTERDECK_URL:-http://localhost:8081}
post() {
    curl -s -m 2 -o /dev/null -X POST "$where$1" -d "$2"
}
post /state/update '{"event":"idle"}'
post /update '{"buttons":["Yes","No","Continue","Help"],"images":["yes.rgb","no.rgb","continue.rgb","help.rgb"]}'
exit 0
