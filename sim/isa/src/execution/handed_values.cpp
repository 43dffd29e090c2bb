#include "isa/handed_values.hpp"

#include "x86/micro_ops/form.hpp"
#include "x86/micro_ops/handed_x86.hpp"

#include <algorithm>

namespace stallscope::isa {

namespace {

/// The register value after the load of an atomic operation: words are sign-extended.
std::uint64_t loaded_by_atomic(const Instruction& i, const ArchState& before) {
  const unsigned bytes = access_bytes(i);
  const std::uint64_t bits = before.memory.load(before.regs[i.rs1], bytes);
  return bytes == 4 ? static_cast<std::uint64_t>(
                          static_cast<std::int64_t>(static_cast<std::int32_t>(bits)))
                    : bits;
}

bool is_conditional_store(const Instruction& i) {
  return i.op == Op::sc_w || i.op == Op::sc_d;
}

} // namespace

HandedValues handed_before(const Instruction& i, const ArchState& before) {
  if (is_x86(i.op))
    return x86::handed_before(i, before);
  HandedValues values;
  if (i.op_class == OpClass::atomic && !is_conditional_store(i))
    values.of[0] = loaded_by_atomic(i, before);
  return values;
}

void add_handed_results(const Instruction& i, const Effect& effect, const ArchState& behind,
                        HandedValues& values) {
  if (effect.trap != Trap::none || effect.exception)
    return;
  if (is_conditional_store(i)) // whether it stored
    values.of[0] = behind.regs[i.rd];
  else if (is_x86(i.op) && x86::has_second_result(i))
    values.of[1] = x86::second_result(i, behind);
  else if (effect.bytes != 0 && writes_memory(i))
    values.of[1] = behind.memory.load(effect.address, std::min<unsigned>(effect.bytes, 8));
}

bool hands_on_floating_point(const Instruction& i) {
  return is_x86(i.op) && x86::load_class(i) == OpClass::fp_load;
}

} // namespace stallscope::isa
