#!/bin/sh
# Verifies the receipts and the certificates that run.sh wrote; needs no key but the public ones. Usage: verify.sh [FOLDER]
set -eu

out=${1:-demo-out}
BRIDGE_WORKSPACE=$out
export BRIDGE_WORKSPACE

rbridge verify --all
for request in "$out"/*.request.json; do
  rbridge reason verify-authorization "$request" "${request%.request.json}.certificate.json"
done
