#include "subject/simulated.hpp"

#include "input_output/console.hpp"

#include <fmt/format.h>

#include <utility>

namespace stallscope::cli {

std::optional<Simulated> read_subject(const Subject& subject, GuestInput& input,
                                      std::string_view on_reference) {
  if (!standard_input_once(subject, {}))
    return std::nullopt;
  if (subject.machine == kReferenceMachine) {
    print_error(fmt::format("--machine {}: it has no pipeline, {}; expected another machine (see "
                            "'stallscope machines')",
                            kReferenceMachine, on_reference));
    return std::nullopt;
  }
  auto machine = load_machine(subject.machine, subject.settings);
  if (!machine)
    return std::nullopt;
  auto program = load_for(subject.program, subject, *machine);
  if (!program || !can_run(*machine, *program) || !input.read(subject))
    return std::nullopt;
  auto options = run_options(subject, *program);
  if (!options)
    return std::nullopt;
  input.apply_to(*options);
  return Simulated{std::move(*machine), std::move(*program), std::move(*options)};
}

} // namespace stallscope::cli
