#!/usr/bin/env bash
# Regenerates the pictures of the READMEs: gui/pictures/render.sh, after ./run setup. Check them before committing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
window=../../build/release/bin/stallscope-gui
"$window" lecture/p4 -m lecture-4 --against lecture/p4_swapped --cycle 8 --size 1280x720 --screenshot table.png
"$window" textbook/daxpy -m mips-5-fp --compare dual-5 --panel diagram --cycle 30 --size 1280x720 --screenshot diagram.png
"$window" textbook/daxpy -m ooo-4 --panel processor --cycle 107 --size 1600x900 --theme light --screenshot processor.png
"$window" lecture/b6_source -m lecture-4 --panel schedule --size 1280x720 --screenshot schedule.png
"$window" --train gpipe --compare 1f1b --set devices=4 --set micro_batches=8 --set transfer=1 --cycle 20 --size 1280x720 --screenshot plan.png
