#!/usr/bin/env bash
# man_page.sh NAME COMMAND...: formatters have nothing to say about the man page of NAME, which the command writes.
# Exit code 77: skipped, as none is installed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page=$folder/$1.1 # mandoc takes the section from the name
shift
"$@" >"$page"
tried=no
if command -v groff >/dev/null && [ -d /usr/share/groff/site-tmac -o -d /usr/share/groff/current/tmac ]; then
  said=$(groff -man -ww -Tutf8 "$page" 2>&1 >/dev/null)
  [ -z "$said" ] || { echo "groff: $said"; exit 1; }
  tried=yes
fi
if command -v mandoc >/dev/null; then # a date would be that of the build
  said=$(mandoc -T lint "$page" | grep -v 'missing date' || true)
  [ -z "$said" ] || { echo "mandoc: $said"; exit 1; }
  tried=yes
fi
[ "$tried" = yes ] || exit 77
