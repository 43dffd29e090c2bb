#!/usr/bin/env bash
# site.sh BUILD: makes the folder BUILD/site out of the programs in BUILD/bin, the fonts, the page, the documentation and the live pages:
# static files for any server.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "$1" && pwd)
site=$build/site
npm=$build/../web-npm # compilers of the page, kept when a build is thrown away
if ! cmp -s "$here/package-lock.json" "$npm/package-lock.json" || [ ! -x "$npm/node_modules/.bin/esbuild" ]; then
  mkdir -p "$npm"
  cp "$here/package.json" "$here/package-lock.json" "$npm"
  (cd "$npm" && npm ci --no-audit --no-fund --ignore-scripts --silent)
fi
"$npm/node_modules/.bin/tsc" --noEmit -p "$here"
"$here/fonts.py" "$here/../.." "$build/fonts"

rm -rf "$site"
mkdir -p "$site/fonts"
cp "$here"/static/* "$site"
cp -r "$build"/fonts/opentype "$build"/fonts/truetype "$build"/fonts/list.json "$site/fonts"
features=(--enable-exception-handling --enable-tail-call --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int
  --enable-sign-ext --enable-mutable-globals --enable-reference-types)
# Reduces the size at equal speed: removes what is not called and merges equal functions. Nothing has an address below 1024,
# where the stack ends (--stack-first).
shrink() { wasm-opt -Oz --low-memory-unused "${features[@]}" "$1" -o "$2"; }
# split PROGRAM FOLDER: FOLDER/first.wasm is PROGRAM without the functions that seldom run, those of graphs, training, x86,
# Zstandard, and the formats of files to export and import; these are FOLDER/rest.wasm, which the page fetches when one of them
# is called (host/program.ts). Names of functions are needed to choose them and are no part of the result, where new exports
# are named by numbers.
rest='stallscope::(graph|training|svg|isa::x86)::|^(ZSTD|HUF|FSE)_|stallscope::trace::([^ :]*::)?([a-z_]*_(comparison|figures?)|'
rest+='(json|svg|html|csv|kanata|imported|markup)[a-z_]*|blocks_of|write_run|cpi_stack|draw_list|(diagram|table)_block|'
rest+='(Kanata|O3|Figure)[A-Za-z]*|ImportedRun|Sheet|Pen|Piece|JsonWriter|TitledFigure|Block)([^A-Za-z0-9_]|$)'
split() {
  local program=$1 to=$2
  rm -rf "$to"
  mkdir -p "$to"
  wasm-opt "${features[@]}" "$program" --symbolmap="$to/names.txt" --strip-debug --strip-producers -o "$to/bare.wasm"
  wasm-opt "${features[@]}" "$to/bare.wasm" --symbolmap="$to/numbers.txt" -o /dev/null
  awk -F: -v rest="$rest" 'NR == FNR { number[$1] = $2; next } substr($0, length($1) + 2) ~ rest { print number[$1] }' \
    "$to/numbers.txt" "$to/names.txt" >"$to/rest.txt"
  wasm-split "${features[@]}" --split-funcs="@$to/rest.txt" --import-namespace=primary --placeholder-namespace=placeholder \
    --export-prefix=% "$to/bare.wasm" -o1 "$to/first.wasm" -o2 "$to/rest.wasm"
}
split=$build/split
parts() {
  if [ ! "$split/rest.small.wasm" -nt "$build/bin/stallscope-web.wasm" ] || [ ! "$split/rest.small.wasm" -nt "$here/site.sh" ]; then
    split "$build/bin/stallscope-web.wasm" "$split"
    shrink "$split/first.wasm" "$split/first.small.wasm"
    shrink "$split/rest.wasm" "$split/rest.small.wasm" # the last, as the condition above has it
  fi
}
trap '[ -z "$(jobs -pr)" ] || kill $(jobs -pr)' EXIT
parts & # most of the time of this script, on one core; the pages are made meanwhile

bundle() { "$npm/node_modules/.bin/esbuild" --bundle --minify --target=es2022 --format=iife --log-level=warning "$@"; }
bundle "$here/host/page.ts" --outfile="$site/page.js"
bundle "$here/host/worker.ts" --outfile="$site/worker.js"
bundle "$here/host/embed.ts" --outfile="$site/embed.js"
bundle "$here/pages/search.ts" --outfile="$site/pages.js"
cp "$here/pages/pages.css" "$site"
node --no-warnings "$here/pages/pages.mjs" "$site" "$npm" "$build/bin/stallscope.wasm"
wait $!
cp "$split/first.small.wasm" "$site/stallscope.wasm"
cp "$split/rest.small.wasm" "$site/stallscope-rest.wasm"
# The service worker gets the list of all files, and a hash of them as their version.
files=$(cd "$site" && find . -type f | sort | sed 's/^\.\///' | jq -R . | jq -sc '["."] + .')
version=$(cd "$site" && find . -type f | sort | xargs sha256sum | sha256sum | cut -c1-16)
bundle "$here/host/service.ts" --define:STALLSCOPE_VERSION="\"$version\"" --define:STALLSCOPE_FILES="$files" --outfile="$site/service.js"
node "$here/compress.mjs" "$site"
node "$here/sizes.mjs" "$site"
