#pragma once

#include "isa/elf.hpp"
#include "isa/program.hpp"
#include "sched/control_flow/block.hpp"
#include "sched/rewriting/rewrite.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Reorders blocks of an executable file in place: every block keeps its address range,
/// so that nothing outside is affected. Instructions can have 2 and 4 bytes. Offsets changed
/// by an order (Folding) are re-encoded, and so are moved auipc together with the lower halves of
/// their addresses. Debug and unwind information within a block is not updated.
class CodeWriter {
public:
  /// `program` was read from the executable file `elf`, which views `bytes`; all must outlive the
  /// writer.
  CodeWriter(const isa::Program& program, const isa::ElfFile& elf,
             std::span<const std::uint8_t> bytes);
  ~CodeWriter();
  CodeWriter(const CodeWriter&) = delete;
  CodeWriter& operator=(const CodeWriter&) = delete;

  /// The block is in a code section; also true when the file has no section table. Data next to
  /// code in its segment, such as constants, decode as instructions as well.
  [[nodiscard]] bool is_code(const Block& block) const;

  /// Why a block cannot be reordered, or an empty string: no known control flow reaches it, so that
  /// it may be data; it contains bytes that are not instructions; the program reads it or may
  /// modify it.
  [[nodiscard]] std::string why_left(const Block& block) const;

  /// Marks the instructions of the block that must keep their places: auipc whose value is used
  /// other than by the lower halves of its address, or after the block. To be called before the
  /// dependence graph is built.
  void fix(Block& block) const;

  /// Writes the block in this order; returns why not, or an empty string.
  [[nodiscard]] std::string write(const Reordered& reordered);

  /// The file with all changes.
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

private:
  struct Map; ///< information on the whole code

  const isa::Program& program_;
  std::vector<std::uint8_t> bytes_;
  std::unique_ptr<const Map> map_;
};

} // namespace stallscope::sched
