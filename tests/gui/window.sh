#!/usr/bin/env bash
# window.sh PROGRAM PICTURES [X_CLIENT]: the window as a user has it, on a display of its own: it opens, takes keys, closes,
# and remembers; opens files that are dropped on it; asks before text is lost, keeps that text when it is killed; and says
# what is wrong with OpenGL or a home folder. What was on the screen stays in the folder PICTURES, by X_CLIENT, without
# which there are no pictures and nothing is dropped. Exit code 77: skipped, as Xvfb or xdotool are not installed.
set -euo pipefail
program=$1 pictures=$2 x_client=${3:-}
command -v Xvfb >/dev/null && command -v xdotool >/dev/null || exit 77
folder=$(mktemp -d)
window="" display=""
finish() {
  [ -z "$window" ] || kill "$window" 2>/dev/null || true
  [ -z "$display" ] || kill "$display" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

mkdir -p "$pictures"
Xvfb -displayfd 3 -screen 0 1280x800x24 -noreset 3>"$folder/number" 2>/dev/null &
display=$!
for _ in $(seq 100); do [ -s "$folder/number" ] && break; sleep 0.1; done
export DISPLAY=":$(cat "$folder/number")" HOME="$folder" XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state"
export ASAN_OPTIONS=detect_leaks=0 # Mesa keeps memory to its end

# begin ARGS...: opens the window, and waits until it is there.
begin() {
  "$program" "$@" 2>"$folder/said" &
  window=$!
  number=$(timeout 60 xdotool search --sync --onlyvisible --name Stallscope | head -1)
  sleep 1
}
# picture NAME: keeps what is on the screen.
picture() { [ -z "$x_client" ] || "$x_client" picture "$pictures/window-$1.png"; }
# awaited SECONDS COMMAND...: whether it succeeds within that time. A busy machine takes its time for everything.
awaited() {
  local tries=$(($1 * 5))
  shift
  for _ in $(seq "$tries"); do "$@" && return 0; sleep 0.2; done
  return 1
}
has_ended() { ! kill -0 "$window" 2>/dev/null; }
# A frame must see each key down, and none so long that it is repeated.
press() { xdotool keydown "$@"; sleep 0.4; for key in "$@"; do xdotool keyup "$key"; done; sleep 0.2; }
# quit: by the keys for it, once more when they were not seen; it ends with code 0.
quit() {
  for _ in 1 2 3 4 5; do
    press ctrl q
    awaited 5 has_ended && break
  done
  end 0
}
# end CODE: waits until it has ended, with this code.
end() {
  for _ in $(seq 100); do kill -0 "$window" 2>/dev/null || break; sleep 0.1; done
  code=0
  wait "$window" || code=$?
  window=""
  [ "$code" -eq "$1" ] || { echo "the window ended with $code"; cat "$folder/said"; exit 1; }
}

# The first start begins with the tour, which is shown once.
begin
picture tour
press Escape
press Right
quit
grep -q '"tour_seen": true' "$folder"/config/stallscope/*.json || { echo "the tour is not remembered"; exit 1; }

begin lecture/p4 -m lecture-4 --against lecture/p4_swapped
press 2 # the diagram
press Home
press Right
picture diagram
quit
grep -q '"diagram"' "$folder"/config/stallscope/*.json || { echo "the panel is not remembered"; cat "$folder"/config/stallscope/*; exit 1; }
grep -q 'lecture/p4_swapped' "$folder"/config/stallscope/*.json || { echo "the runs are not remembered"; exit 1; }

# The display's scale is that of its resources, which desktops set with xrdb: the bar at the top is twice as high.
if [ -n "$x_client" ]; then
  for scale in 1 2; do
    "$x_client" resources "Xft.dpi: $((96 * scale))"
    begin lecture/p4 -m lecture-4 --size 600x390
    xdotool windowmove --sync "$number" 0 0
    sleep 0.5
    picture "scale-$scale"
    bar=$("$x_client" colour 320 6) below=$("$x_client" colour 320 60) # it is 56 pixels high, or 112
    [ "$scale" -eq 1 ] && same=no || same=yes
    [ "$([ "$bar" = "$below" ] && echo yes || echo no)" = $same ] || { echo "at scale $scale: $bar, below $below"; exit 1; }
    quit
  done
  "$x_client" resources "Xft.dpi: 96"
  rm -r "$folder/config" # the next window has its usual size
fi

# Files are dropped on it as a file manager does: the first for run A, the second for run B.
if [ -n "$x_client" ]; then
  printf 'add $t0, $t1, $t2\n' >"$folder/第一个.mips"
  printf 'add $t0, $t1, $t2\nadd $t3, $t0, $t0\n' >"$folder/second.mips"
  begin lecture/p4 -m lecture-4
  "$x_client" drop "$number" "$folder/第一个.mips" "$folder/second.mips"
  sleep 1
  press 2
  sleep 1 # until both runs are there
  picture dropped
  quit
  for name in 第一个 second; do
    grep -q "$name.mips" "$folder"/config/stallscope/*.json || { echo "$name was not opened"; cat "$folder"/config/stallscope/*; exit 1; }
  done
fi

# Text that is typed and not saved: closing asks, and a crash leaves it behind.
begin lecture/p4 -m lecture-4
is_kept() { grep -qs '# mine' "$folder"/state/stallscope/unsaved.json; }
for _ in 1 2 3; do
  press 8 # the editor
  xdotool mousemove 700 500 click 1
  sleep 0.5
  xdotool type --delay 150 '# mine'
  awaited 10 is_kept && break
done
is_kept || { echo "the text is not kept while it is typed"; exit 1; }
press ctrl q
sleep 1
picture unsaved
kill -0 "$window" 2>/dev/null || { echo "the window closed with unsaved text"; exit 1; }
kill -KILL "$window"
end 137
is_kept || { echo "the text is lost"; exit 1; }

# Nothing can be kept: it works all the same, and says so.
export XDG_CONFIG_HOME=/proc/none XDG_STATE_HOME=/proc/none
begin lecture/p4 -m lecture-4
picture read-only-home
quit
grep -q 'Settings cannot be kept: .*/proc/none' "$folder/said" || { echo "nothing is said of the home"; cat "$folder/said"; exit 1; }

# OpenGL that is too old.
code=0
MESA_GL_VERSION_OVERRIDE=2.1 "$program" lecture/p4 2>"$folder/said" || code=$?
[ "$code" -eq 2 ] || { echo "without OpenGL 3.3 it ended with $code"; exit 1; }
grep -q 'OpenGL 3.3 is not available' "$folder/said" || { cat "$folder/said"; exit 1; }
echo "what was on the screen: $pictures"
