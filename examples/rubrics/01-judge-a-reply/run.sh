#!/bin/sh
# One reply, judged by the rubric that ships. Usage: run.sh [--live]
set -eu
. "$(dirname "$0")/../expect.sh"

expect 0 rbridge rubric reply \
  --prompt 'Until when can I bring this kettle back?' \
  --reply 'Until the 14th: you bought it on the 1st, and kettles can be brought back for two weeks.' \
  --context 'Kettles: 14 days from the day of purchase. Bought: 1 May.' $mock
