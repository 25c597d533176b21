#!/bin/sh
# A judge that was talked into a pass, and a gate that was not listening. Usage: run.sh [--live]
set -eu
. "$(dirname "$0")/../expect.sh"

expect 3 rbridge rubric trajectory --input "$here/input.json" $mock
