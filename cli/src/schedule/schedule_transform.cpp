#include "schedule/schedule_transform.hpp"

#include "input_output/console.hpp"
#include "sched/renaming/rename.hpp"
#include "sched/rewriting/delay_slot.hpp"
#include "sched/strength_reduction/strength.hpp"
#include "sched/superblock/superblock.hpp"
#include "sched/superblock/tail_duplication.hpp"
#include "sched/unrolling/loop_ends.hpp"
#include "sched/unrolling/unroll.hpp"
#include "sweep/run_point.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::cli {

namespace {

std::string plural(std::uint32_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string note_of(const sched::UnrolledLoop& loop, unsigned factor) {
  if (loop.main_label.empty())
    return fmt::format("loop '{}' is left as it is: {}", loop.label, loop.why_not.text());
  std::string note = fmt::format("loop '{}' unrolled by {}", loop.label, factor);
  if (loop.merged > 0)
    note += fmt::format(", {} advanced once a round", plural(loop.merged, "register"));
  if (loop.split > 0)
    note += fmt::format(", {} split", plural(loop.split, "sum"));
  return note;
}

/// The selected blocks of a program: with --block those with the labels.
std::vector<sched::Block> meant(const ScheduleArguments& a, const isa::Program& program,
                                const machine::Machine& machine,
                                const std::vector<std::string>& labels) {
  std::vector<sched::Block> blocks =
      a.function.empty() ? sched::basic_blocks(program, machine.delay_slot)
                         : sched::blocks_of_function(program, a.function, machine.delay_slot);
  if (!a.block.empty())
    std::erase_if(blocks, [&labels](const sched::Block& block) {
      return std::find(labels.begin(), labels.end(), block.label) == labels.end();
    });
  return blocks;
}

} // namespace

bool transforms(const ScheduleArguments& a) {
  return a.superblocks || a.strength_reduce || a.rename || a.unroll > 1 || a.tail_duplicate > 0 ||
         a.fill_slots || !a.pipeline.empty();
}

std::optional<isa::Program> reread(const isa::Program& program, const std::string& title,
                                   const std::string& text, const machine::Machine& machine) {
  auto read = sweep::reread_program(program, title, text, machine);
  if (!read) {
    print(read.diagnostics());
    return std::nullopt;
  }
  return std::move(read).value();
}

namespace {

/// Parses the text as the new program; false on failure.
bool take(TransformedProgram& result, const std::string& text, const machine::Machine& machine) {
  auto read = reread(result.program, result.program.name, text, machine);
  if (read)
    result.program = *std::move(read);
  return read.has_value();
}

/// The blocks stay the same, except that a block selected as "main+8" may have moved.
bool reduce_strength(TransformedProgram& result, const ScheduleArguments& a,
                     const machine::Machine& machine, std::vector<std::string>& labels,
                     const sched::AliasHints& hints) {
  const std::vector<sched::Block> before = meant(a, result.program, machine, labels);
  const sched::StrengthReduced reduced =
      sched::reduce_strength(result.program, before, machine, hints);
  std::string note = fmt::format("{} and {} written as shifts and additions",
                                 plural(reduced.products, "multiplication"),
                                 plural(reduced.quotients, "division"));
  if (reduced.constants > 0)
    note += fmt::format(", {} no longer loaded", plural(reduced.constants, "constant"));
  if (reduced.kept > 0)
    note += fmt::format(", {} kept: the blocks would take no fewer cycles", reduced.kept);
  result.notes.push_back(std::move(note));
  const std::vector<sched::Block> all = sched::basic_blocks(result.program, machine.delay_slot);
  std::vector<std::size_t> numbers;
  for (std::size_t b = 0; b < all.size(); ++b)
    if (std::find(labels.begin(), labels.end(), all[b].label) != labels.end())
      numbers.push_back(b);
  if (!take(result, reduced.text, machine))
    return false;
  const std::vector<sched::Block> behind = sched::basic_blocks(result.program, machine.delay_slot);
  labels.clear();
  for (const std::size_t b : numbers)
    labels.push_back(behind.at(b).label);
  return true;
}

/// Adds the labels of transformed loops.
bool unroll(TransformedProgram& result, const ScheduleArguments& a, const machine::Machine& machine,
            const std::vector<sched::Block>& blocks, const sched::AliasHints& hints,
            std::vector<std::string>& mains) {
  const sched::UnrollOptions options{a.unroll, a.reassociate, machine.delay_slot};
  const sched::Unrolled unrolled =
      a.unroll_if_shorter
          ? sched::unroll_where_shorter(result.program, blocks, options, machine, hints)
          : sched::unroll(result.program, blocks, options);
  for (const sched::UnrolledLoop& loop : unrolled.loops) {
    result.notes.push_back(note_of(loop, a.unroll));
    if (loop.main_label.empty())
      continue;
    mains.push_back(loop.main_label);
    result.rests.push_back(loop.label + "_rest");
    result.labels.insert(result.labels.end(), {loop.label, loop.main_label, loop.label + "_rest"});
  }
  if (unrolled.loops.empty())
    result.notes.emplace_back("there is no loop of one block to unroll");
  return take(result, unrolled.text, machine);
}

bool duplicate_tails(TransformedProgram& result, const ScheduleArguments& a,
                     const machine::Machine& machine, const std::vector<sched::Block>& blocks) {
  const sched::TailDuplication tails =
      sched::duplicate_tails(result.program, blocks, machine, a.tail_duplicate);
  result.notes.push_back(
      tails.jumps == 0
          ? std::string("there is no jump to be replaced by a copy of what it leads to")
          : fmt::format("{} replaced by copies of what they lead to: {} more{}",
                        plural(tails.jumps, "jump"), plural(tails.instructions, "instruction"),
                        tails.refused == 0
                            ? std::string()
                            : fmt::format(", {} left as the program would be twice as long",
                                          plural(tails.refused, "jump"))));
  return take(result, tails.text, machine);
}

bool rename(TransformedProgram& result, const machine::Machine& machine,
            const std::vector<sched::Block>& blocks, const sched::AliasHints& hints) {
  const sched::Renamed renamed =
      sched::rename_where_shorter(result.program, blocks, machine, hints);
  result.notes.push_back(
      fmt::format("{} renamed{}", plural(renamed.values, "value"),
                  renamed.kept == 0 ? std::string()
                                    : fmt::format(", {} kept: no register is free", renamed.kept)));
  return take(result, renamed.text, machine);
}

/// Renames superblocks as units; other blocks are renamed individually.
bool rename_superblocks(TransformedProgram& result, const ScheduleArguments& a,
                        const machine::Machine& machine, std::vector<sched::Block>& blocks,
                        const sched::AliasHints& hints) {
  const sched::BranchProfile profile =
      a.profile ? sched::branch_profile(result.program) : sched::BranchProfile{};
  const sched::RenamedSuperblocks made =
      sched::rename_superblocks(result.program, blocks, machine, hints, profile);
  result.notes.push_back(fmt::format("{} of superblocks renamed, in {}",
                                     plural(made.renamed.values, "value"),
                                     plural(made.blocks.size(), "block")));
  const std::vector<sched::Block> all = sched::basic_blocks(result.program, machine.delay_slot);
  std::erase_if(blocks, [&](const sched::Block& block) {
    return std::any_of(made.blocks.begin(), made.blocks.end(),
                       [&](std::size_t b) { return all[b].index_of(0) == block.index_of(0); });
  });
  return take(result, made.renamed.text, machine);
}

std::string note_of(const sched::PipelinedLoop& loop) {
  if (loop.main_label.empty())
    return fmt::format("loop '{}' is left as it is: {}", loop.label, loop.why_not.text());
  return fmt::format("loop '{}' software-pipelined: an iteration every {}, {} in flight",
                     loop.label, plural(loop.schedule.interval, "cycle"), loop.schedule.stages());
}

/// Adds the labels of transformed loops.
bool pipeline(TransformedProgram& result, const ScheduleArguments& a,
              const machine::Machine& machine, const std::vector<std::string>& labels,
              const sched::AliasHints& hints) {
  result.pipelined_from = std::make_unique<isa::Program>(result.program);
  const isa::Program& source = *result.pipelined_from;
  sched::PipelineOptions options;
  options.method =
      a.pipeline == "swing" ? sched::ModuloMethod::swing : sched::ModuloMethod::iterative;
  options.steps = a.steps;
  options.hints = hints;
  std::vector<sched::Block> blocks = meant(a, source, machine, labels);
  std::erase_if(blocks, [&result](const sched::Block& block) { // excludes the remainder loops of
                                                               // unrolling
    return std::find(result.rests.begin(), result.rests.end(), block.label) != result.rests.end();
  });
  sched::Pipelined pipelined = sched::software_pipeline(source, blocks, machine, options);
  for (const sched::PipelinedLoop& loop : pipelined.loops) {
    result.notes.push_back(note_of(loop));
    if (loop.main_label.empty())
      continue;
    result.kept.push_back(loop.main_label);
    result.labels.insert(result.labels.end(), {loop.label, loop.label + "_rest"});
  }
  if (pipelined.loops.empty())
    result.notes.emplace_back("there is no loop of one block to pipeline");
  result.pipelined = std::move(pipelined.loops);
  return take(result, pipelined.text, machine);
}

bool fill_slots(TransformedProgram& result, const ScheduleArguments& a,
                const machine::Machine& machine, const std::vector<sched::Block>& blocks,
                const sched::AliasHints& hints) {
  const sched::FilledSlots slots =
      sched::fill_delay_slots(result.program, blocks, machine, hints, a.fill_slots_by);
  result.notes.push_back(
      fmt::format("{} filled{}", plural(slots.filled, "delay slot"),
                  slots.empty == 0 ? std::string()
                                   : fmt::format(", {} stay empty: everything in front is needed "
                                                 "before the branch",
                                                 slots.empty)));
  return take(result, slots.text, machine);
}

bool schedule_superblocks(TransformedProgram& result, const ScheduleArguments& a,
                          const machine::Machine& machine, const std::vector<sched::Block>& blocks,
                          const sched::AliasHints& hints) {
  const sched::BranchProfile profile =
      a.profile ? sched::branch_profile(result.program) : sched::BranchProfile{};
  const sched::Superblocks superblocks =
      sched::schedule_superblocks(result.program, blocks, machine, hints, profile);
  for (const sched::Superblock& made : superblocks.made)
    result.notes.push_back(fmt::format(
        "superblock '{}' of {} blocks: {:.1f} cycles as branches {}, {:.1f} block by block; "
        "{} over branches upwards, {} downwards, {} of compensation code",
        made.label, made.blocks, made.cycles_after, a.profile ? "went" : "may go",
        made.cycles_before, plural(made.hoisted, "line"), made.sunk, made.copies));
  if (superblocks.made.empty())
    result.notes.emplace_back("there is no superblock that takes fewer cycles than its blocks");
  result.scheduled = superblocks.scheduled;
  return take(result, superblocks.text, machine);
}

/// Normalises loop ends (sched::plain_loop_ends) for loop transformations.
bool tidy_loop_ends(TransformedProgram& result, const ScheduleArguments& a,
                    const machine::Machine& machine, const std::vector<std::string>& labels) {
  const sched::PlainLoopEnds ends = sched::plain_loop_ends(
      result.program, meant(a, result.program, machine, labels), machine.delay_slot);
  if (ends.changed == 0)
    return true;
  result.notes.push_back(
      fmt::format("{} at the ends of loops written plainly", plural(ends.changed, "line")));
  return take(result, ends.text, machine);
}

/// Renames values in the blocks selected by --rename, and always in the unrolled loops `mains`.
bool rename_values(TransformedProgram& result, const ScheduleArguments& a,
                   const machine::Machine& machine, const std::vector<std::string>& labels,
                   const std::vector<std::string>& mains, const sched::AliasHints& hints) {
  std::vector<sched::Block> renamed;
  if (a.rename || !mains.empty())
    renamed = meant(a, result.program, machine, labels);
  if (!a.rename)
    std::erase_if(renamed, [&mains](const sched::Block& block) {
      return std::find(mains.begin(), mains.end(), block.label) == mains.end();
    });
  if (a.rename && a.superblocks && !rename_superblocks(result, a, machine, renamed, hints))
    return false;
  return renamed.empty() || rename(result, machine, renamed, hints);
}

} // namespace

std::optional<TransformedProgram> transformed(const ScheduleArguments& a,
                                              const isa::Program& program,
                                              const machine::Machine& machine,
                                              const std::vector<sched::Block>& blocks,
                                              const sched::AliasHints& hints) {
  if (a.fill_slots && !machine.delay_slot) {
    print_error(fmt::format("--fill-slots: {} has no delay slots; branch.delay_slot=true gives it "
                            "one",
                            machine.name));
    return std::nullopt;
  }
  TransformedProgram result;
  result.program = program;
  std::vector<std::string> labels; // labels of --block, and of the blocks derived from it
  for (const sched::Block& block : blocks)
    labels.push_back(block.label);
  if (a.strength_reduce) {
    if (!reduce_strength(result, a, machine, labels, hints))
      return std::nullopt;
    result.labels = labels;
  }
  if ((a.unroll > 1 || !a.pipeline.empty()) && !tidy_loop_ends(result, a, machine, labels))
    return std::nullopt;
  std::vector<std::string> mains;
  if (a.unroll > 1 &&
      !unroll(result, a, machine, meant(a, result.program, machine, labels), hints, mains))
    return std::nullopt;
  labels.insert(labels.end(), result.labels.begin(), result.labels.end());
  if (a.tail_duplicate > 0 &&
      !duplicate_tails(result, a, machine, meant(a, result.program, machine, labels)))
    return std::nullopt;
  if (!rename_values(result, a, machine, labels, mains, hints))
    return std::nullopt;
  if (!a.pipeline.empty() && !pipeline(result, a, machine, labels, hints))
    return std::nullopt;
  labels.insert(labels.end(), result.labels.begin(), result.labels.end());
  const auto others = [&] { // pipelined kernels keep their order
    std::vector<sched::Block> open = meant(a, result.program, machine, labels);
    std::erase_if(open, [&result](const sched::Block& block) {
      return std::find(result.kept.begin(), result.kept.end(), block.label) != result.kept.end();
    });
    return open;
  };
  if (a.fill_slots && !fill_slots(result, a, machine, others(), hints))
    return std::nullopt;
  if (a.superblocks && !schedule_superblocks(result, a, machine, others(), hints))
    return std::nullopt;
  return result;
}

} // namespace stallscope::cli
