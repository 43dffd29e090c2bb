#include "edit_state.hpp"

#include "base/check.hpp"

namespace stallscope::session {

void write_register(core::InOrderState& state, const isa::Program& program, RegId reg,
                    std::uint64_t value) {
  STALLSCOPE_CHECK(reg < kMaxRegisters, "an edit of a register that does not exist");
  if (reg == 0)
    return;
  if (program.xlen == 32 && reg < isa::kFirstFpRegister)
    value = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(value)));
  state.arch.regs[reg] = value;
  state.committed[reg] = value;
  for (isa::UndoEntry& entry : state.undo)
    if (entry.bytes == 0 && entry.address == reg)
      entry.old_value = value;
  for (core::InFlightOp& op : state.ops) {
    if (!op.id) // a free entry
      continue;
    const isa::MicroOp& micro_op = program.micro_op(op.micro_op);
    for (unsigned d = 0; d < micro_op.write_count; ++d)
      if (micro_op.writes[d] == reg)
        op.results[d] = value;
  }
}

void write_memory(core::InOrderState& state, std::uint64_t address,
                  std::span<const std::uint8_t> bytes) {
  state.arch.memory.write(address, bytes);
  for (isa::UndoEntry& entry : state.undo)
    for (unsigned i = 0; i < entry.bytes; ++i) {
      const std::uint64_t offset = entry.address + i - address;
      if (offset >= bytes.size())
        continue;
      entry.old_value &= ~(std::uint64_t{0xff} << (8 * i));
      entry.old_value |= std::uint64_t{bytes[offset]} << (8 * i);
    }
}

} // namespace stallscope::session
