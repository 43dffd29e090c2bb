#pragma once

#include "input_output/guest_input.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "session/runner.hpp"
#include "subject/subject.hpp"

#include <optional>
#include <string_view>

namespace stallscope::cli {

/// Program and machine of a command that simulates a pipeline.
struct Simulated {
  machine::Machine machine;
  isa::Program program;
  session::RunOptions options; ///< with the guest's input, without progress
};

/// Reads everything a subject names. Prints errors and returns nothing on failure, or when the user
/// interrupts. `on_reference`: why the reference machine is refused: "so there is nothing to
/// explain". `input` must outlive the options.
[[nodiscard]] std::optional<Simulated> read_subject(const Subject& subject, GuestInput& input,
                                                    std::string_view on_reference);

} // namespace stallscope::cli
