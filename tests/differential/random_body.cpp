#include "random_body.hpp"

#include "base/check.hpp"
#include "isa/riscv_code.hpp"
#include "random_code.hpp"
#include "riscv/encode.hpp"

#include <fmt/format.h>

namespace stallscope::differential {

namespace {

using isa::OpClass;
using isa::RiscvOperands;
using isa::riscv::Encoding;
using isa::riscv::Extension;
using isa::riscv::Place;

constexpr std::int64_t kFlags = 0x001; // CSR numbers
constexpr std::int64_t kRounding = 0x002;
constexpr std::int64_t kBoth = 0x003;

RegId free_register(Random& random) {
  while (true)
    if (const auto reg = static_cast<RegId>(random.below(32)); !is_reserved(reg))
      return reg;
}

/// A displacement from a base register; all bases are in the middle of the memory.
std::int64_t random_displacement(const Encoding& e, Random& random) {
  const isa::riscv::ImmLayout& layout = isa::riscv::layout_of(e.shape.imm);
  const std::int64_t half = kWindow / 2;
  const bool near = random.chance(80);
  const std::int64_t low = near ? std::max(layout.low(), -half) : layout.low();
  const std::int64_t high = near ? std::min(layout.high(), half - 1) : layout.high();
  const std::int64_t any = random.between(static_cast<int>(low), static_cast<int>(high));
  const std::int64_t multiple = random.chance(70) ? 8 : layout.multiple();
  return any / multiple * multiple;
}

} // namespace

void CodeWriter::bits(std::uint32_t bits) {
  const unsigned size = (bits & 3U) == 3 ? 4 : 2;
  for (unsigned i = 0; i < size; ++i)
    code_.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
}

void CodeWriter::emit(std::string_view mnemonic, const RiscvOperands& operands) {
  const auto code = isa::encode_riscv(mnemonic, operands, xlen_);
  STALLSCOPE_CHECK(code.has_value(), "an instruction of the test cannot have its operands");
  bits(*code);
}

BodyGenerator::BodyGenerator(unsigned xlen) : xlen_(xlen) {
  for (const Encoding& e : isa::riscv::encodings())
    if (e.exists(xlen))
      classify(e);
}

void BodyGenerator::classify(const Encoding& e) {
  const bool system =
      e.op_class == OpClass::system && e.op != isa::Op::fence && e.op != isa::Op::fence_i;
  if (e.extension == Extension::zicond || e.extension == Extension::zcb ||
      e.extension == Extension::machine || system || e.has('C'))
    return; // CSRs of their own kind: add_csr
  if (e.shape.rd == Place::sp)
    return;
  // qemu before 8.0 counts the zeros of all 64 bits when the lower 32 are zero, not 32; tested by
  // hand in unit/isa/test_riscv_bits.cpp.
  if (e.mnemonic == "ctzw")
    return;
  if (e.has('b') || e.has('j'))
    branches_.push_back(&e);
  else if (e.op == isa::Op::jump_link_register)
    indirect_.push_back(&e);
  else if (e.has('g'))
    atomic_.push_back(&e);
  else if (e.has('m'))
    memory_.push_back(&e);
  else if (e.size() == 2)
    compressed_.push_back(&e);
  else if (e.extension == Extension::f || e.extension == Extension::d)
    floating_.push_back(&e);
  else
    integer_.push_back(&e);
}

RiscvOperands BodyGenerator::operands_of(const Encoding& e, Random& random) const {
  RiscvOperands o;
  do
    o = random_operands(e, random);
  while (e.has('d') && is_reserved(o.rd));
  if (e.op == isa::Op::jump_link_register)
    return o; // imm(rs1) is no memory
  if (e.has('m') || e.has('g')) {
    o.rs1 = static_cast<RegId>(8 + random.below(2));
    if (e.shape.rs1 == Place::sp)
      o.rs1 = 2;
  }
  if (e.has('m'))
    o.immediate = random_displacement(e, random);
  return o;
}

std::uint32_t BodyGenerator::random_plain(const Encodings& from, Random& random) const {
  while (true) {
    const Encoding& e = *from[random.below(static_cast<unsigned>(from.size()))];
    const isa::riscv::EncodeResult code = isa::riscv::encode(e, operands_of(e, random), xlen_);
    if (code.ok)
      return code.bits;
  }
}

/// Rounding modes 5 to 7 are left out: every instruction that rounds would trap.
void BodyGenerator::add_csr(CodeWriter& out, Random& random) const {
  const auto rd = free_register(random);
  const auto rs1 = static_cast<RegId>(random.below(32));
  switch (random.below(4)) {
  case 0:
    out.emit("csrrwi", {.rd = rd, .immediate = random.below(5), .csr = kRounding});
    return;
  case 1:
    out.emit(random.pick({"csrrw", "csrrs", "csrrc"}), {.rd = rd, .rs1 = rs1, .csr = kFlags});
    return;
  case 2:
    out.emit(random.pick({"csrrwi", "csrrsi", "csrrci"}),
             {.rd = rd, .immediate = random.below(32), .csr = kFlags});
    return;
  default:
    out.emit("csrrs", {.rd = rd, .csr = random.between(kFlags, kBoth)});
  }
}

/// A pair, so that no reservation outlives it. Between them at most one instruction without memory.
void BodyGenerator::add_reservation(CodeWriter& out, Random& random) const {
  const std::string_view width = xlen_ == 64 && random.chance(50) ? "d" : "w";
  const auto base = static_cast<RegId>(8 + random.below(2));
  const std::string_view load_order = random.pick({"", ".aq", ".aqrl"});
  const std::string_view store_order = random.pick({"", ".rl", ".aqrl"});
  out.emit(fmt::format("lr.{}{}", width, load_order), {.rd = free_register(random), .rs1 = base});
  if (random.chance(50))
    out.bits(random_plain(integer_, random));
  out.emit(fmt::format("sc.{}{}", width, store_order),
           {.rd = free_register(random), .rs1 = base, .rs2 = static_cast<RegId>(random.below(32))});
}

BodyGenerator::Group BodyGenerator::random_group(Random& random) const {
  Group group;
  CodeWriter out(group.code, xlen_);
  const unsigned kind = random.below(100);
  if (kind < 34) {
    out.bits(random_plain(integer_, random));
  } else if (kind < 62) {
    out.bits(random_plain(floating_, random));
  } else if (kind < 75) {
    out.bits(random_plain(compressed_, random));
  } else if (kind < 85) {
    out.bits(random_plain(memory_, random));
  } else if (kind < 89) {
    std::uint32_t bits = 0;
    do
      bits = random_plain(atomic_, random);
    while (isa::decode_riscv(bits, 0, xlen_).op == isa::Op::lr_w ||
           isa::decode_riscv(bits, 0, xlen_).op == isa::Op::lr_d);
    out.bits(bits);
  } else if (kind < 91) {
    add_reservation(out, random);
  } else if (kind < 95) {
    add_csr(out, random);
  } else {
    const Encodings& jumps = kind < 98 ? branches_ : indirect_;
    group.jump = jumps[random.below(static_cast<unsigned>(jumps.size()))];
    do
      group.operands = operands_of(*group.jump, random);
    while (&jumps == &indirect_ && (is_reserved(group.operands.rs1) || group.operands.rs1 == 0));
    group.over = random.below(4);
  }
  return group;
}

unsigned BodyGenerator::size_of(const Group& group) const {
  const auto before = static_cast<unsigned>(group.code.size());
  if (group.jump == nullptr)
    return before;
  const bool indirect = group.jump->op == isa::Op::jump_link_register;
  return before + group.jump->size() + (indirect ? 8 : 0); // auipc, addi
}

/// Completes the code of a jump whose target is `distance` bytes from the group's begin.
void BodyGenerator::set_distance(Group& group, std::int64_t distance, unsigned xlen) {
  CodeWriter out(group.code, xlen);
  RiscvOperands o = group.operands;
  if (group.jump->op == isa::Op::jump_link_register) {
    // Part of the distance in the register, part in the instruction when it takes one; bit 0 is
    // ignored.
    const std::int64_t part = group.jump->has('m') ? o.immediate % 64 : 0;
    out.emit("auipc", {.rd = o.rs1});
    out.emit("addi", {.rd = o.rs1, .rs1 = o.rs1, .immediate = (distance | 1) - part});
    o.immediate = part;
  } else {
    o.immediate = distance;
  }
  const isa::riscv::EncodeResult code = isa::riscv::encode(*group.jump, o, xlen);
  STALLSCOPE_CHECK(code.ok, "a jump of the test is too long");
  out.bits(code.bits);
}

void BodyGenerator::append_to(std::vector<std::uint8_t>& code, unsigned count,
                              Random& random) const {
  std::vector<Group> groups;
  for (unsigned i = 0; i < count; ++i)
    groups.push_back(random_group(random));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Group& group = groups[i];
    if (group.jump != nullptr) {
      std::int64_t distance = size_of(group);
      for (std::size_t k = i + 1; k < groups.size() && k <= i + group.over; ++k)
        distance += size_of(groups[k]);
      set_distance(group, distance, xlen_);
      group.jump = nullptr;
    }
    code.insert(code.end(), group.code.begin(), group.code.end());
  }
}

} // namespace stallscope::differential
