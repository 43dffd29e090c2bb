#include "base/utf8.hpp"
#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "sched/dependence/loop.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "sched/unrolling/unroll.hpp"
#include "schedule/schedule_code.hpp"
#include "schedule/schedule_report.hpp"
#include "schedule/schedule_source.hpp"
#include "schedule/schedule_transform.hpp"
#include "subject/simulated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace stallscope::cli {

namespace {

/// Transformations across blocks are not block schedulers.
constexpr std::array<std::string_view, 2> kOverBlocks{"superblock", "trace"};

/// The block schedulers in --with; sets a flag in `a` for those across blocks. Prints unknown
/// words.
std::optional<std::vector<std::string>> schedulers_of(ScheduleArguments& a) {
  const std::string& list = a.with;
  std::vector<std::string_view> known;
  for (const sched::SchedulerInfo& info : sched::schedulers())
    known.push_back(info.name);
  const std::size_t of_blocks = known.size();
  known.insert(known.end(), kOverBlocks.begin(), kOverBlocks.end());
  std::vector<std::string> chosen;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string word = list.substr(begin, end - begin);
    begin = end + 1;
    if (word == "all") {
      chosen.assign(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(of_blocks));
    } else if (std::find(known.begin(), known.end(), word) == known.end()) {
      const std::string_view near = nearest_word(word, known);
      std::string all;
      for (const std::string_view name : known)
        all += (all.empty() ? "" : ", ") + std::string(name);
      print_error(fmt::format("--with {}: unknown scheduler '{}'; expected some of {}, or all{}",
                              list, word, all,
                              near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
      return std::nullopt;
    } else if (std::find(kOverBlocks.begin(), kOverBlocks.end(), word) != kOverBlocks.end()) {
      a.superblocks = true;
    } else if (std::find(chosen.begin(), chosen.end(), word) == chosen.end()) {
      chosen.push_back(word);
    }
  }
  if (chosen.empty())
    chosen.emplace_back("source");
  return chosen;
}

/// `shown_alone`: also computes the number of legal orders, which takes longer than scheduling.
ScheduledBlock schedule_block(const ScheduleArguments& a, std::size_t number,
                              const sched::Block& block, const sched::Target& target,
                              const std::vector<std::string>& names, const sched::AliasHints& hints,
                              bool shown_alone) {
  const machine::Machine& machine = target.machine();
  sched::DependenceGraph shown = sched::dependences(block, target, hints);
  if (!sched::loops_of({block}, machine.delay_slot).empty())
    shown.carried = sched::loop_dependences(block, target, hints,
                                            sched::entry_values(block, machine.delay_slot))
                        .carried;
  const sched::Folding folding = a.no_fold ? sched::Folding{} : sched::foldable(block);
  sched::DependenceGraph graph =
      folding.empty() ? shown : sched::dependences(block, target, hints, folding);
  const sched::LegalOrders orders =
      shown_alone ? sched::count_legal_orders(shown) : sched::LegalOrders{};
  ScheduledBlock scheduled{number,
                           {std::move(graph), target},
                           a.reduce ? sched::transitive_reduction(shown) : shown,
                           orders,
                           sched::why_inexact(machine, block).text(),
                           {}};
  sched::ScheduleOptions options;
  options.steps = a.steps;
  options.optimal_seconds = a.optimal_seconds;
  options.hints = hints;
  for (const std::string& name : names)
    scheduled.schedules.push_back(sched::make_schedule(scheduled.problem, name, options));
  return scheduled;
}

/// The program's text with the best order of every block. Warns if the cycles of a block differ
/// from the reported ones because pseudo-instructions are not split.
std::string best_text(const isa::Program& program, const std::vector<ScheduledBlock>& blocks,
                      const sched::AliasHints& hints, bool delay_slot) {
  std::vector<sched::Reordered> reordered;
  const sched::Surroundings around(program, delay_slot);
  for (const ScheduledBlock& block : blocks) {
    const sched::Schedule& best = block.to_write(around);
    const sched::Block& b = block.problem.block();
    std::vector<sched::Node> order =
        sched::with_whole_lines(b, best.order, block.problem.graph().folding, hints);
    if (const auto cycles = block.problem.evaluate("", order).cycles; cycles != best.cycles)
      print_warning(fmt::format(
          "block {} is written with the instructions of each line together: {} cycles, not {}",
          b.label, cycles, best.cycles));
    reordered.push_back({b, std::move(order), block.problem.graph().folding});
  }
  return sched::rewritten(program, reordered);
}

/// The reordered program is requested.
bool makes_program(const ScheduleArguments& a) {
  return writes_program(a) || a.simulate || a.verify;
}

/// The first option that changes more than the order within blocks; empty: none.
std::string_view transforming_option(const ScheduleArguments& a) {
  return a.superblocks          ? "--with superblock"
         : a.strength_reduce    ? "--strength-reduce"
         : a.tail_duplicate > 0 ? "--tail-duplicate"
         : a.rename             ? "--rename"
         : a.unroll > 1         ? "--unroll"
         : !a.pipeline.empty()  ? "--pipeline"
         : a.fill_slots         ? "--fill-slots"
                                : "";
}

bool can_make_program(const ScheduleArguments& a, const isa::Program& program) {
  if (program.misses_delay_slots && (makes_program(a) || !transforming_option(a).empty())) {
    print_error(fmt::format("{} is written for delay slots, which the machine has not: its "
                            "lines cannot be put in another order for it; expected a machine that "
                            "issues in order, which is given delay slots, such as '--machine "
                            "mips-5', or a text with '.set reorder'",
                            program.name));
    return false;
  }
  if (!program.decoded)
    return true;
  if (const std::string_view option = transforming_option(a); !option.empty()) {
    print_error(
        fmt::format("{}: {} is machine code, whose blocks keep their addresses and lengths, "
                    "so that only orders within them can change; expected the program as "
                    "assembly (gcc -S)",
                    option, program.name));
    return false;
  }
  return !writes_program(a) || names_executable(a.output_file, program);
}

std::vector<sched::Block> blocks_of(const NumberedBlocks& numbered) {
  std::vector<sched::Block> blocks;
  for (const auto& [number, block] : numbered)
    blocks.push_back(block);
  return blocks;
}

/// The blocks to schedule after transforming the program: with --block those derived from the block
/// named `label`.
NumberedBlocks blocks_after(const ScheduleArguments& a, const TransformedProgram& made,
                            const machine::Machine& machine, const std::string& label) {
  const std::vector<sched::Block> all =
      a.function.empty() ? sched::basic_blocks(made.program, machine.delay_slot)
                         : sched::blocks_of_function(made.program, a.function, machine.delay_slot);
  const auto& labels = made.labels;
  NumberedBlocks blocks;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::find(made.kept.begin(), made.kept.end(), all[i].label) == made.kept.end() &&
        (a.block.empty() || all[i].label == label ||
         std::find(labels.begin(), labels.end(), all[i].label) != labels.end()))
      blocks.emplace_back(i + 1, all[i]);
  return blocks;
}

/// Verifies the transformed program; prints an error and returns nothing when it cannot be read.
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

BothRuns simulate(const ScheduleArguments& a, const Simulated& subject,
                  const isa::Program& scheduled) {
  session::RunOptions options = subject.options;
  options.record = true;
  options.to_cycle = 1000;
  const auto run = [&](const isa::Program& program) {
    ProgressMeter meter(fmt::format("{} on {}", program.name, subject.machine.name), a.subject,
                        a.look.quiet);
    options.progress = [&meter](const session::Progress& p) { return meter(p); };
    return session::run_program(program, subject.machine, options);
  };
  BothRuns runs{run(subject.program), {}};
  runs.after = run(scheduled);
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
           : !report.loops.empty() ? pipeline_svg(report.loops.front())
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
  std::string text = clean_lines(schedule_text(report));
  if (runs)
    text += "\n" + trace::text_comparison(runs->before, runs->after, view, trace::Align::cycle,
                                          text_style(a.look, false));
  return text;
}

bool one_block_enough(const ScheduleArguments& a, std::size_t blocks) {
  const bool picture = a.format == ScheduleFormat::dot ||
                       (a.format == ScheduleFormat::svg && !a.simulate && a.pipeline.empty());
  if (!picture || blocks == 1)
    return true;
  print_error(fmt::format("--format {}: the graph of one block; expected --block N or --block "
                          "LABEL, as there are {} blocks",
                          a.format == ScheduleFormat::dot ? "dot" : "svg", blocks));
  return false;
}

/// Shows the result, and writes the program if requested; returns the exit code.
int shown(const ScheduleArguments& a, const ScheduleReport& report,
          const std::optional<BothRuns>& runs, const std::string& program, bool executable) {
  const std::string result = result_of(a, report, runs);
  if (writes_program(a) &&
      (!write_result(a.output_file, program) || (executable && !make_executable(a.output_file))))
    return kExitBadInput;
  const bool program_on_stdout = writes_program(a) && is_standard_output(a.output_file);
  if (!program_on_stdout && !write_result(a.format ? a.output_file : std::string(), result))
    return kExitBadInput;
  if (report.verification && !report.verification->equal())
    return kExitOwnError;
  return interrupted() ? kExitInterrupted : kExitOk;
}

/// Generates, verifies and runs the program with the best orders as requested, and writes the
/// results; returns the exit code. `program` is the scheduled one.
int shown_and_written(const ScheduleArguments& a, const Source& source, const isa::Program& program,
                      const sched::AliasHints& hints, ScheduleReport& report) {
  const Simulated& subject = source.subject;
  std::string text;
  if (makes_program(a))
    text = best_text(program, report.blocks, hints, subject.machine.delay_slot);
  if (a.verify) {
    report.verification = verified(a, subject.program, subject.machine, text, hints);
    if (!report.verification)
      return kExitBadInput;
  }
  text = without_last_lines(std::move(text), source.added_lines);
  std::optional<BothRuns> runs;
  if (a.simulate) {
    report.predicted = predicted_runs(subject.program, text, subject.machine);
    const auto scheduled =
        reread(subject.program, subject.program.name + ", scheduled", text, subject.machine);
    if (!scheduled)
      return kExitBadInput;
    runs = simulate(a, subject, *scheduled);
  }
  return shown(a, report, runs, text, false);
}

/// The scheduling steps for machine code.
int shown_and_written(const ScheduleArguments& a, const Simulated& subject, ScheduledCode& code,
                      ScheduleReport& report) {
  if (!makes_program(a))
    return shown(a, report, std::nullopt, {}, true);
  const std::vector<sched::Block> changed = code.write(report);
  std::optional<BothRuns> runs;
  if (a.verify || a.simulate) {
    const auto scheduled = code.program(subject.program);
    if (!scheduled)
      return kExitBadInput;
    if (a.verify)
      report.verification = code.verified(subject.program, *scheduled, changed, a.verify_seed);
    if (a.simulate)
      runs = simulate(a, subject, *scheduled);
  }
  return shown(a, report, runs, code.bytes(), true);
}

/// The code of an executable; blocks that cannot be scheduled are removed from `chosen`. nullptr:
/// an error was printed.
std::unique_ptr<ScheduledCode> machine_code(const ScheduleArguments& a, const isa::Program& program,
                                            NumberedBlocks& chosen) {
  std::unique_ptr<ScheduledCode> code = ScheduledCode::of(a.subject, program);
  if (!code)
    return nullptr;
  std::erase_if(chosen, [&](const auto& block) { return !code->is_code(block.second); });
  if (chosen.empty()) {
    print_error(fmt::format("--block {}: it lies in no section of code", a.block));
    return nullptr;
  }
  for (auto& [number, block] : chosen)
    code->fix(block);
  return code;
}

/// The Hennessy-Gross scheduler also fills delay slots.
void choose_slot_filler(ScheduleArguments& a, const Simulated& subject,
                        const std::vector<std::string>& schedulers) {
  if (!subject.machine.delay_slot || !sched::can_rewrite(subject.program) ||
      std::find(schedulers.begin(), schedulers.end(), "hennessy-gross") == schedulers.end())
    return;
  a.fill_slots = true;
  a.fill_slots_by = "hennessy-gross";
}

} // namespace

int schedule_command(const ScheduleArguments& given) {
  ScheduleArguments a = given;
  const auto names = schedulers_of(a);
  if (!names || !can_write(a.output_file) ||
      !keeps_inputs({{"--output", a.output_file}}, files_of(a.subject)))
    return kExitBadInput;
  catch_interrupts();
  GuestInput input;
  const auto source = read_source(a, input);
  if (!source)
    return interrupted() ? kExitInterrupted : kExitBadInput;
  const Simulated* subject = &source->subject;
  choose_slot_filler(a, *subject, *names);
  const auto hints = hints_of(a, subject->program);
  if (!hints || !can_make_program(a, subject->program))
    return kExitBadInput;
  auto chosen = chosen_blocks(a, subject->program, subject->machine);
  if (chosen.empty())
    return kExitBadInput;
  std::unique_ptr<ScheduledCode> code;
  if (subject->program.decoded) {
    code = machine_code(a, subject->program, chosen);
    if (!code)
      return kExitBadInput;
  }
  std::optional<TransformedProgram> made;
  if (transforms(a)) {
    made = transformed(a, subject->program, subject->machine, blocks_of(chosen), *hints);
    if (!made)
      return kExitBadInput;
    chosen = blocks_after(a, *made, subject->machine, chosen.front().second.label);
  }
  if (!one_block_enough(a, chosen.size()) || (made && !can_draw_loop(a, made->pipelined)))
    return kExitBadInput;

  ScheduleReport report{subject->program.name, subject->machine.name, {}, a.graph, a.steps};
  if (made) {
    report.notes = made->notes;
    report.loops = pipeline_reports(made->pipelined, made->program, subject->machine);
  }
  const sched::Target target(subject->machine);
  const bool shown_alone = chosen.size() <= kManyBlocks ||
                           a.format.value_or(ScheduleFormat::text) != ScheduleFormat::text;
  const std::vector<std::string> as_it_is{"source"}; // superblocks have been scheduled
  for (const auto& [number, block] : chosen) {
    if (interrupted())
      return kExitInterrupted;
    const bool done =
        made && std::binary_search(made->scheduled.begin(), made->scheduled.end(), number - 1);
    report.blocks.push_back(
        schedule_block(a, number, block, target, done ? as_it_is : *names, *hints, shown_alone));
    if (code)
      report.blocks.back().left = code->why_left(block);
  }
  if (code)
    return shown_and_written(a, *subject, *code, report);
  return shown_and_written(a, *source, made ? made->program : subject->program, *hints, report);
}

} // namespace stallscope::cli
