#include "sched/renaming/rename.hpp"

#include "base/check.hpp"
#include "cost_model/block_cycles.hpp"
#include "isa/registers.hpp"
#include "renaming/block_renamer.hpp"
#include "rewriting/source_line.hpp"
#include "sched/unrolling/unroll.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace stallscope::sched {

std::vector<RegId> temporaries(const isa::Program& program, RegId like) {
  std::vector<RegId> pool;
  const auto add = [&pool](RegId first, RegId last, RegId step = 1) {
    for (RegId reg = first; reg <= last; reg = static_cast<RegId>(reg + step))
      pool.push_back(reg);
  };
  constexpr RegId f = isa::kFirstFpRegister;
  const bool fp = program.is_floating_point(like);
  if (program.isa == isa::Isa::riscv && !fp) {
    add(5, 7), add(28, 31), add(10, 17), add(8, 9), add(18, 27); // t, a, s
  } else if (program.isa == isa::Isa::riscv) {
    add(f, f + 7), add(f + 28, f + 31), add(f + 10, f + 17), add(f + 8, f + 9), add(f + 18, f + 27);
  } else if (program.isa == isa::Isa::mips && !fp && like < 32) {
    add(8, 15), add(24, 25), add(2, 7), add(16, 23); // t, v and a, s
  } else if (program.isa == isa::Isa::mips && fp) {
    add(f, f + 30, 2);
  }
  return pool;
}

namespace {

/// The renaming mode of each renamed block, by block index.
using Choices = std::map<std::size_t, RenameChoice>;

Renamed renamed_as(const isa::Program& program, const std::vector<Block>& all, const Liveness& live,
                   const Choices& choices, const Target* target) {
  std::vector<std::string> lines = program.source_lines;
  Renamed renamed;
  for (const auto& [b, choice] : choices)
    rename_block(all[b], live.in[b], live.out[b], {},
                 target != nullptr ? durations_of(all[b], choice, *target) : Durations{}, lines,
                 renamed);
  renamed.text = joined(lines);
  return renamed;
}

/// One mode for all of these blocks, a subset of `all`.
Choices chosen(const std::vector<Block>& all, const std::vector<Block>& blocks,
               RenameChoice choice) {
  Choices choices;
  for (std::size_t b = 0; b < all.size(); ++b)
    if (std::any_of(blocks.begin(), blocks.end(),
                    [&](const Block& block) { return block.index_of(0) == all[b].index_of(0); }))
      choices[b] = choice;
  return choices;
}

/// For a loop its cycles per iteration in the steady state, then the cycles of the block.
std::pair<std::uint32_t, std::uint32_t> cost_of(const Block& block, const Target& target,
                                                const AliasHints& hints) {
  const bool loop = !loops_of({block}, target.machine().delay_slot).empty();
  return {loop ? steady_loop_cycles(block, target, hints) : 0,
          list_scheduled_cycles(block, target, hints)};
}

} // namespace

Renamed rename_registers(const isa::Program& program, const std::vector<Block>& blocks,
                         bool delay_slot) {
  const std::vector<Block> all = basic_blocks(program, delay_slot);
  return renamed_as(program, all, liveness(program, all, delay_slot),
                    chosen(all, blocks, RenameChoice::in_order), nullptr);
}

Renamed rename_where_shorter(const isa::Program& program, const std::vector<Block>& blocks,
                             const Target& target, const AliasHints& hints) {
  const bool delay_slot = target.machine().delay_slot;
  if (program.isa == isa::Isa::tac)
    return rename_registers(program, blocks, delay_slot);
  const std::vector<Block> before = basic_blocks(program, delay_slot);
  const Liveness live = liveness(program, before, delay_slot);
  Choices best;
  std::map<std::size_t, std::pair<std::uint32_t, std::uint32_t>> fewest;
  for (const RenameChoice choice : kRenameChoices) {
    const Choices choices = chosen(before, blocks, choice);
    const isa::Program changed =
        read_again(program, renamed_as(program, before, live, choices, &target).text, delay_slot);
    const std::vector<Block> after = basic_blocks(changed, delay_slot);
    STALLSCOPE_CHECK(before.size() == after.size(), "renaming has changed the blocks");
    for (const auto& [b, same] : choices) {
      const auto known = fewest.try_emplace(b);
      if (known.second)
        known.first->second = cost_of(before[b], target, hints);
      if (const auto cost = cost_of(after[b], target, hints); cost < known.first->second) {
        known.first->second = cost;
        best[b] = choice;
      }
    }
  }
  return renamed_as(program, before, live, best, &target);
}

} // namespace stallscope::sched
