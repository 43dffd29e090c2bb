#!/usr/bin/env bash
# Runs every fuzzer for a while on its kept corpus: tests/fuzz/run.sh [SECONDS each, default 60] [NAME...]
# FUZZ_SEED=N: the same inputs in the same order each time, as far as the time goes; without it they differ.
# FUZZ_JOBS=N: so many fuzzers at a time, default 2. All of them for an hour each: tests/fuzz/run.sh 3600
# Each run is a line of build/fuzz/counts.tsv: when it ended, fuzzer, seconds, inputs, edges of the program it has met.
# New inputs go to build/fuzz/corpus; an input that crashes is kept in build/fuzz/crashes: add it to the corpus with
# the fix. Ends with an error when anything crashed, leaked, hung for 10 s, or took more than 2 GB.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:-60}
shift || true
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(tac mips riscv x86 decode elf machine run syscall machine_mode call regions kanata o3 order job measured graph onnx batch)

packages=(clang libclang-rt-14-dev)
missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | cut -c1-2)" = "ii" ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "The fuzzers need ${missing[*]} (clang's libFuzzer and sanitizers)" >&2
  root=()
  [ "$(id -u)" -eq 0 ] || root=(sudo)
  "${root[@]}" apt-get update -qq
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
fi

mkdir -p build/fuzz
cmake --preset asan >build/fuzz.log 2>&1 || { cat build/fuzz.log; exit 1; }
cmake --build --preset asan --target "${names[@]/#/fuzz_}" >build/fuzz.log 2>&1 || { cat build/fuzz.log; exit 1; }

failed=()
run_one() {
  local name=$1
  mkdir -p "build/fuzz/corpus/$name" "build/fuzz/crashes/$name"
  local log="build/fuzz/$name.log"
  if "build/asan/bin/fuzz_$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=4096 \
      -seed="${FUZZ_SEED:-0}" \
      -print_final_stats=1 -artifact_prefix="build/fuzz/crashes/$name/" \
      "build/fuzz/corpus/$name" "tests/fuzz/corpus/$name" \
      programs/lecture programs/textbook sim/machine/presets >"$log" 2>&1; then
    local inputs edges
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    printf '%s\t%s\t%s\t%s\t%s\n' "$(date -u +%FT%TZ)" "$name" "$seconds" "$inputs" "$edges" >>build/fuzz/counts.tsv
    echo "fuzz $name: $inputs inputs in ${seconds} s, $edges edges, no crash"
  else
    echo "fuzz $name: FAILED, see $log and build/fuzz/crashes/$name"
    tail -n 40 "$log"
    return 1
  fi
}

# Two at a time: the machines this is meant for have two cores.
jobs=${FUZZ_JOBS:-2}
for ((i = 0; i < ${#names[@]}; i += jobs)); do
  pids=()
  for name in "${names[@]:i:jobs}"; do
    run_one "$name" &
    pids+=("$!:$name")
  done
  for entry in "${pids[@]}"; do
    wait "${entry%%:*}" || failed+=("${entry#*:}")
  done
done
[ ${#failed[@]} -eq 0 ] || { echo "crashed: ${failed[*]}"; exit 1; }
