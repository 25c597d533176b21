#!/bin/sh
# Good answers that the judge is not sure of. Usage: run.sh [--live]
set -eu
. "$(dirname "$0")/../expect.sh"

expect 2 rbridge rubric run --rubric assistant-reply --input "$here/input.json" --format human $mock
