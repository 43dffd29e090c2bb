#pragma once

#include "input_output/guest_input.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "session/runner.hpp"
#include "subject/subject.hpp"

#include <optional>
#include <string_view>

namespace stallscope::cli {

/// The program and machine of a command on a pipeline.
struct Simulated {
  machine::Machine machine;
  isa::Program program;
  session::RunOptions options; ///< with the guest's input; no progress yet
};

/// Reads everything a subject names. Prints errors and returns nothing when there are any, or when
/// the user interrupts. `on_reference`: why the reference machine is not possible: "so there is
/// nothing to explain". `input` must outlive the options.
[[nodiscard]] std::optional<Simulated> read_subject(const Subject& subject, GuestInput& input,
                                                    std::string_view on_reference);

} // namespace stallscope::cli
