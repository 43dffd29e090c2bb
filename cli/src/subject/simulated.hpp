#pragma once

#include "input_output/guest_input.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "session/runner.hpp"
#include "subject/subject.hpp"

#include <optional>
#include <string_view>

namespace stallscope::cli {

/// What a command that asks about a pipeline simulates.
struct Simulated {
  machine::Machine machine;
  isa::Program program;
  session::RunOptions options; ///< with the guest's input; no progress yet
};

/// Reads all that a subject names. Prints what is wrong and gives nothing when something is, or
/// when the user interrupts. `on_reference` says why the machine without a pipeline will not do:
/// "so there is nothing to explain". `input` must outlive the options.
[[nodiscard]] std::optional<Simulated> read_subject(const Subject& subject, GuestInput& input,
                                                    std::string_view on_reference);

} // namespace stallscope::cli
