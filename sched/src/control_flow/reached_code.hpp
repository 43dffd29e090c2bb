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

/// Which blocks of machine code are executed for all that is known, and not read or changed.
class ReachedCode {
public:
  ReachedCode(const isa::Program& program, const isa::ElfFile& elf);

  /// The block lies in a section of code; true also when the file does not say what its sections
  /// are.
  [[nodiscard]] bool is_code(const Block& block) const;

  /// Why a block (of basic_blocks) may not be moved, or an empty string.
  [[nodiscard]] std::string why_left(const Block& block) const;

private:
  struct Place {
    std::size_t block = 0; ///< of basic_blocks
    std::uint64_t end = 0; ///< address
    bool reached = false;
    bool entered_within = false; ///< some jump leads between its instructions
  };

  class Finder;

  using Range = std::pair<std::uint64_t, std::uint64_t>; ///< addresses, [begin, end)

  std::map<std::uint64_t, Place> places_; ///< by address
  std::vector<Range> sections_;           ///< of code; empty: the file does not say
  std::vector<Range> changeable_;
  std::vector<Range> data_; ///< within the code
};

} // namespace stallscope::sched
