#include "strength_reduction/multiplier_chain.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace stallscope::sched {

namespace {

using ChainKind = ChainStep::Kind;

class ChainSearch {
public:
  explicit ChainSearch(const ChainCosts& costs) : costs_(costs) {}

  /// Minimum cycles to compute `multiple`, which is positive; kNever when above `limit`.
  std::uint32_t cost(std::uint64_t multiple, std::uint32_t limit) {
    if (multiple == 1)
      return 0;
    if (limit == 0)
      return kNever;
    if (const auto found = known_.find(multiple);
        found != known_.end() && (found->second.cycles != kNever || found->second.limit >= limit))
      return found->second.cycles <= limit ? found->second.cycles : kNever;
    Best best;
    best.limit = limit;
    if (multiple % 2 == 0) {
      const auto amount = static_cast<unsigned>(std::countr_zero(multiple));
      offer(best, multiple >> amount, {ChainKind::shift, amount}, costs_.shift);
    } else {
      if (costs_.has_x) {
        offer(best, multiple - 1, {ChainKind::add, 0}, costs_.add);
        offer(best, multiple + 1, {ChainKind::subtract, 0}, costs_.add);
      }
      factors(best, multiple);
    }
    known_[multiple] = best;
    return best.cycles;
  }
  /// Appends the steps to a multiple that has been found.
  void steps(std::uint64_t multiple, std::vector<ChainStep>& chain) const {
    if (multiple == 1)
      return;
    const Best& best = known_.at(multiple);
    steps(best.from, chain);
    chain.push_back(best.step);
  }

  static constexpr std::uint32_t kNever = ~0U;

private:
  struct Best {
    std::uint32_t cycles = kNever;
    std::uint32_t limit = 0; ///< limit of the last search
    std::uint64_t from = 0;
    ChainStep step;
  };

  void offer(Best& best, std::uint64_t from, ChainStep step, std::uint32_t cycles) {
    const std::uint32_t limit = std::min(best.limit, best.cycles == kNever ? ~0U : best.cycles - 1);
    if (from == 0 || cycles > limit)
      return;
    if (const std::uint32_t before = cost(from, limit - cycles); before != kNever) {
      best.cycles = before + cycles;
      best.from = from;
      best.step = step;
    }
  }
  void factors(Best& best, std::uint64_t multiple) {
    for (unsigned k = 1; k < 63 && (1ULL << k) - 1 <= multiple; ++k) {
      const std::uint32_t both = costs_.scale_is_one_step ? costs_.add : costs_.shift + costs_.add;
      const std::uint64_t plus = (1ULL << k) + 1;
      if (k <= costs_.largest_scale && multiple % plus == 0)
        offer(best, multiple / plus, {ChainKind::shift_and_add, k}, both);
      if (k > 1 && costs_.reduces && multiple % (plus - 2) == 0)
        offer(best, multiple / (plus - 2), {ChainKind::shift_and_reduce, k},
              costs_.shift + costs_.add);
    }
  }

  const ChainCosts& costs_;
  std::map<std::uint64_t, Best> known_;
};

} // namespace

std::optional<std::vector<ChainStep>>
multiplier_chain(std::int64_t constant, const ChainCosts& costs, std::uint32_t limit) {
  if (limit == 0)
    return std::nullopt;
  ChainSearch search(costs);
  std::vector<ChainStep> chain;
  const auto bits = static_cast<std::uint64_t>(constant);
  if (constant > 0) {
    if (search.cost(bits, limit - 1) == ChainSearch::kNever)
      return std::nullopt;
    search.steps(bits, chain);
    return chain;
  }
  if (limit - 1 < costs.add)
    return std::nullopt;
  // A negative multiple ends with a negation, or x minus a positive multiple.
  const std::uint32_t rest = limit - 1 - costs.add;
  const std::uint32_t negated = search.cost(0 - bits, rest);
  const std::uint32_t less = costs.has_x ? search.cost(1 - bits, rest) : ChainSearch::kNever;
  if (negated == ChainSearch::kNever && less == ChainSearch::kNever)
    return std::nullopt;
  search.steps(less < negated ? 1 - bits : 0 - bits, chain);
  chain.push_back({less < negated ? ChainKind::subtract_from : ChainKind::negate, 0});
  return chain;
}

} // namespace stallscope::sched
