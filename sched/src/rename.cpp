#include "sched/rename.hpp"

#include "base/check.hpp"
#include "block_cycles.hpp"
#include "block_renamer.hpp"
#include "isa/registers.hpp"
#include "source_line.hpp"

#include <algorithm>
#include <set>

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

Renamed rename_registers(const isa::Program& program, const std::vector<Block>& blocks,
                         bool delay_slot) {
  const std::vector<Block> all = basic_blocks(program, delay_slot);
  const Liveness live = liveness(program, all, delay_slot);
  std::vector<std::string> lines = program.source_lines;
  Renamed renamed;
  for (std::size_t b = 0; b < all.size(); ++b)
    if (std::any_of(blocks.begin(), blocks.end(),
                    [&](const Block& block) { return block.index_of(0) == all[b].index_of(0); }))
      rename_block(all[b], live.in[b], live.out[b], {}, {}, lines, renamed);
  renamed.text = joined(lines);
  return renamed;
}

Renamed rename_where_shorter(const isa::Program& program, const std::vector<Block>& blocks,
                             const Target& target, const AliasHints& hints) {
  const Renamed all = rename_registers(program, blocks, target.machine().delay_slot);
  if (all.values == 0 || program.isa == isa::Isa::tac)
    return all;
  const isa::Program changed = read_again(program, all.text, target.machine().delay_slot);
  const std::vector<Block> before = basic_blocks(program, target.machine().delay_slot);
  const std::vector<Block> after = basic_blocks(changed, target.machine().delay_slot);
  STALLSCOPE_CHECK(before.size() == after.size(), "renaming has changed the blocks");
  std::set<std::uint32_t> wanted;
  for (const Block& block : blocks)
    wanted.insert(block.index_of(0));
  std::vector<Block> shorter;
  for (std::size_t b = 0; b < before.size(); ++b)
    if (wanted.contains(before[b].index_of(0)) &&
        list_scheduled_cycles(after[b], target, hints) <
            list_scheduled_cycles(before[b], target, hints))
      shorter.push_back(before[b]);
  return rename_registers(program, shorter, target.machine().delay_slot);
}

} // namespace stallscope::sched
