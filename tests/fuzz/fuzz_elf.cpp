#include "base/check.hpp"
#include "isa/elf.hpp"
#include "isa/executor.hpp"
#include "isa/load_elf.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace {

using namespace stallscope;
using namespace stallscope::isa;

void check_segments(const ElfFile& elf, std::size_t file_bytes) {
  STALLSCOPE_CHECK(!elf.segments.empty(), "a program has memory");
  std::uint64_t memory = 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < elf.segments.size(); ++i) {
    const ElfSegment& s = elf.segments[i];
    STALLSCOPE_CHECK(s.memory_bytes >= s.bytes.size() && s.memory_bytes > 0, "bytes are in memory");
    STALLSCOPE_CHECK(s.address + (s.memory_bytes - 1) >= s.address, "the address space ends");
    if (i > 0)
      STALLSCOPE_CHECK(s.address > elf.segments[i - 1].address &&
                           !elf.segments[i - 1].contains(s.address),
                       "segments ascend without overlap");
    memory += s.memory_bytes;
    bytes += s.bytes.size();
  }
  STALLSCOPE_CHECK(memory <= kMaxElfMemoryBytes && bytes <= file_bytes, "limits hold");
  const ElfSegment* entry = elf.segment_at(elf.entry);
  STALLSCOPE_CHECK(entry != nullptr && elf.has_code(*entry), "the entry point is code");
}

void check_symbols(const ElfFile& elf) {
  for (std::size_t i = 0; i < elf.symbols.size(); ++i) {
    const ElfSymbol& s = elf.symbols[i];
    STALLSCOPE_CHECK(i == 0 || elf.symbols[i - 1].address <= s.address, "symbols ascend");
    STALLSCOPE_CHECK(!s.name.empty() && elf.symbol_named(s.name) != nullptr, "symbols are found");
    if (s.kind == ElfSymbolKind::function)
      STALLSCOPE_CHECK(elf.function_at(s.address) != nullptr, "functions are found");
  }
}

void check_lines(const ElfFile& elf) {
  const LineTable& table = elf.lines;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const LineRow& row = table.rows[i];
    STALLSCOPE_CHECK(row.end >= row.address && row.file < table.files.size(), "rows are whole");
    STALLSCOPE_CHECK(i == 0 || table.rows[i - 1].end <= row.address, "rows do not overlap");
    const ElfSegment* s = elf.segment_at(row.address);
    STALLSCOPE_CHECK(s != nullptr && elf.has_code(*s), "rows are about code");
    if (row.end > row.address)
      STALLSCOPE_CHECK(table.row_at(row.end - 1) == &row, "rows are found by their last byte");
  }
  if (!table.rows.empty()) {
    const LineRow& first = table.rows.front();
    STALLSCOPE_CHECK(!table.addresses_of(first.file, first.line).empty(), "lines are found");
    STALLSCOPE_CHECK(table.files[first.file].empty() ||
                         !table.files_named(table.files[first.file]).empty(),
                     "files are found");
  }
}

} // namespace

/// On a bare machine, whatever its flags are. Files that take much memory would take the fuzzer's
/// time.
void run_on_bare_machine(std::span<const std::uint8_t> bytes, const ElfFile& elf) {
  constexpr std::uint64_t kMostMemory = 1 << 20;
  constexpr std::uint64_t kInstructions = 200;
  std::uint64_t memory = 0;
  for (const ElfSegment& segment : elf.segments)
    memory += segment.memory_bytes;
  if (memory > kMostMemory)
    return;
  ElfOptions options;
  options.platform = Platform::bare_metal;
  const Result<Program> program = program_from_elf("input", bytes, options);
  (void)format(program.diagnostics());
  if (program)
    (void)run_reference(*program, {}, kInstructions);
}

// Any bytes are a program that keeps what ElfFile promises, or problems that can be printed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<ElfFile> elf = read_elf("input", {data, size});
  (void)format(elf.diagnostics());
  if (!elf) {
    STALLSCOPE_CHECK(has_errors(elf.diagnostics()), "a failure says why");
    return 0;
  }
  STALLSCOPE_CHECK(!has_errors(elf.diagnostics()), "a program has no errors");
  check_segments(*elf, size);
  check_symbols(*elf);
  check_lines(*elf);
  run_on_bare_machine({data, size}, *elf);
  return 0;
}
