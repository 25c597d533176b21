#!/bin/sh
# A pipeline's gate on a good note, a bad one, and one that cannot be judged. Usage: run.sh [--live]
set -eu
. "$(dirname "$0")/../expect.sh"

expect 0 sh "$here/gate.sh" "$here/good.json" $mock
expect 1 sh "$here/gate.sh" "$here/bad.json" $mock
expect 1 sh "$here/gate.sh" "$here/missing.json" $mock
