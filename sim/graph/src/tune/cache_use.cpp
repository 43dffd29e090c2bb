#include "graph/tune/cache_use.hpp"

#include "core/units/cache.hpp"
#include "isa/assemble.hpp"
#include "isa/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <unordered_map>
#include <unordered_set>

namespace stallscope::graph {

namespace {

/// A fully associative LRU cache.
class AnywhereCache {
public:
  explicit AnywhereCache(std::size_t lines) : most_(lines) {}
  /// True: a hit.
  bool access(std::uint64_t line) {
    const auto found = places_.find(line);
    const bool hit = found != places_.end();
    if (hit)
      order_.erase(found->second);
    order_.push_front(line);
    places_[line] = order_.begin();
    if (order_.size() > most_) {
      places_.erase(order_.back());
      order_.pop_back();
    }
    return hit;
  }

private:
  std::size_t most_;
  std::list<std::uint64_t> order_; ///< most recently used first
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
};

/// Replays a program's accesses on the tag array of the machine's own cache.
class CacheWalk {
public:
  CacheWalk(const isa::Program& program, const machine::Cache& cache)
      : program_(program), tags_(cache), state_(tags_.state()),
        anywhere_(tags_.sets() * tags_.ways()), allocates_(cache.allocates_stores()) {
    out_.cache = cache.name;
    out_.sets = tags_.sets();
    out_.ways = tags_.ways();
    out_.line_bytes = cache.line_bytes;
    out_.by_set.resize(tags_.sets());
    for (const auto& [label, symbol] : program.symbols)
      if (!symbol.is_code && !symbol.is_constant)
        starts_.emplace_back(symbol.address, label);
    std::sort(starts_.begin(), starts_.end());
    for (const auto& [address, label] : starts_)
      out_.arrays.push_back(label);
    out_.arrays.emplace_back("other");
    out_.evicted.assign(out_.arrays.size(), std::vector<std::uint64_t>(out_.arrays.size(), 0));
  }

  CacheUse run() {
    isa::ArchState state = isa::initial_state(program_);
    const isa::Environment environment;
    while (true) {
      const std::uint32_t index = program_.index_of(state.pc);
      const isa::Effect effect = isa::execute(program_, state, environment, state.instructions + 1);
      if (effect.trap != isa::Trap::none)
        break;
      if (effect.bytes > 0)
        access(effect.address, isa::is_store(program_.code[index].op_class));
    }
    for (std::size_t set = 0; set < tags_.sets(); ++set)
      for (unsigned way = 0; way < tags_.ways(); ++way)
        if (const core::CacheLine& line = state_.lines[tags_.first_of(set) + way]; line.valid())
          out_.by_set[set].lines.push_back(tags_.address(line.number));
    return std::move(out_);
  }

private:
  [[nodiscard]] std::size_t array_of(std::uint64_t address) const {
    const auto behind =
        std::upper_bound(starts_.begin(), starts_.end(), address,
                         [](std::uint64_t at, const auto& start) { return at < start.first; });
    return behind == starts_.begin() ? starts_.size()
                                     : static_cast<std::size_t>(behind - starts_.begin()) - 1;
  }

  void access(std::uint64_t address, bool writes) {
    const std::uint64_t line = tags_.number(address);
    CacheUse::Set& set = out_.by_set[tags_.set_of(line)];
    ++out_.accesses;
    ++set.accesses;
    const bool is_new = seen_.insert(line).second;
    const std::size_t found = tags_.find(state_, line);
    const bool stays_out = found == core::TagStore::kNone && writes && !allocates_;
    const bool anywhere = !stays_out && anywhere_.access(line);
    if (found != core::TagStore::kNone)
      return tags_.touch(state_, found, state_.lines.write(found));
    const MissKind kind = is_new     ? MissKind::compulsory
                          : anywhere ? MissKind::conflict
                                     : MissKind::capacity;
    ++out_.misses[static_cast<std::size_t>(kind)];
    ++set.misses[static_cast<std::size_t>(kind)];
    if (stays_out)
      return;
    const std::size_t place = tags_.choose_victim(state_, line);
    if (const core::CacheLine& victim = state_.lines[place]; victim.valid())
      ++out_.evicted[array_of(address)][array_of(tags_.address(victim.number))];
    tags_.place(state_, place, line, writes, false);
  }

  const isa::Program& program_;
  core::TagStore tags_;
  core::CacheState state_;
  AnywhereCache anywhere_;
  bool allocates_; ///< write-allocate: a write miss fetches the line
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::pair<std::uint64_t, std::string>> starts_; ///< start address and label of each
                                                              ///< array
  CacheUse out_;
};

/// Ten steps from zero to the maximum.
char letter_of(std::uint64_t count, std::uint64_t most) {
  constexpr std::string_view kSteps = ".123456789";
  return count == 0 ? kSteps[0] : kSteps[(count * 9 + most - 1) / most];
}

std::uint64_t most_misses(const CacheUse& use) {
  std::uint64_t most = 0;
  for (const CacheUse::Set& set : use.by_set)
    most = std::max(most, set.misses[0] + set.misses[1] + set.misses[2]);
  return most;
}

std::string use_text(const char* what, const CacheUse& use, std::uint64_t most) {
  std::string out = fmt::format(
      "  {:<6} {:>10} accesses {:>9} misses: {} compulsory, {} capacity, {} "
      "conflict\n",
      what, use.accesses, use.all_misses(), use.misses[0], use.misses[1], use.misses[2]);
  constexpr std::size_t kSetsOfRow = 64;
  for (std::size_t first = 0; first < use.by_set.size(); first += kSetsOfRow) {
    out += fmt::format("    sets {:>4} on ", first);
    for (std::size_t s = first; s < std::min(first + kSetsOfRow, use.by_set.size()); ++s) {
      const auto& misses = use.by_set[s].misses;
      out += letter_of(misses[0] + misses[1] + misses[2], most);
    }
    out += '\n';
  }
  for (std::size_t by = 0; by < use.arrays.size(); ++by)
    for (std::size_t of = 0; of < use.arrays.size(); ++of)
      if (use.evicted[by][of] > 0)
        out += fmt::format("    {} puts out {:>8} lines of {}\n", use.arrays[by],
                           use.evicted[by][of], use.arrays[of]);
  return out;
}

} // namespace

std::optional<CacheUse> cache_use(const isa::Program& program, const machine::Machine& machine) {
  const std::size_t level = machine.caches.first_for(false);
  if (level >= machine.caches.levels.size())
    return std::nullopt;
  return CacheWalk(program, machine.caches.levels[level]).run();
}

std::optional<CacheUse> cache_use(const MatmulSize& size, const MatmulSchedule& schedule,
                                  const machine::Machine& machine) {
  const Tensor a = random_tensor(Type::f64, {size.m, size.k}, 1);
  const Tensor b = random_tensor(Type::f64, {size.k, size.n}, 2);
  const Result<isa::Program> program =
      isa::load_program_text("matmul.s", program_of(size, schedule, a, b), isa::Isa::riscv);
  return program ? cache_use(*program, machine) : std::nullopt;
}

std::string cache_text(const CacheUse& naive, const CacheUse& best) {
  const std::uint64_t most = std::max(most_misses(naive), most_misses(best));
  return fmt::format(
             "Misses of {} ({} sets x {} ways x {} bytes), accesses in program order; 9 is {} "
             "misses of a set\n",
             naive.cache, naive.sets, naive.ways, naive.line_bytes, most) +
         use_text("naive", naive, most) + use_text("best", best, most);
}

} // namespace stallscope::graph
