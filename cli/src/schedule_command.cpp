#include "commands.hpp"
#include "console.hpp"
#include "isa/assemble.hpp"
#include "result_file.hpp"
#include "sched/rewrite.hpp"
#include "schedule_report.hpp"
#include "simulated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace stallscope::cli {

namespace {

/// More blocks than anybody reads are only shown when they are asked for one by one.
constexpr std::size_t kMaxBlocks = 200;

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

/// The blocks to schedule, with their numbers; prints why there are none.
std::vector<std::pair<std::size_t, sched::Block>> chosen_blocks(const ScheduleArguments& a,
                                                                const isa::Program& program,
                                                                const machine::Machine& machine) {
  std::vector<std::pair<std::size_t, sched::Block>> chosen;
  const std::vector<sched::Block> blocks = sched::basic_blocks(program, machine.delay_slot);
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
  } else if (chosen.size() > kMaxBlocks) {
    print_error(fmt::format("{} has {} basic blocks; expected one of them with --block N or "
                            "--block LABEL",
                            program.name, chosen.size()));
    chosen.clear();
  }
  return chosen;
}

ScheduledBlock schedule_block(const ScheduleArguments& a, std::size_t number,
                              const sched::Block& block, const machine::Machine& machine,
                              const std::vector<std::string>& names,
                              const sched::AliasHints& hints) {
  sched::DependenceGraph graph = sched::dependences(block, machine, hints);
  sched::DependenceGraph shown = a.reduce ? sched::transitive_reduction(graph) : graph;
  sched::LegalOrders orders = sched::count_legal_orders(graph);
  ScheduledBlock scheduled{number, {std::move(graph), machine},        std::move(shown),
                           orders, sched::why_inexact(machine, block), {}};
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
    std::vector<sched::Node> order = sched::with_whole_lines(b, best.order);
    if (order != best.order)
      print_warning(fmt::format(
          "block {} is written with the instructions of each line together: {} cycles, not {}",
          b.label, block.problem.evaluate("", order).cycles, best.cycles));
    reordered.push_back({b, std::move(order)});
  }
  return sched::rewritten(program, reordered);
}

bool can_write_program(const isa::Program& program, std::string_view option) {
  if (sched::can_rewrite(program))
    return true;
  print_error(fmt::format("{}: {} is machine code, which is scheduled but not written; expected "
                          "a program as source text",
                          option, program.name));
  return false;
}

/// Source and schedule, run on the same machine.
struct BothRuns {
  trace::RunRecord before;
  trace::RunRecord after;
};

/// Runs the scheduled text; prints what is wrong and gives nothing when it cannot be run.
std::optional<BothRuns> simulate(const Simulated& subject, const ScheduleArguments& a,
                                 const std::string& text) {
  isa::AssembleOptions assemble;
  assemble.xlen = a.subject.xlen.value_or(assemble.xlen);
  assemble.delay_slots = subject.machine.delay_slot;
  auto scheduled =
      isa::assemble(subject.program.isa, subject.program.name + ", scheduled", text, assemble);
  if (!scheduled) {
    print(scheduled.diagnostics());
    return std::nullopt;
  }
  scheduled->initial_registers = subject.program.initial_registers;
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

/// -o is the file of a result in a format, or without one of the program.
bool writes_program(const ScheduleArguments& a) {
  return !a.output_file.empty() && !a.format;
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
  const auto subject = read_subject(a.subject, input, "so nothing can be scheduled for it");
  if (!subject)
    return interrupted() ? kExitInterrupted : kExitBadInput;
  const auto hints = hints_of(a, subject->program);
  if (!hints || ((writes_program(a) || a.simulate) &&
                 !can_write_program(subject->program, a.simulate ? "--simulate" : "--output")))
    return kExitBadInput;
  const auto blocks = chosen_blocks(a, subject->program, subject->machine);
  if (blocks.empty() || !one_block_enough(a, blocks.size()))
    return kExitBadInput;

  ScheduleReport report{subject->program.name, subject->machine.name, {}, a.graph, a.steps};
  for (const auto& [number, block] : blocks) {
    if (interrupted())
      return kExitInterrupted;
    report.blocks.push_back(schedule_block(a, number, block, subject->machine, *names, *hints));
  }
  std::string text;
  if (writes_program(a) || a.simulate)
    text = best_text(subject->program, report.blocks);
  std::optional<BothRuns> runs;
  if (a.simulate) {
    runs = simulate(*subject, a, text);
    if (!runs)
      return kExitBadInput;
  }
  const std::string result = result_of(a, report, runs);
  if (writes_program(a) && !write_result(a.output_file, text))
    return kExitBadInput;
  const bool program_on_stdout = writes_program(a) && is_standard_output(a.output_file);
  if (!program_on_stdout && !write_result(a.format ? a.output_file : std::string(), result))
    return kExitBadInput;
  return kExitOk;
}

} // namespace stallscope::cli
