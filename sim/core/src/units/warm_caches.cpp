#include "core/units/warm_caches.hpp"

#include "isa/written_code.hpp"

namespace stallscope::core {

namespace {

/// Standard input that cannot be read: the first attempt interrupts the call.
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

/// Warms the caches on the side (fetch or data) of an access, if that side has a cache.
void make(const Hierarchy& hierarchy, HierarchyState& state, const Access& access) {
  if (access.bytes != 0 && hierarchy.serves(access.fetch))
    hierarchy.warm(state, access);
}

void make_accesses(const Hierarchy& hierarchy, HierarchyState& state,
                   const isa::Instruction& instruction, const isa::Effect& effect) {
  const bool writes = isa::writes_memory(instruction);
  if (effect.two_places)
    make(hierarchy, state,
         {.address = effect.read_address, .bytes = effect.bytes, .pc = instruction.pc});
  make(hierarchy, state,
       {.address = effect.address, .bytes = effect.bytes, .write = writes, .pc = instruction.pc});
}

/// Resets everything except the contents of tables to the state before the first cycle.
void begin_anew(const Hierarchy& hierarchy, HierarchyState& state) {
  hierarchy.rest(state);
  for (CacheState& cache : state.caches)
    cache.counters = {};
  for (TlbState* tlb : {&state.fetch_tlb, &state.data_tlb}) {
    tlb->hits = 0;
    tlb->misses = 0;
  }
  state.memory_reads = 0;
  state.memory_writes = 0;
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
  HierarchyState memory = hierarchy.initial_state();
  for (std::uint64_t done = 1; done <= kMostWarmingInstructions; ++done) {
    const std::uint32_t index = index_at(program, state, state.pc);
    if (index == isa::kNoIndex)
      break;
    const isa::Instruction& instruction = program.instruction(index);
    make(hierarchy, memory,
         {.address = instruction.pc,
          .bytes = instruction.size,
          .fetch = true,
          .pc = instruction.pc});
    const isa::Effect effect = isa::execute(program, state, alone, done);
    if (effect.trap != isa::Trap::none || input.asked())
      break;
    make_accesses(hierarchy, memory, instruction, effect);
    if (instruction.op == isa::Op::fence_i && hierarchy.serves(true))
      hierarchy.invalidate_fetch(memory, 0);
  }
  begin_anew(hierarchy, memory);
  return memory;
}

} // namespace stallscope::core
