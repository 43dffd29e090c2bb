#include "loop/fetch_bound.hpp"

#include "base/counted.hpp"
#include "loop/steady.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <utility>

namespace stallscope::session {

namespace {

/// Cycles from the fetch of the branch back to the fetch of its target in an empty pipeline, which
/// depend on the branch only.
std::optional<std::uint64_t> cycles_of_branch(const isa::Program& program, const LoopBody& body,
                                              const machine::Machine& machine) {
  const auto alone = LaidOutLoop::branch_alone(program, body, 2);
  if (!alone)
    return std::nullopt;
  const auto simulation = simulation_of(*alone, machine);
  const Timeline timeline = recorded(*simulation, alone->copies() * alone->length());
  std::array<std::uint64_t, 2> fetched{};
  for (const OpRow& row : timeline.rows)
    if (!row.wrong_path && fetched.at(alone->copy_of(row.instruction.value)) == 0)
      fetched.at(alone->copy_of(row.instruction.value)) =
          timeline.spans_of(row).front().begin.value;
  if (fetched[0] == 0 || fetched[1] == 0)
    return std::nullopt;
  return fetched[1] - fetched[0];
}

std::string to_target(std::uint64_t cycles) {
  return fmt::format(", {} from the branch to its target", counted(cycles, "cycle", "cycles"));
}

/// Divides the body into fetch groups of a dynamically scheduled core. Greedy grouping is optimal:
/// starting a group later never ends it earlier.
class FetchGroups {
public:
  FetchGroups(const core::OutOfOrderCore& core, const LaidOutLoop& loop)
      : core_(core), machine_(core.dynamic()), loop_(loop),
        spacing_(loop.copies() > 1 ? loop.place(1).pc - loop.place(0).pc : 0) {}

  /// Groups per iteration, counted until a group begins at an earlier position again.
  Fraction run() {
    struct Place {
      std::uint64_t group = 0;
      std::uint64_t iteration = 0;
    };
    std::map<std::pair<std::uint64_t, std::uint64_t>, Place> seen;
    for (std::uint64_t group = 0;; ++group) {
      const std::uint64_t in_block = blocks() ? pc() % machine_.fetch_bytes : 0;
      const auto [at, fresh] = seen.try_emplace({position_, in_block}, Place{group, iteration_});
      if (!fresh)
        return Fraction::of(group - at->second.group, iteration_ - at->second.iteration);
      fetch_group();
    }
  }

private:
  [[nodiscard]] bool blocks() const { return machine_.fetch_bytes > 1; }
  [[nodiscard]] std::uint32_t index() const {
    return loop_.index_of(0, static_cast<std::uint32_t>(position_)); // it represents all
  }
  [[nodiscard]] std::uint64_t pc() const {
    return loop_.program().instruction(index()).pc + iteration_ * spacing_;
  }

  [[nodiscard]] std::uint64_t block() const { return pc() / machine_.fetch_bytes; }

  void fetch_group() {
    std::uint64_t fetched = 0;
    std::uint64_t micro_ops = 0;
    unsigned taken = 0;
    constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
    std::uint64_t block = kNowhere;
    const auto leaves_block = [&] { return block != kNowhere && this->block() != block; };
    while (fetched < machine_.fetch_width) {
      const auto alone = core_.micro_ops_of(index());
      if (leaves_block() || (machine_.decode_micro_ops != 0 && micro_ops != 0 &&
                             micro_ops + alone.size() > machine_.decode_micro_ops))
        return;
      if (blocks())
        block = this->block();
      const auto pair = core_.micro_ops_of_pair(index());
      bool away = advance();
      ++fetched;
      const bool follows = position_ != 0 || !loop_.closed();
      const bool has_place = machine_.pairs_count_once || fetched < machine_.fetch_width;
      if (!pair.empty() && follows && has_place && !leaves_block()) {
        micro_ops += pair.size();
        away = advance();
        fetched += machine_.pairs_count_once ? 0 : 1;
      } else {
        micro_ops += alone.size();
      }
      if (!away)
        continue;
      block = kNowhere;
      if (taken++ == machine_.taken_branches)
        return;
    }
  }

  /// Advances to the next instruction. True when fetch does not continue sequentially.
  bool advance() {
    const isa::Instruction& last = loop_.program().instruction(index());
    // Copies have branches with a fixed direction: taken branches compare for equality.
    const bool jumps = (isa::is_jump(last.op_class) || last.op == isa::Op::beq) &&
                       last.target != last.pc + last.size;
    if (++position_ < loop_.length())
      return jumps;
    position_ = 0;
    ++iteration_;
    return loop_.closed();
  }

  const core::OutOfOrderCore& core_;
  const machine::Dynamic& machine_;
  const LaidOutLoop& loop_;
  std::uint64_t spacing_; ///< bytes between copies
  std::uint64_t position_ = 0;
  std::uint64_t iteration_ = 0;
};

/// In-order machines: at most the fetch width a cycle; the branch back ends a group.
void bound_in_order(LoopBound& bound, const machine::Machine& machine, const LoopBody& body,
                    std::optional<std::uint64_t> redirect) {
  const std::uint64_t length = body.path.size() - (body.closed && body.delay_slots ? 1 : 0);
  bound.title = fmt::format("{}, {} fetched a cycle",
                            counted(length, "instruction", "instructions"), machine.width);
  bound.cycles = Fraction::of(length, machine.width);
  if (!redirect)
    return;
  const std::uint64_t groups = (length + machine.width - 1) / machine.width;
  bound.cycles = Fraction::of(groups - 1 + *redirect, 1);
  bound.title += to_target(*redirect);
}

void bound_dynamic(LoopBound& bound, const core::OutOfOrderCore& core, const LaidOutLoop& loop,
                   std::optional<std::uint64_t> redirect) {
  const machine::Dynamic& d = core.dynamic();
  bound.title = fmt::format("{}, {} fetched a cycle",
                            counted(loop.length(), "instruction", "instructions"), d.fetch_width);
  if (d.pairs_count_once)
    bound.title += ", a fused pair as one";
  if (d.fetch_bytes > 1)
    bound.title += fmt::format(" from {} bytes", d.fetch_bytes);
  bound.cycles = FetchGroups(core, loop).run();
  if (!loop.closed() || d.taken_branches != 0)
    return;
  bound.title += ", none behind a taken branch";
  if (!redirect || *redirect < 2)
    return;
  const Fraction& groups = bound.cycles;
  bound.cycles =
      Fraction::of(groups.numerator + (*redirect - 1) * groups.denominator, groups.denominator);
  bound.title += to_target(*redirect);
}

} // namespace

LoopBound fetch_bound(const Simulation& simulation, const LaidOutLoop& loop,
                      const isa::Program& program, const LoopBody& body) {
  LoopBound bound;
  bound.kind = LoopBoundKind::fetch;
  bound.name = "fetch";
  const machine::Machine& machine = simulation.machine();
  const auto redirect = cycles_of_branch(program, body, machine);
  if (const core::OutOfOrderCore* const core = simulation.out_of_order_core())
    bound_dynamic(bound, *core, loop, redirect);
  else
    bound_in_order(bound, machine, body, redirect);
  return bound;
}

} // namespace stallscope::session
