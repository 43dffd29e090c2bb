#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <string>
#include <string_view>

namespace stallscope::gui {

/// A text made of a program, read again, with the registers the program begins with.
[[nodiscard]] Result<isa::Program> reread(const isa::Program& program, const std::string& text,
                                          const machine::Machine& machine);

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
