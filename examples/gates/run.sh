#!/bin/sh
# Runs each gate that ships on calls of an agent, and stops at the first answer that is not the one expected.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'kill "$judge" 2>/dev/null || true; rm -rf "$work"' EXIT
BRIDGE_WORKSPACE=$work
export BRIDGE_WORKSPACE

"${PYTHON:-python3}" "$here/judge.py" "$work/port" &
judge=$!
while [ ! -s "$work/port" ]; do sleep 0.1; done
url="http://127.0.0.1:$(cat "$work/port")/"

gate() { # GATE EXIT TOOL INPUT [OPTION ...]
  name=$1 expected=$2 tool=$3 input=$4
  shift 4
  printf '\n== %s: %s %s\n\n' "$name" "$tool" "$input"
  code=0
  rbridge decide --program "bridge:gates/$name" --tool "$tool" --input "$input" --facts "$here/facts/$name.json" \
    --at 2026-09-01T12:00:00Z "$@" || code=$?
  if [ "$code" -ne "$expected" ]; then
    echo "run.sh: $name ended with exit code $code, not $expected" >&2
    exit 1
  fi
}

authorized=0 undecided=2 denied=3

rules() { gate "$@" --question unsafe; }
rules tool_call $authorized Bash '{"command": "ls"}'
rules tool_call $denied Bash '{"command": "rm -rf /"}'

rules deployment $authorized Deploy '{"service": "shop", "commit": "c2", "environment": "production"}'
rules deployment $undecided Deploy '{"service": "shop", "commit": "c1", "environment": "production"}'

scale() { gate "$@" --judge-url "$url" --questions-file "$here/questions/severity.json"; }
scale payment $authorized Pay '{"invoice": "inv-7", "payee": "acme", "amount": "120.00 EUR"}'
scale payment $undecided Pay '{"invoice": "inv-8", "payee": "acme", "amount": "2400.00 EUR"}'
scale payment $authorized Pay '{"invoice": "inv-8", "payee": "acme", "amount": "2400.00 EUR"}' \
  --facts "$here/facts/payment_approved.json"
scale payment $denied Pay '{"invoice": "inv-9", "payee": "acme", "amount": "250000.00 EUR"}'

both() { gate "$@" --judge-url "$url" --questions-file "$here/questions/two_judges.json"; }
both code_merge $authorized Merge '{"change": "change-9"}'
both code_merge $undecided Merge '{"change": "hotfix-3"}'

# A verdict of `ask` goes to a person; this gate has rules for it, so it is given such verdicts too.
verdict() { gate "$@" --judge-url "$url" --questions-file "$here/questions/verdict.json" --include-escalated; }
verdict data_export $authorized Export '{"dataset": "orders", "destination": "s3://reports"}'
verdict data_export $undecided Export '{"dataset": "orders", "destination": "partner@example.com"}' \
  --request-out "$work/asked.json"
action=$(sed -n 's/.*"id": "\(art_[0-9a-f]*\)".*/\1/p' "$work/asked.json" | head -n 1)
sed "s/ACTION/$action/" "$here/facts/resolution.json" > "$work/resolution.json"
verdict data_export $authorized Export '{"dataset": "orders", "destination": "partner@example.com"}' \
  --facts "$work/resolution.json"
verdict data_export $denied Export '{"dataset": "orders", "destination": "ftp://elsewhere"}'

printf '\nEvery gate answered as expected.\n'
