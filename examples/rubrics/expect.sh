# For the examples beside it: a workspace that is thrown away, and commands whose exit code is the one that is expected.
# With --live a model is asked, and any verdict will do.

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
BRIDGE_WORKSPACE=$work
export BRIDGE_WORKSPACE

mock=--mock
if [ "${1:-}" = --live ]; then mock=; fi

expect() { # EXIT COMMAND …
  expected=$1
  shift
  code=0
  "$@" || code=$?
  if [ -z "$mock" ] && [ "$code" -le 4 ]; then return 0; fi
  if [ "$code" -ne "$expected" ]; then
    echo "$0: ended with exit code $code, not $expected: $*" >&2
    exit 1
  fi
}
