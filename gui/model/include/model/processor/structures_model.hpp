#pragma once

#include "model/language/strings.hpp"
#include "model/run/run.hpp"
#include "trace/structure.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A cell of a structure's table.
struct StructureCell {
  std::string text;
  bool changed = false; ///< changed in this cycle
};

struct StructureTable {
  std::string name;  ///< identifier
  std::string title; ///< "Reorder buffer, 5 of 128"
  std::vector<std::string> columns;
  std::vector<std::vector<StructureCell>> rows;
};

struct RegisterLine {
  RegId reg = 0;
  std::string name;
  std::string value; ///< as a number
  std::string hex;
  bool changed = false; ///< changed in this cycle
  bool floating_point = false;
};

struct MemoryLine {
  std::uint64_t address = 0;
  std::array<std::uint8_t, 16> bytes{};
  std::array<bool, 16> changed{}; ///< changed in this cycle
  std::string text;               ///< printable characters, '.' for other bytes
};

/// The state of the machine at the end of a cycle, with the changes since the previous one.
struct StructuresView {
  bool loading = false;
  std::uint64_t cycle = 0;
  std::vector<StructureTable> tables; ///< empty for machines without queues or stations
  std::vector<RegisterLine> registers;
  std::vector<MemoryLine> memory;
  std::string output;
  std::size_t new_output = 0; ///< number of bytes at its end printed in this cycle
};

class StructuresModel {
public:
  std::uint64_t memory_address = 0; ///< address of the first line shown, a multiple of 16
  std::size_t memory_lines = 16;
  bool all_registers = false; ///< also registers that the program does not use

  /// Shows the memory of the program's data segment, or of its stack.
  void go_to_data(const Run& run);
  /// Shows the memory at an address ("0x1000", "4096"), at the value of a register ("sp", "$sp"),
  /// or at a label. Returns an error as a sentence; empty: done.
  [[nodiscard]] std::string go_to(const Run& run, std::string_view where);
  const StructuresView& visible(Run& run, std::uint64_t cycle);

  // Edits at the end of the displayed cycle. Each function returns an error as a sentence; empty:
  // done.

  /// An integer ("-3", "0x10"), for a floating-point register also a decimal ("2.5").
  [[nodiscard]] static std::string set_register(Run& run, std::uint64_t cycle, RegId reg,
                                                std::string_view text);
  /// A number of 1, 2, 4 or 8 bytes, little-endian.
  [[nodiscard]] static std::string set_memory(Run& run, std::uint64_t cycle, std::uint64_t address,
                                              std::string_view text, unsigned bytes);
  /// Bytes as two hexadecimal digits each, with or without blanks between them: "2a 00ff".
  [[nodiscard]] static std::string set_bytes(Run& run, std::uint64_t cycle, std::uint64_t address,
                                             std::string_view text);

private:
  StructuresView view_;
  std::vector<std::uint64_t> committed_; ///< registers at the end of the displayed cycle
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
  std::uint64_t address_ = 0;
  std::size_t lines_ = 0;
  bool all_ = false;
  Language language_ = Language::english;
};

/// Compares the rows of a table with those of the previous cycle, matched by their first cell, and
/// marks differing cells, and all cells of new rows, as changed.
[[nodiscard]] StructureTable with_changes(const trace::StructureView& now,
                                          const trace::StructureView* before);

} // namespace stallscope::gui
