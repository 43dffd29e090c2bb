#include "platform/tohost_halves.hpp"

#include "execution/executor_integer.hpp"
#include "isa/registers.hpp"
#include "isa/written_code.hpp"
#include "platform/csr_numbers.hpp"
#include "platform/trap.hpp"

namespace stallscope::isa {

namespace {

constexpr std::uint64_t kLowHalf = 1; // bits of riscv::kTohostHalves
constexpr std::uint64_t kHighHalf = 2;

/// The halves of the doubleword at `place` accessed by `bytes` bytes.
std::uint64_t halves_touched(std::uint64_t place, std::uint64_t address, std::uint64_t bytes) {
  const auto overlaps = [&](std::uint64_t begin) {
    return address < begin + 4 && begin < address + bytes;
  };
  return (overlaps(place) ? kLowHalf : 0) | (overlaps(place + 4) ? kHighHalf : 0);
}

std::uint64_t address_accessed(const Program& program, const ArchState& state,
                               const Instruction& i) {
  const std::uint64_t offset =
      i.op_class == OpClass::atomic ? 0 : static_cast<std::uint64_t>(i.imm);
  const std::uint64_t address = state.regs[i.rs1] + offset;
  return program.xlen == 32 ? integer::low(address) : address;
}

/// Whether the program, continued from `ahead`, soon stores the halves `missing`.
bool stores_soon(const Program& program, ArchState& ahead, const Environment& environment,
                 std::uint64_t missing) {
  Environment inner = environment;
  inner.output = nullptr;
  inner.commits = nullptr;
  inner.input_source = nullptr;
  inner.asks_cycle = false; // values read on the way do not determine where it stores
  for (unsigned left = kTohostWindow; left > 0; --left) {
    const std::uint32_t index = index_at(program, ahead, ahead.pc);
    if (index == kNoIndex)
      return false;
    const Instruction& i = program.instruction(index);
    if (i.op == Op::breakpoint)
      return false;
    if (is_memory(i.op_class)) {
      const std::uint64_t address = address_accessed(program, ahead, i);
      const std::uint64_t bytes = access_bytes(i);
      const std::uint64_t touched = halves_touched(program.tohost, address, bytes);
      if (touched != 0)
        return writes_memory(i) && i.op_class != OpClass::atomic && touched == missing;
      if (program.fromhost != 0 && !is_store(i.op_class) &&
          halves_touched(program.fromhost, address, bytes) != 0)
        return false;
    }
    const std::uint64_t pc = ahead.pc;
    if (execute(program, ahead, inner, 0).trap != Trap::none || ahead.pc == pc)
      return false;
  }
  return false;
}

} // namespace

bool completes_command(const Program& program, ArchState& state, const Environment& environment,
                       const Effect& effect, bool atomic) {
  std::uint64_t& halves = state.regs[riscv::kTohostHalves];
  if (state.memory.load(program.tohost, 8) == 0) {
    halves = 0;
    return false;
  }
  const std::uint64_t now = halves_touched(program.tohost, effect.address, effect.bytes);
  if (atomic || (halves | now) == (kLowHalf | kHighHalf))
    return true;
  halves = now;
  ArchState ahead = state;
  const std::uint32_t index = index_at(program, state, state.pc);
  ahead.pc += program.instruction(index).size;
  return !stores_soon(program, ahead, environment, (kLowHalf | kHighHalf) & ~now);
}

} // namespace stallscope::isa
