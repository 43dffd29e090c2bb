#include "commands.hpp"
#include "console.hpp"
#include "isa/assemble.hpp"
#include "result_file.hpp"
#include "sched/rewrite.hpp"
#include "schedule_report.hpp"
#include "schedule_transform.hpp"
#include "simulated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

namespace stallscope::cli {

namespace {

/// More blocks than anybody reads are only shown when they are asked for one by one.
constexpr std::size_t kMaxBlocks = 5000;

/// The schedulers of a list; prints which word is none.
std::optional<std::vector<std::string>> schedulers_of(const std::string& list) {
  std::vector<std::string_view> known;
  for (const sched::SchedulerInfo& info : sched::schedulers())
    known.push_back(info.name);
  std::vector<std::string> chosen;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string word = list.substr(begin, end - begin);
    begin = end + 1;
    if (word == "all") {
      chosen.assign(known.begin(), known.end());
    } else if (std::find(known.begin(), known.end(), word) == known.end()) {
      const std::string_view near = nearest_word(word, known);
      std::string all;
      for (const std::string_view name : known)
        all += (all.empty() ? "" : ", ") + std::string(name);
      print_error(fmt::format("--with {}: unknown scheduler '{}'; expected some of {}, or all{}",
                              list, word, all,
                              near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
      return std::nullopt;
    } else if (std::find(chosen.begin(), chosen.end(), word) == chosen.end()) {
      chosen.push_back(word);
    }
  }
  return chosen;
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

/// -o is the file of a result in a format, or without one of the program.
bool writes_program(const ScheduleArguments& a) {
  return !a.output_file.empty() && !a.format;
}

/// The blocks to schedule, with their numbers; prints why there are none.
std::vector<std::pair<std::size_t, sched::Block>> chosen_blocks(const ScheduleArguments& a,
                                                                const isa::Program& program,
                                                                const machine::Machine& machine) {
  std::vector<std::pair<std::size_t, sched::Block>> chosen;
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

/// A program to schedule.
struct Source {
  Simulated subject;
  std::size_t added_lines = 0; ///< behind its text, for `missing`
  std::string missing; ///< symbols of other files that were put in its place, "memmove, puts"
};

/// The symbols that are not defined, when that is all that is wrong.
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

/// Text as a compiler writes it calls what lies in other files. For scheduling it is enough that
/// these names stand for some address.
std::optional<Source> with_missing_symbols(const ScheduleArguments& a) {
  std::ifstream file(a.subject.program);
  if (a.subject.program == "-" || !file ||
      isa::isa_from_file_name(a.subject.program) != isa::Isa::riscv)
    return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (isa::looks_like_x86(text) || text.starts_with("\x7f"))
    return std::nullopt;
  isa::AssembleOptions options;
  options.xlen = a.subject.xlen.value_or(options.xlen);
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
  auto machine = load_machine(a.subject.machine, a.subject.settings);
  if (!program || !machine || !can_run(*machine, *program))
    return std::nullopt;
  source.subject.program = std::move(program).value();
  source.subject.machine = *std::move(machine);
  return source;
}

/// Prints what is wrong and gives nothing when something is.
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

/// A text without its last lines.
std::string without_last_lines(std::string text, std::size_t lines) {
  for (; lines > 0 && text.size() > 1; --lines)
    text.erase(text.find_last_of('\n', text.size() - 2) + 1);
  return text;
}

ScheduledBlock schedule_block(const ScheduleArguments& a, std::size_t number,
                              const sched::Block& block, const machine::Machine& machine,
                              const std::vector<std::string>& names,
                              const sched::AliasHints& hints) {
  sched::DependenceGraph shown = sched::dependences(block, machine, hints);
  const sched::Folding folding = a.no_fold ? sched::Folding{} : sched::foldable(block);
  sched::DependenceGraph graph =
      folding.empty() ? shown : sched::dependences(block, machine, hints, folding);
  const sched::LegalOrders orders = sched::count_legal_orders(shown);
  ScheduledBlock scheduled{number,
                           {std::move(graph), machine},
                           a.reduce ? sched::transitive_reduction(shown) : shown,
                           orders,
                           sched::why_inexact(machine, block),
                           {}};
  sched::ScheduleOptions options;
  options.steps = a.steps;
  options.optimal_seconds = a.optimal_seconds;
  options.hints = hints;
  for (const std::string& name : names)
    scheduled.schedules.push_back(sched::make_schedule(scheduled.problem, name, options));
  return scheduled;
}

/// The program's text with the best order of every block. Notes where a block's is another one, as
/// pseudo-instructions stay whole.
std::string best_text(const isa::Program& program, const std::vector<ScheduledBlock>& blocks) {
  std::vector<sched::Reordered> reordered;
  for (const ScheduledBlock& block : blocks) {
    const sched::Schedule& best = *block.best();
    const sched::Block& b = block.problem.block();
    std::vector<sched::Node> order =
        sched::with_whole_lines(b, best.order, block.problem.graph().folding);
    if (order != best.order)
      print_warning(fmt::format(
          "block {} is written with the instructions of each line together: {} cycles, not {}",
          b.label, block.problem.evaluate("", order).cycles, best.cycles));
    reordered.push_back({b, std::move(order), block.problem.graph().folding});
  }
  return sched::rewritten(program, reordered);
}

/// The program is wanted in its new order.
bool makes_program(const ScheduleArguments& a) {
  return writes_program(a) || a.simulate || a.verify;
}

bool can_make_program(const ScheduleArguments& a, const isa::Program& program) {
  if ((!makes_program(a) && !transforms(a)) || sched::can_rewrite(program))
    return true;
  print_error(fmt::format("{}: {} is machine code, which is scheduled but not written; expected "
                          "a program as source text",
                          a.simulate     ? "--simulate"
                          : a.verify     ? "--verify"
                          : a.rename     ? "--rename"
                          : a.unroll > 1 ? "--unroll"
                          : a.fill_slots ? "--fill-slots"
                                         : "--output",
                          program.name));
  return false;
}

using NumberedBlocks = std::vector<std::pair<std::size_t, sched::Block>>;

std::vector<sched::Block> blocks_of(const NumberedBlocks& numbered) {
  std::vector<sched::Block> blocks;
  for (const auto& [number, block] : numbered)
    blocks.push_back(block);
  return blocks;
}

/// The blocks to schedule when the program has been changed first: with --block those that the
/// block has become, `label` its name.
NumberedBlocks blocks_after(const ScheduleArguments& a, const TransformedProgram& made,
                            const machine::Machine& machine, const std::string& label) {
  const std::vector<sched::Block> all =
      a.function.empty() ? sched::basic_blocks(made.program, machine.delay_slot)
                         : sched::blocks_of_function(made.program, a.function, machine.delay_slot);
  const auto& labels = made.labels;
  NumberedBlocks blocks;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (a.block.empty() || all[i].label == label ||
        std::find(labels.begin(), labels.end(), all[i].label) != labels.end())
      blocks.emplace_back(i + 1, all[i]);
  return blocks;
}

/// Compares the program with what was made of it; prints what is wrong and gives nothing when that
/// cannot be read.
std::optional<sched::Verification> verified(const ScheduleArguments& a, const isa::Program& program,
                                            const machine::Machine& machine,
                                            const std::string& text,
                                            const sched::AliasHints& hints) {
  const auto result = reread(program, program.name + ", scheduled", text, machine);
  if (!result)
    return std::nullopt;
  sched::VerifyOptions options;
  options.seed = a.verify_seed;
  options.delay_slots = machine.delay_slot;
  options.hints = hints;
  return sched::verify(program, *result, options);
}

/// Source and schedule, run on the same machine.
struct BothRuns {
  trace::RunRecord before;
  trace::RunRecord after;
};

/// Runs the scheduled text; prints what is wrong and gives nothing when it cannot be run.
std::optional<BothRuns> simulate(const Simulated& subject, const std::string& text) {
  const auto scheduled =
      reread(subject.program, subject.program.name + ", scheduled", text, subject.machine);
  if (!scheduled)
    return std::nullopt;
  session::RunOptions options = subject.options;
  options.record = true;
  options.to_cycle = 1000;
  BothRuns runs{session::run_program(subject.program, subject.machine, options),
                session::run_program(*scheduled, subject.machine, options)};
  trace::number_alike(runs.before, runs.after);
  return runs;
}

std::string result_of(const ScheduleArguments& a, const ScheduleReport& report,
                      const std::optional<BothRuns>& runs) {
  trace::View view;
  view.table = true;
  switch (a.format.value_or(ScheduleFormat::text)) {
  case ScheduleFormat::json:
    return schedule_json(report, runs ? &runs->before : nullptr, runs ? &runs->after : nullptr);
  case ScheduleFormat::svg:
    return runs ? trace::svg_comparison(runs->before, runs->after, view, trace::Align::cycle)
                : sched::graph_svg(report.blocks.front().shown);
  case ScheduleFormat::html:
    return schedule_html(
        report, runs ? trace::svg_comparison(runs->before, runs->after, view, trace::Align::cycle)
                     : std::string());
  case ScheduleFormat::dot:
    return sched::graph_dot(report.blocks.front().shown);
  case ScheduleFormat::text:
    break;
  }
  std::string text = schedule_text(report);
  if (runs)
    text += "\n" + trace::text_comparison(runs->before, runs->after, view, trace::Align::cycle,
                                          text_style(a.look, false));
  return text;
}

bool one_block_enough(const ScheduleArguments& a, std::size_t blocks) {
  const bool picture =
      a.format == ScheduleFormat::dot || (a.format == ScheduleFormat::svg && !a.simulate);
  if (!picture || blocks == 1)
    return true;
  print_error(fmt::format("--format {}: the graph of one block; expected --block N or --block "
                          "LABEL, as there are {} blocks",
                          a.format == ScheduleFormat::dot ? "dot" : "svg", blocks));
  return false;
}

} // namespace

int schedule_command(const ScheduleArguments& a) {
  const auto names = schedulers_of(a.with);
  if (!names || !can_write(a.output_file) ||
      !keeps_inputs({{"--output", a.output_file}}, files_of(a.subject)))
    return kExitBadInput;
  catch_interrupts();
  GuestInput input;
  const auto source = read_source(a, input);
  if (!source)
    return interrupted() ? kExitInterrupted : kExitBadInput;
  const Simulated* subject = &source->subject;
  const auto hints = hints_of(a, subject->program);
  if (!hints || !can_make_program(a, subject->program))
    return kExitBadInput;
  auto chosen = chosen_blocks(a, subject->program, subject->machine);
  if (chosen.empty())
    return kExitBadInput;
  std::optional<TransformedProgram> made;
  if (transforms(a)) {
    made = transformed(a, subject->program, subject->machine, blocks_of(chosen), *hints);
    if (!made)
      return kExitBadInput;
    chosen = blocks_after(a, *made, subject->machine, chosen.front().second.label);
  }
  if (!one_block_enough(a, chosen.size()))
    return kExitBadInput;

  ScheduleReport report{subject->program.name, subject->machine.name, {}, a.graph, a.steps};
  if (made)
    report.notes = made->notes;
  for (const auto& [number, block] : chosen) {
    if (interrupted())
      return kExitInterrupted;
    report.blocks.push_back(schedule_block(a, number, block, subject->machine, *names, *hints));
  }
  std::string text;
  if (makes_program(a))
    text = best_text(made ? made->program : subject->program, report.blocks);
  if (a.verify) {
    report.verification = verified(a, subject->program, subject->machine, text, *hints);
    if (!report.verification)
      return kExitBadInput;
  }
  text = without_last_lines(std::move(text), source->added_lines);
  std::optional<BothRuns> runs;
  if (a.simulate) {
    runs = simulate(*subject, text);
    if (!runs)
      return kExitBadInput;
  }
  const std::string result = result_of(a, report, runs);
  if (writes_program(a) && !write_result(a.output_file, text))
    return kExitBadInput;
  const bool program_on_stdout = writes_program(a) && is_standard_output(a.output_file);
  if (!program_on_stdout && !write_result(a.format ? a.output_file : std::string(), result))
    return kExitBadInput;
  return report.verification && !report.verification->equal() ? kExitOwnError : kExitOk;
}

} // namespace stallscope::cli
