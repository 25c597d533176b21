#!/bin/sh
# A release that an agent prepared, held to the verdict on its run and to a person's approval. Usage: run.sh
set -eu
. "$(dirname "$0")/../expect.sh"

release=shop-2.4.0
at=2026-09-01T12:00:00Z

judge() { # EXIT RUN: the verdict is signed in a workspace of its own
  BRIDGE_WORKSPACE=$work/$2
  mkdir -p "$BRIDGE_WORKSPACE"
  printf '\n== The run: %s\n\n' "$2"
  expect "$1" rbridge rubric trajectory --input "$here/runs/$2.json" --mock --attest --subject "$release" --at "$at"
}

gate() { # EXIT WHAT [OPTION …]
  code=$1
  printf '\n== %s\n\n' "$2"
  shift 2
  expect "$code" rbridge decide --program "$here/release.reason" --tool Release --input "{\"release\": \"$release\"}" \
    --judge none --at "$at" "$@"
}

authorized=0 undecided=2 denied=3
approved=$here/facts/approved.json

judge 0 good
gate $undecided "A pass, and nobody approved" --store
gate $authorized "A pass, and ana approved" --store --facts "$approved"
expect 0 rbridge verify --all

judge 2 unsure
gate $undecided "A person has to look at the run first" --store --facts "$approved"

judge 1 bad
gate $denied "A failed run, although ana approved" --store --facts "$approved"

gate $undecided "Nobody judged the run" --facts "$approved"

printf '\nThe gate released once, with both.\n'
