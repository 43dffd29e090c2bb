#include "schedule/schedule_source.hpp"

#include "base/read_file.hpp"
#include "input_output/console.hpp"
#include "isa/assemble.hpp"
#include "subject/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace stallscope::cli {

namespace {

/// Limit of blocks shown without --block or --function.
constexpr std::size_t kMaxBlocks = 5000;

/// The undefined symbols, if there are no other errors.
std::vector<std::string> undefined_symbols(const Diagnostics& problems) {
  constexpr std::string_view kEnd = "' is not defined";
  std::vector<std::string> names;
  for (const Diagnostic& problem : problems) {
    if (problem.severity != Severity::error)
      continue;
    const std::size_t end = problem.message.find(kEnd);
    if (!problem.message.starts_with("'") || end == std::string::npos)
      return {};
    std::string name = problem.message.substr(1, end - 1);
    name = name.substr(0, name.find('@')); // call puts@plt
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

/// Compiler output refers to symbols of other files. Scheduling only requires that they have an
/// address.
std::optional<Source> with_missing_symbols(const ScheduleArguments& a) {
  if (a.subject.program == "-" || isa::isa_from_file_name(a.subject.program) != isa::Isa::riscv)
    return std::nullopt;
  Result<std::string> file = read_file(a.subject.program, isa::kMaxSourceBytes, "a program");
  if (!file)
    return std::nullopt;
  std::string text = std::move(file).value();
  if (isa::looks_like_x86(text) || text.starts_with("\x7f"))
    return std::nullopt;
  auto machine = load_machine(a.subject.machine, a.subject.settings);
  if (!machine)
    return std::nullopt;
  isa::AssembleOptions options;
  options.xlen = a.subject.xlen.value_or(machine->xlen);
  options.xlen_may_change = !a.subject.xlen;
  options.library = a.simulate; // must be linked with the same library
  const auto assemble = [&] {
    return isa::assemble(isa::Isa::riscv, a.subject.program, text, options);
  };
  const auto alone = assemble();
  const std::vector<std::string> names =
      alone ? std::vector<std::string>{} : undefined_symbols(alone.diagnostics());
  if (names.empty())
    return std::nullopt;
  if (!text.ends_with('\n'))
    text += '\n';
  Source source;
  source.added_lines = 1 + names.size();
  text += ".text\n";
  for (const std::string& name : names) {
    text += name + ":\n";
    source.missing += (source.missing.empty() ? "" : ", ") + name;
  }
  auto program = assemble();
  if (!program)
    return std::nullopt;
  for (const std::string& note : assumed_units(*machine, *program))
    if (!a.subject.quiet)
      print_warning(note);
  if (!can_run(*machine, *program))
    return std::nullopt;
  source.subject.program = std::move(program).value();
  source.subject.machine = *std::move(machine);
  return source;
}

} // namespace

std::optional<Source> read_source(const ScheduleArguments& a, GuestInput& input) {
  if (a.subject.machine != kReferenceMachine)
    if (auto source = with_missing_symbols(a)) {
      if (!a.simulate)
        return source;
      print_error(fmt::format("--simulate: {} calls what it does not define ({}); expected a whole "
                              "program",
                              a.subject.program, source->missing));
      return std::nullopt;
    }
  auto subject = read_subject(a.subject, input, "so nothing can be scheduled for it");
  if (!subject)
    return std::nullopt;
  Source source;
  source.subject = *std::move(subject);
  return source;
}

std::string without_last_lines(std::string text, std::size_t lines) {
  for (; lines > 0 && text.size() > 1; --lines)
    text.erase(text.find_last_of('\n', text.size() - 2) + 1);
  return text;
}

bool writes_program(const ScheduleArguments& a) {
  return !a.output_file.empty() && !a.format;
}

std::optional<sched::AliasHints> hints_of(const ScheduleArguments& a, const isa::Program& program) {
  sched::AliasHints hints;
  for (const std::string& name : a.restricted) {
    const RegId reg = program.register_named(name);
    if (reg == kNoRegister) {
      print_error(fmt::format("--restrict {}: no register of this program", name));
      return std::nullopt;
    }
    hints.restrict_registers.push_back(reg);
  }
  return hints;
}

NumberedBlocks chosen_blocks(const ScheduleArguments& a, const isa::Program& program,
                             const machine::Machine& machine) {
  NumberedBlocks chosen;
  const std::vector<sched::Block> blocks =
      a.function.empty() ? sched::basic_blocks(program, machine.delay_slot)
                         : sched::blocks_of_function(program, a.function, machine.delay_slot);
  if (blocks.empty() && !a.function.empty()) {
    std::vector<std::string_view> names;
    for (const auto& [name, symbol] : program.symbols)
      if (symbol.is_code)
        names.push_back(name);
    const std::string_view near = nearest_word(a.function, names);
    print_error(fmt::format("--function {}: no such function or label{}", a.function,
                            near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    return chosen;
  }
  std::size_t number = 0;
  const char* end = a.block.data() + a.block.size();
  const auto [last, error] = std::from_chars(a.block.data(), end, number);
  const bool by_number = !a.block.empty() && error == std::errc{} && last == end;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (a.block.empty() || (by_number ? number == i + 1 : blocks[i].label == a.block))
      chosen.emplace_back(i + 1, blocks[i]);
  if (chosen.empty()) {
    std::vector<std::string_view> labels;
    for (const sched::Block& block : blocks)
      labels.push_back(block.label);
    const std::string_view near = nearest_word(a.block, labels);
    print_error(a.block.empty()
                    ? fmt::format("{} has no instructions to schedule", program.name)
                    : fmt::format("--block {}: no such block; expected a number from 1 to {} or "
                                  "the label of a block{}",
                                  a.block, blocks.size(),
                                  near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  } else if (chosen.size() > kMaxBlocks && !writes_program(a)) {
    print_error(fmt::format("{} has {} basic blocks; expected one function with --function "
                            "NAME, or one block with --block N",
                            program.name, chosen.size()));
    chosen.clear();
  }
  return chosen;
}

} // namespace stallscope::cli
