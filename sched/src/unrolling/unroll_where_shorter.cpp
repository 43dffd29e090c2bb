#include "cost_model/block_cycles.hpp"
#include "data_flow/constants.hpp"
#include "sched/renaming/rename.hpp"
#include "sched/unrolling/unroll.hpp"
#include "unrolling/counted_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace stallscope::sched {

namespace {

/// The block at a label.
const Block* block_at(const std::vector<Block>& blocks, const std::string& label) {
  const auto found = std::find_if(blocks.begin(), blocks.end(),
                                  [&label](const Block& block) { return block.label == label; });
  return found == blocks.end() ? nullptr : &*found;
}

std::vector<Block> blocks_at(const std::vector<Block>& blocks,
                             const std::vector<std::string>& labels) {
  std::vector<Block> found;
  for (const std::string& label : labels)
    if (const Block* block = block_at(blocks, label))
      found.push_back(*block);
  return found;
}

/// Cycles of all iterations of the original and of the unrolled loop.
struct Cost {
  std::uint64_t trips = kExpectedTrips;
  std::uint64_t as_it_is = 0;
  std::uint64_t unrolled = 0;
};

/// `all` are the blocks of the unrolled program. The limit is computed between the loop's label and
/// the unrolled loop, in one or two blocks.
Cost cost_of(const UnrolledLoop& loop, const std::vector<Block>& all, unsigned factor,
             std::uint64_t trips, const Target& target, const AliasHints& hints) {
  const Block* main = block_at(all, loop.main_label);
  const Block* rest = block_at(all, loop.label + "_rest");
  if (main == nullptr || rest == nullptr)
    return {};
  const std::uint32_t once = steady_loop_cycles(*rest, target, hints);
  const std::uint32_t round = steady_loop_cycles(*main, target, hints);
  Cost cost{trips, trips * once, trips / factor * round + trips % factor * once};
  for (const Block* block = block_at(all, loop.label); block != nullptr && block != main; ++block)
    cost.unrolled += list_scheduled_cycles(*block, target, hints);
  for (const Block* block = main + 1; block != rest; ++block) // the blocks that add up split
                                                              // accumulators
    cost.unrolled += list_scheduled_cycles(*block, target, hints);
  return cost;
}

/// Trip counts of loops with known initial values.
class TripCounts {
public:
  TripCounts(const isa::Program& program, bool delay_slot)
      : blocks_(basic_blocks(program, delay_slot)),
        exits_(control_flow(program, blocks_, delay_slot)),
        known_(known_at_entry(program, blocks_, delay_slot, CallsKeep::convention)),
        delay_slot_(delay_slot) {}

  [[nodiscard]] std::optional<std::uint64_t> of(const std::string& label) const {
    const Block* block = block_at(blocks_, label);
    Message why_not;
    const auto loop = block == nullptr ? std::nullopt : counted_loop(*block, delay_slot_, why_not);
    if (!loop)
      return std::nullopt;
    const auto self = static_cast<std::size_t>(block - blocks_.data());
    std::optional<std::uint64_t> trips;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      if (b == self ||
          std::find(exits_[b].to.begin(), exits_[b].to.end(), self) == exits_[b].to.end())
        continue;
      const auto from_here = entered_with(*loop, known_behind(blocks_[b], known_[b]));
      if (!from_here || (trips && *trips != *from_here))
        return std::nullopt;
      trips = from_here;
    }
    return trips;
  }

private:
  static std::optional<std::uint64_t> entered_with(const CountedLoop& loop,
                                                   const KnownValues& values) {
    const auto value = [&values](RegId reg) -> std::optional<KnownValue> {
      if (reg == 0)
        return KnownValue{};
      const auto found = values.find(reg);
      return found == values.end() ? std::nullopt : std::optional(found->second);
    };
    const auto counter = value(loop.counter.reg);
    const auto bound = value(loop.bound);
    if (!counter || !bound || counter->on_stack != bound->on_stack)
      return std::nullopt;
    const std::int64_t step = loop.counter.step;
    const auto way = static_cast<std::int64_t>(static_cast<std::uint64_t>(bound->value) -
                                               static_cast<std::uint64_t>(counter->value));
    if ((way > 0) != (step > 0) || way == 0)
      return std::nullopt; // an ordered comparison ends after one iteration, `bne` practically
                           // never
    const auto distance = static_cast<std::uint64_t>(way > 0 ? way : -way);
    const auto stride = static_cast<std::uint64_t>(step > 0 ? step : -step);
    return (distance + stride - 1) / stride;
  }

  std::vector<Block> blocks_;
  std::vector<BlockExit> exits_;
  std::vector<KnownValues> known_;
  bool delay_slot_;
};

} // namespace

Unrolled unroll_where_shorter(const isa::Program& program, const std::vector<Block>& blocks,
                              const UnrollOptions& options, const Target& target,
                              const AliasHints& hints) {
  const Unrolled all = unroll(program, blocks, options);
  std::vector<std::string> mains;
  for (const UnrolledLoop& loop : all.loops)
    if (!loop.main_label.empty())
      mains.push_back(loop.main_label);
  if (mains.empty())
    return all;
  const isa::Program unrolled = read_again(program, all.text, target.machine().delay_slot);
  const std::vector<Block> candidates =
      blocks_at(basic_blocks(unrolled, target.machine().delay_slot), mains);
  const isa::Program renamed =
      read_again(program, rename_where_shorter(unrolled, candidates, target, hints).text,
                 target.machine().delay_slot);
  const std::vector<Block> changed = basic_blocks(renamed, target.machine().delay_slot);
  const TripCounts counts(program, target.machine().delay_slot);
  std::map<std::string, Message> refused; // reason, by the loop's label
  for (const UnrolledLoop& loop : all.loops)
    if (!loop.main_label.empty())
      if (const Cost cost = cost_of(loop, changed, options.factor,
                                    counts.of(loop.label).value_or(kExpectedTrips), target, hints);
          cost.unrolled >= cost.as_it_is)
        refused[loop.label] = {MessageId::not_shorter,
                               {fmt::format("{}", cost.trips), fmt::format("{}", cost.unrolled),
                                fmt::format("{}", options.factor),
                                fmt::format("{}", cost.as_it_is)}};
  std::vector<Block> kept = blocks;
  std::erase_if(kept, [&refused](const Block& block) { return refused.contains(block.label); });
  Unrolled result = unroll(program, kept, options);
  for (const UnrolledLoop& loop : all.loops)
    if (const auto why = refused.find(loop.label); why != refused.end())
      result.loops.push_back({loop.label, {}, why->second, 0, 0});
  return result;
}

} // namespace stallscope::sched
