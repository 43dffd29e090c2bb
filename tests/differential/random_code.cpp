#include "random_code.hpp"

#include "base/check.hpp"
#include "riscv/encode.hpp"

namespace stallscope::differential {

namespace {

using isa::riscv::Encoding;
using isa::riscv::Imm;
using isa::riscv::Place;

RegId random_register(Place place, bool fp, Random& random) {
  const auto first = static_cast<RegId>(fp ? isa::kFirstFpRegister : 0);
  switch (place) {
  case Place::ra:
    return 1;
  case Place::sp:
    return 2;
  case Place::short7:
  case Place::short2:
    return static_cast<RegId>(first + 8 + random.below(8));
  default:
    return static_cast<RegId>(first + random.below(32));
  }
}

std::int64_t random_immediate(const Encoding& e, Random& random) {
  if (e.has('Z'))
    return random.below(32);
  if (e.shape.imm == Imm::c_upper) // as lui has it: bit 5 is the sign of 20 bits
    return random.chance(50) ? random.between(1, 31) : random.between(0xfffe0, 0xfffff);
  const isa::riscv::ImmLayout& layout = isa::riscv::layout_of(e.shape.imm);
  const std::int64_t steps = (layout.high() - layout.low()) / layout.multiple();
  return layout.low() +
         layout.multiple() *
             static_cast<std::int64_t>(random.next() % (static_cast<std::uint64_t>(steps) + 1));
}

} // namespace

isa::RiscvOperands random_operands(const Encoding& e, Random& random) {
  isa::RiscvOperands o;
  o.rd = random_register(e.shape.rd, e.has('D'), random);
  o.rs1 = random_register(e.shape.rs1, e.has('S'), random);
  o.rs2 = random_register(e.shape.rs2, e.has('T'), random);
  o.rs3 = random_register(e.shape.rs3, true, random);
  o.immediate = random_immediate(e, random);
  o.csr = random.below(4096);
  const unsigned mode = random.below(6);
  o.rounding = static_cast<std::uint8_t>(mode == 5 ? 7 : mode);
  return o;
}

std::uint32_t random_code(const Encoding& e, unsigned xlen, Random& random) {
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i)
    if (const isa::riscv::EncodeResult code =
            isa::riscv::encode(e, random_operands(e, random), xlen);
        code.ok)
      return code.bits;
  STALLSCOPE_CHECK(false, "an instruction that hardly any operands fit");
  return 0;
}

} // namespace stallscope::differential
