#pragma once

#include "isa/elf.hpp"
#include "isa/program.hpp"
#include "sched/control_flow/block.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::sched {

/// The blocks of machine code that are certainly code, and neither read nor modified as data.
class ReachedCode {
public:
  ReachedCode(const isa::Program& program, const isa::ElfFile& elf);

  /// The block is in a code section; also true when the file has no section table.
  [[nodiscard]] bool is_code(const Block& block) const;

  /// Why a block (of basic_blocks) cannot be reordered, or an empty string.
  [[nodiscard]] std::string why_left(const Block& block) const;

private:
  struct Place {
    std::size_t block = 0; ///< index in basic_blocks
    std::uint64_t end = 0; ///< address
    bool reached = false;
    bool entered_within = false; ///< a jump leads into the middle of the block
  };

  class Finder;

  using Range = std::pair<std::uint64_t, std::uint64_t>; ///< addresses, [begin, end)

  std::map<std::uint64_t, Place> places_; ///< by address
  std::vector<Range> sections_;           ///< sections with code; empty: the file has no section
                                          ///< table
  std::vector<Range> changeable_;
  std::vector<Range> data_; ///< data between code
};

} // namespace stallscope::sched
