#!/bin/sh
# Saved answers, routed again: by the same rubric, and by one that has become stricter since. Usage: run.sh [--live]
set -eu
. "$(dirname "$0")/../expect.sh"

mkdir -p "$work/.bridge/rubrics"
cp "$here/offer-reply.yaml" "$work/.bridge/rubrics/"

printf '== Judged once\n\n'
code=0
rbridge rubric run --rubric offer-reply --input "$here/input.json" $mock > "$work/result.json" || code=$?
expect 0 test "$code" -le 4
expect 0 rbridge rubric replay --input "$work/result.json" --format human

printf '\n== In one line\n\n'
rbridge rubric run --rubric offer-reply --input "$here/input.json" $mock |
  expect 0 rbridge rubric replay --input - --format human

printf '\n== The rubric now asks for more\n\n'
sed 's/value: 2.0/value: 3.0/' "$here/offer-reply.yaml" > "$work/.bridge/rubrics/offer-reply.yaml"
code=0
rbridge rubric replay --input "$work/result.json" 2> "$work/refused" || code=$?
cat "$work/refused"
test "$code" -eq 10
expect 2 rbridge rubric replay --input "$work/result.json" --allow-version-drift --format human
