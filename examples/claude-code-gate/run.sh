#!/bin/sh
# Four tool calls of an agent through the hook, by the project's standing rules: one goes on, two are refused, and about
# one the operator is asked. Ends by verifying the receipts. Usage: run.sh [FOLDER]
set -eu

out=${1:-gate-out}
here=$(cd "$(dirname "$0")" && pwd)

if [ -e "$out" ] && [ ! -e "$out/.claude-code-gate" ]; then
  echo "run.sh: $out exists and is not of this example; name another folder" >&2
  exit 1
fi
rm -rf "$out"
mkdir -p "$out"
: > "$out/.claude-code-gate"
BRIDGE_WORKSPACE=$out BRIDGE_PROGRAM=$here/standing.reason BRIDGE_FACTS=$here/trusted.json
export BRIDGE_WORKSPACE BRIDGE_PROGRAM BRIDGE_FACTS

hook() { # NAME EXPECTED
  printf '\n== %s\n\n' "$1"
  said=$(rbridge-gate < "$here/events/$1.json")
  printf '%s\n' "${said:-(nothing: the call goes on, by the rules of the agent itself)}"
  case $2:$said in
    silence:) ;;
    deny:*'"permissionDecision": "deny"'* | ask:*'"permissionDecision": "ask"'*) ;;
    *)
      echo "run.sh: $1 was not answered with $2" >&2
      exit 1
      ;;
  esac
}

hook 1-harmless silence
hook 2-destructive deny
hook 3-web deny
hook 4-undecided ask

printf '\n== Verifying what was signed\n\n'
rbridge verify --all
