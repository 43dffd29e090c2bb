#include "cost_model/block_cycles.hpp"
#include "renaming/block_renamer.hpp"
#include "rewriting/source_line.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "sched/superblock/superblock.hpp"
#include "sched/target/pipeline_model.hpp"
#include "superblock/superblock_order.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace stallscope::sched {

namespace {

/// Registers that are live at the side exits of a trace, or conditionally unchanged by moves.
AlsoRead read_beside(const TraceBlock& made) {
  AlsoRead also;
  for (const SideExit& exit : made.exits)
    also[exit.branch] |= exit.live;
  for (const std::vector<Node>& unit : made.units) {
    bool skipped = false; // skipped by a branch over the rest of its line
    for (const Node node : unit) {
      if (skipped)
        for (const RegId reg : made.block.micro_op(node).destinations())
          also[node].set(reg);
      skipped = skipped || isa::is_control(made.block.instruction(node).op_class);
    }
  }
  return also;
}

/// A program and its traces.
struct Analysis {
  explicit Analysis(const isa::Program& program)
      : all(basic_blocks(program)), exits(control_flow(program, all, false)),
        live(liveness(program, all)) {}

  std::vector<Block> all;
  std::vector<BlockExit> exits;
  Liveness live;
};

double best_cycles(const TraceBlock& made, const Target& target, const AliasHints& hints) {
  return TraceScheduler(made, target, hints).best(true).cycles;
}

} // namespace

RenamedSuperblocks rename_superblocks(const isa::Program& program, const std::vector<Block>& blocks,
                                      const Target& target, const AliasHints& hints,
                                      const BranchProfile& profile) {
  RenamedSuperblocks all;
  Renamed& result = all.renamed;
  result.text = joined(program.source_lines);
  if (program.isa != isa::Isa::riscv || target.machine().delay_slot || !can_rewrite(program))
    return all;
  const Analysis before(program);
  std::vector<bool> chosen(before.all.size(), false);
  for (std::size_t b = 0; b < before.all.size(); ++b)
    chosen[b] = std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) {
      return block.index_of(0) == before.all[b].index_of(0);
    });
  const std::vector<Trace> traces = find_traces(program, before.all, before.exits, chosen, profile);
  const auto rename = [&](std::vector<std::string>& lines, std::size_t t, RenameChoice choice,
                          const TraceBlock& made) {
    const Durations durations = durations_of(made.block, choice, target);
    rename_block(made.block, before.live.in[traces[t].blocks.front()],
                 before.live.out[traces[t].blocks.back()], read_beside(made), durations, lines,
                 result);
  };
  std::vector<TraceBlock> made;
  std::vector<double> fewest;
  for (const Trace& trace : traces) {
    made.push_back(trace_block(trace, before.all, before.exits, before.live));
    fewest.push_back(best_cycles(made.back(), target, hints));
  }
  std::vector<std::optional<RenameChoice>> best(traces.size()); // none: not renamed
  for (const RenameChoice choice : kRenameChoices) {
    std::vector<std::string> lines = program.source_lines;
    for (std::size_t t = 0; t < traces.size(); ++t)
      rename(lines, t, choice, made[t]);
    const isa::Program changed = read_again(program, joined(lines), false);
    const Analysis after(changed);
    for (std::size_t t = 0; t < traces.size(); ++t)
      if (const double cycles = best_cycles(
              trace_block(traces[t], after.all, after.exits, after.live), target, hints);
          cycles < fewest[t] - 1e-9) {
        fewest[t] = cycles;
        best[t] = choice;
      }
  }
  result = {result.text, 0, 0};
  std::vector<std::string> lines = program.source_lines;
  for (std::size_t t = 0; t < traces.size(); ++t)
    if (best[t]) {
      rename(lines, t, *best[t], made[t]);
      all.blocks.insert(all.blocks.end(), traces[t].blocks.begin(), traces[t].blocks.end());
    }
  result.text = joined(lines);
  return all;
}

} // namespace stallscope::sched
