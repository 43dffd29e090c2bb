#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "sched/rewriting/rewrite.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A text made of a program, read again, with the registers the program begins with.
[[nodiscard]] Result<isa::Program> reread(const isa::Program& program, const std::string& text,
                                          const machine::Machine& machine);

/// The order of one block, in the place of what a scheduler gives it.
struct GivenOrder {
  std::size_t block = 0; ///< of sched::basic_blocks
  std::vector<sched::Node> order;
};

/// A program's text with its blocks in other orders.
struct ScheduledBlocks {
  std::string text;
  std::size_t blocks = 0;  ///< how many there are
  std::size_t changed = 0; ///< how many have another order now
};

/// Every basic block in the order a scheduler (sched::schedulers) gives it, but for those with an
/// order of their own. An error for machine code, which has no text, and for unknown schedulers;
/// and when `go_on`, asked before each block, says no.
[[nodiscard]] Result<ScheduledBlocks> scheduled_blocks(const isa::Program& program,
                                                       const machine::Machine& machine,
                                                       std::string_view scheduler,
                                                       std::span<const GivenOrder> given = {},
                                                       const std::function<bool()>& go_on = {});

/// The source text of a program with every basic block in the order a scheduler (sched::schedulers)
/// gives it. An error for machine code, which has no text, and for unknown schedulers.
[[nodiscard]] Result<std::string> scheduled_text(const isa::Program& program,
                                                 const machine::Machine& machine,
                                                 std::string_view scheduler);

/// The program of that text.
[[nodiscard]] Result<isa::Program> scheduled_program(const isa::Program& program,
                                                     const machine::Machine& machine,
                                                     std::string_view scheduler);

} // namespace stallscope::gui
