#!/bin/sh
# shard.sh PROGRAM SHARE SHARES: runs every SHARES-th test case of a Catch2 program, from the SHARE-th on, in one process.
# Exit code 77: it has fewer test cases than that.
set -eu
names=$(mktemp)
trap 'rm -f "$names"' EXIT
# Catch2 answers with the number of names.
{ "$1" --list-test-names-only || true; } | awk -v share="$2" -v shares="$3" 'NF && NR % shares == share % shares {
  gsub(/[\\,"\[\]]/, "\\\\&"); print "\"" $0 "\"" }' > "$names"
[ -s "$names" ] || exit 77
"$1" --input-file "$names" --durations yes
