#!/usr/bin/env bash
# fetch_sources.sh FOLDER: the sources that the web build compiles, from Debian's source packages (apt checks their signatures):
# LLVM's C++ run-time library, Dear ImGui, FreeType, zlib and Zstandard. What is there is kept.
set -euo pipefail
folder=$1
mkdir -p "$folder/apt/lists/partial"
cd "$folder"
. /etc/os-release
mirror=http://deb.debian.org
for suite in "debian $VERSION_CODENAME" "debian $VERSION_CODENAME-updates" "debian-security $VERSION_CODENAME-security"; do
  echo "deb-src $mirror/$suite main"
done >apt/sources.list
apt=(apt-get -qq -o "Dir::Etc::SourceList=$PWD/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o "Dir::State::Lists=$PWD/apt/lists" -o APT::Sandbox::User=root)

# fetch NAME PACKAGE PATTERN...: unpacks the patterns of a package's archive into NAME.
fetch() {
  local name=$1 package=$2
  shift 2
  [ -e "$name/.complete" ] && return
  [ -e apt/updated ] || { "${apt[@]}" update && touch apt/updated; }
  rm -rf "apt/$name" "$name"
  mkdir -p "apt/$name" "$name"
  (cd "apt/$name" && "${apt[@]}" source --download-only --tar-only "$package")
  tar -C "$name" --strip-components=1 --wildcards -xf "$(ls "apt/$name/"*.orig.tar.*)" "$@"
  rm -rf "apt/$name"
  touch "$name/.complete"
}

fetch llvm llvm-toolchain-19 '*/libcxx/src/*' '*/libcxxabi/src/*' '*/libcxxabi/include/*' '*/libunwind/src/*' \
  '*/libunwind/include/*'
fetch imgui imgui '*.cpp' '*.h' '*/LICENSE.txt'
fetch freetype freetype '*/src/*' '*/include/*' '*/builds/*' '*/CMakeLists.txt'
fetch zlib zlib '*.c' '*.h'
fetch zstd libzstd '*/lib/*'
rm -rf apt/lists apt/updated
