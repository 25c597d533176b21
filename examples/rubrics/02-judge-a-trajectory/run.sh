#!/bin/sh
# The whole run of an agent, judged, and the verdict explained. Usage: run.sh [--live]
set -eu
. "$(dirname "$0")/../expect.sh"

expect 0 rbridge rubric trajectory --input "$here/input.json" $mock

printf '\n== Why\n\n'
rbridge rubric trajectory --input "$here/input.json" --format json $mock | expect 0 rbridge rubric explain --input -
