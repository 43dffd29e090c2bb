#!/usr/bin/env bash
# window.sh PROGRAM: the window as a user has it, on a display of its own: it opens, takes keys, closes, and remembers.
# Exit code 77: skipped, as Xvfb or xdotool are not installed. GUI_PICTURES=FOLDER keeps what was on the screen there.
set -euo pipefail
program=$1
command -v Xvfb >/dev/null && command -v xdotool >/dev/null || exit 77
folder=$(mktemp -d)
window="" display=""
finish() {
  [ -z "$window" ] || kill "$window" 2>/dev/null || true
  [ -z "$display" ] || kill "$display" 2>/dev/null || true
  [ -z "${GUI_PICTURES:-}" ] || cp "$folder/screen/Xvfb_screen0" "$GUI_PICTURES/window.xwd" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

mkdir "$folder/screen"
Xvfb -displayfd 3 -screen 0 1280x800x24 -noreset -fbdir "$folder/screen" 3>"$folder/number" 2>/dev/null &
display=$!
for _ in $(seq 100); do [ -s "$folder/number" ] && break; sleep 0.1; done
export DISPLAY=":$(cat "$folder/number")" HOME="$folder" XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state"
export ASAN_OPTIONS=detect_leaks=0 # Mesa keeps memory to its end

"$program" lecture/p4 -m lecture-4 --against lecture/p4_swapped &
window=$!
timeout 60 xdotool search --sync --onlyvisible --name Stallscope >/dev/null
sleep 1
# A frame must see each key down.
press() { xdotool keydown "$@"; sleep 0.2; for key in "$@"; do xdotool keyup "$key"; done; sleep 0.2; }
press 2 # the diagram
press Home
press Right
press ctrl q
for _ in $(seq 100); do kill -0 "$window" 2>/dev/null || break; sleep 0.1; done
code=0
wait "$window" || code=$?
window=""
[ "$code" -eq 0 ] || { echo "the window ended with $code"; exit 1; }
grep -q '"diagram"' "$folder"/config/stallscope/*.json || { echo "the panel is not remembered"; cat "$folder"/config/stallscope/*; exit 1; }
grep -q 'lecture/p4_swapped' "$folder"/config/stallscope/*.json || { echo "the runs are not remembered"; exit 1; }
