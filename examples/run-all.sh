#!/bin/sh
# Runs every example, mocked and offline, and prints a line for each; stops at the first that does not end as it should.
# Usage: run-all.sh [-v] [NAME …]   with -v, what they print is shown; with names, only those that begin so are run.
set -eu

examples=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
# Nothing of the surroundings reaches an example: no key, no endpoint, no workspace.
for name in $(env | sed -n 's/^\(\(BRIDGE\|TREESHIP\|JUDGE_JEV\|TYPESAFE\|CLOUDFLARE\|OPENAI\|OTEL\)_[A-Z0-9_]*\)=.*/\1/p'); do
  unset "$name"
done

example() { # NAME COMMAND …
  name=$1
  shift
  wanted "$name" || return 0
  if [ -n "$verbose" ]; then
    printf '\n==== %s\n\n' "$name"
    "$@" || failed "$name" $?
  else
    "$@" > "$out/said" 2>&1 || { code=$?; cat "$out/said" >&2; failed "$name" $code; }
  fi
  echo "ok      $name"
}

wanted() {
  [ -n "$names" ] || return 0
  for begin in $names; do
    case $1 in "$begin"*) return 0 ;; esac
  done
  return 1
}

failed() {
  echo "FAILED  $1 (exit code $2)"
  exit 1
}

verbose=
if [ "${1:-}" = -v ]; then
  verbose=$1
  shift
fi
names=$*
cd "$out"
example first-program rbridge reason test "$examples/first-program/publish.reason" --coverage
for run in "$examples"/*/run.sh "$examples"/rubrics/*/run.sh; do
  [ -f "$run" ] || continue
  folder=$(dirname "$run")
  example "${folder#"$examples/"}" sh "$run" "$out/$(basename "$folder")"
done
