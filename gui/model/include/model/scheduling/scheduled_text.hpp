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

/// Parses a generated text, with the initial registers of the original program.
[[nodiscard]] Result<isa::Program> reread(const isa::Program& program, const std::string& text,
                                          const machine::Machine& machine);

/// An order of one block that replaces the scheduler's.
struct GivenOrder {
  std::size_t block = 0; ///< index in sched::basic_blocks
  std::vector<sched::Node> order;
};

/// A program's text with reordered blocks.
struct ScheduledBlocks {
  std::string text;
  std::size_t blocks = 0;  ///< total number of blocks
  std::size_t changed = 0; ///< number of blocks with a new order
};

/// Schedules every basic block (sched::schedulers), except those with a given order. Fails for
/// machine code, which has no text, for unknown schedulers, and when `go_on`, called before each
/// block, returns false.
[[nodiscard]] Result<ScheduledBlocks> scheduled_blocks(const isa::Program& program,
                                                       const machine::Machine& machine,
                                                       std::string_view scheduler,
                                                       std::span<const GivenOrder> given = {},
                                                       const std::function<bool()>& go_on = {});

/// The source text of a program with every basic block scheduled (sched::schedulers). Fails for
/// machine code, which has no text, and for unknown schedulers.
[[nodiscard]] Result<std::string> scheduled_text(const isa::Program& program,
                                                 const machine::Machine& machine,
                                                 std::string_view scheduler);

/// The program of scheduled_text().
[[nodiscard]] Result<isa::Program> scheduled_program(const isa::Program& program,
                                                     const machine::Machine& machine,
                                                     std::string_view scheduler);

} // namespace stallscope::gui
