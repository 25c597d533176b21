#!/bin/sh
# A step of a build: may what was written go out? Usage: gate.sh INPUT [--mock]
# Ends with 0 to go on and 1 to stop. The exit code is looked at before anything that was printed.
set -u

code=0
result=$(rbridge rubric run --rubric assistant-reply --input "$@") || code=$?
case $code in
  0) echo "gate: pass, going on" ;;
  1) echo "gate: fail, stopping"; exit 1 ;;
  2) echo "gate: a person should look, going on with a flag" ;;
  3) echo "gate: escalated, stopping until a person has looked"; exit 1 ;;
  4) echo "gate: there was nothing to judge, going on" ;;
  *) echo "gate: nothing was judged (exit code $code), stopping"; exit 1 ;;
esac
printf '%s\n' "$result" > "${GATE_RESULT:-/dev/null}"
