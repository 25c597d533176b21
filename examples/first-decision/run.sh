#!/bin/sh
# The main job on three calls, through the real command line: one authorized, one denied by the judge, one undecided
# because nobody was asked. Ends by verifying what it wrote. Usage: run.sh [FOLDER]
set -eu

out=${1:-demo-out}
here=$(cd "$(dirname "$0")" && pwd)

if [ -e "$out" ] && [ ! -e "$out/.first-decision" ]; then
  echo "run.sh: $out exists and is not of this example; name another folder" >&2
  exit 1
fi
rm -rf "$out"
mkdir -p "$out"
: > "$out/.first-decision"
BRIDGE_WORKSPACE=$out
export BRIDGE_WORKSPACE

decide() { # NAME EXIT [OPTION ...]
  name=$1 expected=$2
  shift 2
  printf '\n== %s: Bash %s\n\n' "$name" "$(cat "$here/calls/$name.json")"
  code=0
  rbridge decide --tool Bash --capability shell.exec --input "@$here/calls/$name.json" \
    --program bridge:gates/tool_call --facts "$here/permissions.json" --attest \
    --request-out "$out/$name.request.json" --certificate-out "$out/$name.certificate.json" "$@" || code=$?
  if [ "$code" -ne "$expected" ]; then
    echo "run.sh: $name ended with exit code $code, not $expected" >&2
    exit 1
  fi
}

decide 1-harmless 0
decide 2-destructive 3
decide 3-unjudged 2 --judge none

printf '\n== Verifying what was written\n\n'
sh "$here/verify.sh" "$out"
