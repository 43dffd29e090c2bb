#include "isa/executor.hpp"

#include "base/check.hpp"
#include "execution/execution_common.hpp"
#include "execution/execution_x86.hpp"
#include "isa/registers.hpp"
#include "isa/written_code.hpp"
#include "platform/linux/linux_user.hpp"

namespace stallscope::isa {

namespace {

constexpr std::array<std::string_view, 18> kTrapNames{
    "none",          "end",       "exit",     "breakpoint",     "illegal",     "misaligned",
    "unmapped",      "read_only", "overflow", "divide_by_zero", "bad_syscall", "bad_input",
    "too_much_code", "unhandled", "deadlock", "interrupted",    "asks_cycle",  "undeclared_limit"};

} // namespace

std::string_view name(Trap trap) {
  return kTrapNames[static_cast<std::size_t>(trap)];
}

bool is_fault(Trap trap) {
  return trap > Trap::breakpoint;
}

ArchState initial_state(const Program& program) {
  ArchState state;
  for (const DataSegment& segment : program.data)
    if (segment.in_memory)
      state.memory.write(segment.address, segment.bytes);
  for (const InitialRegister& initial : program.initial_registers)
    if (initial.reg != 0)
      state.regs[initial.reg] = initial.value;
  state.regions = std::make_shared<const std::vector<MemoryRegion>>(program.regions);
  state.pc = program.entry;
  const std::uint32_t first = program.index_of(program.entry);
  state.npc = program.entry + (first != kNoIndex ? program.code[first].size : 0);
  state.heap_end = program.heap_begin;
  if (program.platform == Platform::linux_user)
    start_linux(program, state);
  return state;
}

namespace {

/// Executes without informing the sink.
[[gnu::always_inline]] inline void execute_unobserved(const Program& program, ArchState& state,
                                                      const Environment& environment,
                                                      std::uint64_t cycle, Effect& effect) {
  Execution<false> execution(program, state, environment, cycle, nullptr, effect);
  if (const std::uint32_t index = index_at(program, state, state.pc); index != kNoIndex) [[likely]]
    execution.run(program.instruction(index));
  else
    execution.run_off();
}

/// Like execute, and informs the sink.
Effect execute_watched(const Program& program, ArchState& state, const Environment& environment,
                       std::uint64_t cycle) {
  constexpr std::uint64_t kFlags = 31;
  const std::uint32_t index = index_at(program, state, state.pc);
  const std::uint64_t before = state.instructions;
  const Op op = index != kNoIndex ? program.instruction(index).op : Op::unknown;
  const bool computes = op >= Op::rv_fadd_s && op <= Op::rv_fmv_d_x;
  std::uint64_t& fcsr = state.regs[riscv::kFcsr];
  const std::uint64_t flags = computes ? fcsr & kFlags : 0;
  fcsr &= ~flags; // cleared so that newly raised flags are visible
  Effect effect;
  execute_unobserved(program, state, environment, cycle, effect);
  const auto raised = static_cast<std::uint8_t>(computes ? fcsr & kFlags : 0);
  fcsr |= flags;
  if (state.instructions != before)
    environment.commits->executed(program, state, {index, cycle, raised, effect});
  return effect;
}

[[gnu::noinline]] void execute_any(const Program& program, ArchState& state,
                                   const Environment& environment, std::uint64_t cycle,
                                   const Instruction& instruction, Effect& effect) {
  if (environment.commits == nullptr) [[likely]]
    Execution<false>(program, state, environment, cycle, nullptr, effect).run(instruction);
  else
    effect = execute_watched(program, state, environment, cycle);
}

[[gnu::noinline]] void execute_any_speculatively(const Program& program, ArchState& state,
                                                 const Environment& environment,
                                                 std::uint64_t cycle, UndoLog& log,
                                                 const Instruction& instruction, Effect& effect) {
  Execution<true>(program, state, environment, cycle, &log, effect).run(instruction);
}

} // namespace

Effect execute(const Program& program, ArchState& state, const Environment& environment,
               std::uint64_t cycle) {
  if (environment.commits != nullptr) [[unlikely]]
    return execute_watched(program, state, environment, cycle);
  Effect effect;
  execute_unobserved(program, state, environment, cycle, effect);
  return effect;
}

Effect execute_speculatively(const Program& program, ArchState& state,
                             const Environment& environment, std::uint64_t cycle, UndoLog& log) {
  Effect effect;
  if (const std::uint32_t index = index_at(program, state, state.pc); index != kNoIndex) [[likely]]
    execute_speculatively(program, state, environment, cycle, log, program.instruction(index),
                          effect);
  else
    Execution<true>(program, state, environment, cycle, &log, effect).run_off();
  return effect;
}

void execute(const Program& program, ArchState& state, const Environment& environment,
             std::uint64_t cycle, const Instruction& instruction, Effect& effect) {
  if (environment.commits == nullptr && CommonExecution<false>::is_for(program, environment) &&
      CommonExecution<false>(state, nullptr, instruction, effect).run()) [[likely]]
    return;
  execute_any(program, state, environment, cycle, instruction, effect);
}

void execute_speculatively(const Program& program, ArchState& state, const Environment& environment,
                           std::uint64_t cycle, UndoLog& log, const Instruction& instruction,
                           Effect& effect) {
  if (!CommonExecution<true>::is_for(program, environment) ||
      !CommonExecution<true>(state, &log, instruction, effect).run()) [[unlikely]]
    execute_any_speculatively(program, state, environment, cycle, log, instruction, effect);
}

void roll_back(ArchState& state, UndoLog& log, std::size_t mark) {
  STALLSCOPE_CHECK(mark <= log.size(), "a mark from this log");
  while (log.size() > mark) {
    const UndoEntry& entry = log.back();
    if (entry.bytes == 0)
      state.regs[entry.address] = entry.old_value;
    else
      state.memory.store(entry.address, entry.bytes, entry.old_value);
    log.pop_back();
  }
}

} // namespace stallscope::isa
