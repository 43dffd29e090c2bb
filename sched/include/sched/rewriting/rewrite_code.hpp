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

/// Writes the blocks of an executable file in other orders, in place: every block keeps its bytes
/// and its address, so that nothing outside it notices. Instructions may be 2 and 4 bytes long.
/// Offsets that an order has changed (Folding) are encoded again, and so are auipc that have moved,
/// with the halves of addresses that follow them. What a file says about places within a block
/// (lines of the source, unwinding) stays as it was.
class CodeWriter {
public:
  /// `program` was read from the executable file `elf`, which views `bytes`; all outlive the
  /// writer.
  CodeWriter(const isa::Program& program, const isa::ElfFile& elf,
             std::span<const std::uint8_t> bytes);
  ~CodeWriter();
  CodeWriter(const CodeWriter&) = delete;
  CodeWriter& operator=(const CodeWriter&) = delete;

  /// The block lies in a section of code; true also when the file does not say what its sections
  /// are. What surrounds code in its segment, such as constants, reads as instructions as well.
  [[nodiscard]] bool is_code(const Block& block) const;

  /// Why a block has to stay as it is, or an empty string: nothing known leads to it, so that it
  /// may be data; it holds what is no instruction; the program reads it or may change it.
  [[nodiscard]] std::string why_left(const Block& block) const;

  /// Notes in the block which of its instructions have to keep their place: auipc whose value is
  /// read by others than the other halves of its address, or behind the block. To be called before
  /// its dependences are found.
  void fix(Block& block) const;

  /// Writes the block in this order; gives why not, or an empty string.
  [[nodiscard]] std::string write(const Reordered& reordered);

  /// The file with all that has been written.
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

private:
  struct Map; ///< what is known of the whole of the code

  const isa::Program& program_;
  std::vector<std::uint8_t> bytes_;
  std::unique_ptr<const Map> map_;
};

} // namespace stallscope::sched
