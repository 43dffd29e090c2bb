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
# Reduces the size at equal speed: removes names and merges equal functions. A second pass saves some more kilobytes.
shrink() {
  wasm-opt -Oz --enable-exception-handling --enable-tail-call --enable-simd --enable-bulk-memory \
    --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals --strip-debug --strip-producers "$1" -o "$2"
}
if [ ! "$build/stallscope-web.opt.wasm" -nt "$build/bin/stallscope-web.wasm" ]; then
  shrink "$build/bin/stallscope-web.wasm" "$build/stallscope-web.once.wasm"
  shrink "$build/stallscope-web.once.wasm" "$build/stallscope-web.opt.wasm"
fi
cp "$build/stallscope-web.opt.wasm" "$site/stallscope.wasm"

bundle() { "$npm/node_modules/.bin/esbuild" --bundle --minify --target=es2022 --format=iife --log-level=warning "$@"; }
bundle "$here/host/page.ts" --outfile="$site/page.js"
bundle "$here/host/worker.ts" --outfile="$site/worker.js"
bundle "$here/host/embed.ts" --outfile="$site/embed.js"
bundle "$here/pages/search.ts" --outfile="$site/pages.js"
cp "$here/pages/pages.css" "$site"
node "$here/pages/pages.mjs" "$site" "$npm" "$build/bin/stallscope.wasm"
# The service worker gets the list of all files, and a hash of them as their version.
files=$(cd "$site" && find . -type f | sort | sed 's/^\.\///' | jq -R . | jq -sc '["."] + .')
version=$(cd "$site" && find . -type f | sort | xargs sha256sum | sha256sum | cut -c1-16)
bundle "$here/host/service.ts" --define:STALLSCOPE_VERSION="\"$version\"" --define:STALLSCOPE_FILES="$files" --outfile="$site/service.js"
node "$here/compress.mjs" "$site"
