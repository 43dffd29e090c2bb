#include "core/units/warm_caches.hpp"

#include "isa/written_code.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::core {

namespace {

/// Standard input that nobody may read: the first attempt interrupts the call.
class NoInput final : public isa::InputSource {
public:
  [[nodiscard]] std::string_view text() const override { return {}; }
  [[nodiscard]] std::uint64_t piece_end(std::uint64_t /*offset*/) const override { return 0; }
  Wait wait() override {
    asked_ = true;
    return Wait::interrupted;
  }
  [[nodiscard]] bool is_terminal() const override { return false; }
  [[nodiscard]] bool has_ended() const override { return false; }
  [[nodiscard]] bool asked() const { return asked_; }

private:
  bool asked_ = false;
};

/// Makes one access after the other.
class Warming {
public:
  explicit Warming(const Hierarchy& hierarchy)
      : hierarchy_(hierarchy), state_(hierarchy.initial_state()) {}

  void make(const Access& access) {
    if (access.bytes == 0 || !hierarchy_.serves(access.fetch))
      return;
    const Answer answer = hierarchy_.access(state_, access, cycle_);
    cycle_ = std::max(cycle_, answer.ready_at);
    settle();
  }
  void forget_code() {
    if (hierarchy_.serves(true))
      hierarchy_.invalidate_fetch(state_, cycle_);
    settle();
  }

  /// As before the first cycle, but for what the tables hold.
  HierarchyState finish() {
    for (CacheState& cache : state_.caches) {
      cache.connection_free_at = 0;
      cache.port_cycle = 0;
      cache.ports_used = 0;
      cache.banks_used = 0;
      cache.counters = {};
    }
    for (TlbState* tlb : {&state_.fetch_tlb, &state_.data_tlb}) {
      tlb->walker_free_at = 0;
      tlb->hits = 0;
      tlb->misses = 0;
      for (std::size_t i = 0; i < tlb->entries.size(); ++i)
        if (tlb->entries[i].ready_at != 0)
          tlb->entries.write(i).ready_at = 0;
    }
    state_.memory_free_at = 0;
    state_.memory_reads = 0;
    state_.memory_writes = 0;
    state_.latest = {};
    return std::move(state_);
  }

private:
  /// Waits for all lines in flight, and for ports and connections of the next cycle.
  void settle() {
    while (state_.next_fill != kNever) {
      cycle_ = std::max(cycle_, state_.next_fill);
      hierarchy_.settle(state_, cycle_);
    }
    ++cycle_;
  }

  const Hierarchy& hierarchy_;
  HierarchyState state_;
  std::uint64_t cycle_ = 1;
};

void make_accesses(Warming& warming, const isa::Instruction& instruction,
                   const isa::Effect& effect) {
  const bool writes = isa::writes_memory(instruction);
  if (effect.two_places)
    warming.make({.address = effect.read_address, .bytes = effect.bytes, .pc = instruction.pc});
  warming.make(
      {.address = effect.address, .bytes = effect.bytes, .write = writes, .pc = instruction.pc});
}

} // namespace

HierarchyState warm_state(const Hierarchy& hierarchy, const isa::Program& program,
                          const isa::Environment& environment) {
  if (hierarchy.caches().levels.empty())
    return hierarchy.initial_state();
  NoInput input;
  isa::Environment alone = environment;
  alone.input = {};
  alone.input_source = &input;
  alone.output = nullptr;
  alone.commits = nullptr;
  alone.asks_cycle = false;
  isa::ArchState state = isa::initial_state(program);
  Warming warming(hierarchy);
  for (std::uint64_t done = 1; done <= kMostWarmingInstructions; ++done) {
    const std::uint32_t index = index_at(program, state, state.pc);
    if (index == isa::kNoIndex)
      break;
    const isa::Instruction& instruction = program.instruction(index);
    warming.make({.address = instruction.pc,
                  .bytes = instruction.size,
                  .fetch = true,
                  .pc = instruction.pc});
    const isa::Effect effect = isa::execute(program, state, alone, done);
    if (effect.trap != isa::Trap::none || input.asked())
      break;
    make_accesses(warming, instruction, effect);
    if (instruction.op == isa::Op::fence_i)
      warming.forget_code();
  }
  return warming.finish();
}

} // namespace stallscope::core
