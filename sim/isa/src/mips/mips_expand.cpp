#include "mips/mips_expand.hpp"

#include "asm/assembler.hpp"
#include "asm/text/literals.hpp"
#include "mips/mips_registers.hpp"
#include "mips/mips_unaligned.hpp"

#include <fmt/format.h>

namespace stallscope::isa::mips {

namespace {

using assembly::Emitter;
using assembly::Fields;
using assembly::Operand;
using assembly::Row;

/// The shortest of addiu, ori, lui and lui/ori; 64-bit values 16 bits at a time from the top.
void load(Emitter& emitter, RegId rd, std::int64_t value) {
  const Operand target = Operand::of_register(rd);
  const Operand zero = Operand::of_register(0);
  const Operand low = Operand::of_constant(value & 0xffff);
  if (value >= -32768 && value <= 32767) {
    emitter.emit("addiu", {target, zero, Operand::of_constant(value)});
  } else if (value >= 0 && value <= 0xffff) {
    emitter.emit("ori", {target, zero, low});
  } else if (value >= INT32_MIN && value <= INT32_MAX) {
    emitter.emit("lui", {target, Operand::of_constant((value >> 16) & 0xffff)});
    if (low.known != 0)
      emitter.emit("ori", {target, target, low});
  } else if (low.known != 0) {
    load(emitter, rd, value >> 16);
    emitter.emit("dsll", {target, target, Operand::of_constant(16)});
    emitter.emit("ori", {target, target, low});
  } else {
    unsigned shift = 16;
    while (((value >> shift) & 0xffff) == 0)
      shift += 16;
    load(emitter, rd, value >> shift);
    emitter.emit(shift >= 32 ? "dsll32" : "dsll",
                 {target, target, Operand::of_constant(shift % 32)});
  }
}

/// Rotation by a constant, with the three instructions of MARS.
void expand_rotation(Emitter& emitter, const Row& row, const Fields& fields) {
  const std::optional<std::int64_t> distance = emitter.constant(fields);
  if (!distance)
    return;
  const std::int64_t left = row.mnemonic == "rol" ? *distance : (32 - *distance) % 32;
  const Operand target = Operand::of_register(fields.rd);
  const Operand source = Operand::of_register(fields.rs1);
  const Operand spare = Operand::of_register(emitter.temporary());
  emitter.emit("srl", {spare, source, Operand::of_constant((32 - left) % 32)});
  emitter.emit("sll", {target, source, Operand::of_constant(left)});
  emitter.emit("or", {target, target, spare});
}

/// mtc1.d, mfc1.d: the low word is in the named register, the high word in the next one. FP
/// registers have 64 bits here, so both words are in one of them.
void expand_pair_move(Emitter& emitter, const Row& row, const Fields& fields) {
  const bool to_fp = row.mnemonic == "mtc1.d";
  const RegId low_reg = to_fp ? fields.rs1 : fields.rd;
  const Operand low = Operand::of_register(low_reg);
  const Operand high = Operand::of_register(static_cast<RegId>((low_reg + 1) % 32));
  const Operand none = Operand::of_constant(0);
  if (to_fp) {
    const Operand spare = Operand::of_register(emitter.temporary());
    emitter.emit("dsll32", {spare, high, none});
    emitter.emit("dins", {spare, low, none, Operand::of_constant(32)});
    emitter.emit("dmtc1", {spare, Operand::of_register(fields.rd)});
    return;
  }
  const Operand source = Operand::of_register(fields.rs1);
  emitter.emit("mfc1", {low, source});
  emitter.emit("dmfc1", {high, source});
  emitter.emit("dsra32", {high, high, none});
}

/// mthc1. $at may contain a value here: compilers assume that it is not used otherwise.
void expand_upper_half(Emitter& emitter, const Fields& fields) {
  const Operand spare = Operand::of_register(kK1);
  const Operand target = Operand::of_register(fields.rd);
  emitter.emit("dmfc1", {spare, target});
  emitter.emit("dins", {spare, Operand::of_register(fields.rs1), Operand::of_constant(32),
                        Operand::of_constant(32)});
  emitter.emit("dmtc1", {spare, target});
}

/// lwxc1, ldxc1, swxc1, sdxc1: index and base are added first, in $k1 for the same reason.
void expand_indexed(Emitter& emitter, const Row& row, const Fields& fields) {
  const Operand address = Operand::of_register(kK1);
  emitter.emit("daddu",
               {address, Operand::of_register(fields.rs1), Operand::of_register(fields.rs2)});
  Operand memory = Operand::of_constant(0);
  memory.kind = Operand::Kind::memory;
  memory.reg = kK1;
  const std::string_view m = row.mnemonic;
  emitter.emit(m == "lwxc1"   ? "lwc1"
               : m == "ldxc1" ? "ldc1"
               : m == "swxc1" ? "swc1"
                              : "sdc1",
               {Operand::of_register(fields.rd), memory});
}

/// trap 0 in DLX, syscall 0 in EduMIPS64.
void expand_numbered_call(Emitter& emitter, const Row& row, const Fields& fields) {
  const std::optional<std::int64_t> number = emitter.constant(fields);
  if (!number)
    return;
  if (*number == 0)
    emitter.emit("halt", {});
  else
    emitter.reporter().error(
        fields.value_place, fmt::format("'{}' {} is not supported", row.mnemonic, *number),
        fmt::format("{} 0, which ends the program, or a number in $v0 (R2) and syscall: 1 prints "
                    "$a0 (R4), 3 prints F12",
                    row.mnemonic));
}

/// la
void load_address(Emitter& emitter, const Fields& fields) {
  if (fields.known && *fields.known >= -32768 && *fields.known <= 65535) {
    load(emitter, fields.rd, *fields.known);
    return;
  }
  Operand address;
  address.value = fields.value;
  address.place = fields.value_place;
  address.modifier = assembly::Modifier::upper;
  const Operand target = Operand::of_register(fields.rd);
  emitter.emit("lui", {target, address});
  address.modifier = assembly::Modifier::lower;
  emitter.emit("ori", {target, target, address});
}

/// li, dli
void load_constant(Emitter& emitter, const Row& row, const Fields& fields) {
  const std::optional<std::int64_t> value = emitter.constant(fields);
  if (!value)
    return;
  if (row.mnemonic == "dli") {
    load(emitter, fields.rd, *value);
  } else if (*value >= INT32_MIN && *value <= UINT32_MAX) {
    load(emitter, fields.rd, static_cast<std::int32_t>(*value));
  } else {
    emitter.reporter().error(fields.value_place, fmt::format("{} does not fit in 32 bits", *value),
                             fmt::format("{} to {}; dli loads 64 bits", INT32_MIN, UINT32_MAX));
  }
}

/// li.d, li.s: the bits are moved through an integer register.
void load_real(Emitter& emitter, const Row& row, const Fields& fields) {
  const bool single = row.mnemonic == "li.s";
  const double sign = fields.real_negative ? -1 : 1;
  std::uint64_t bits = 0;
  if (single)
    bits = assembly::bits_of(static_cast<float>(sign) * (fields.real.empty()
                                                             ? static_cast<float>(*fields.known)
                                                             : assembly::parse_float(fields.real)));
  else
    bits = assembly::bits_of(sign * (fields.real.empty() ? static_cast<double>(*fields.known)
                                                         : assembly::parse_double(fields.real)));
  RegId from = 0;
  if (bits != 0) {
    from = emitter.temporary();
    load(emitter, from, single ? static_cast<std::int32_t>(bits) : static_cast<std::int64_t>(bits));
  }
  emitter.emit(single ? "mtc1" : "dmtc1",
               {Operand::of_register(from), Operand::of_register(fields.rd)});
}

} // namespace

namespace {

/// rdhwr rd,$29: there is one thread, whose variables are ordinary data, and its pointer is 0.
void read_thread_pointer(Emitter& emitter, const Fields& fields) {
  constexpr RegId kUserLocal = 29;
  if (fields.rs1 != kUserLocal) {
    emitter.reporter().error(fields.value_place, "this hardware register is not there",
                             "$29, the thread pointer");
    return;
  }
  const Operand zero = Operand::of_register(0);
  emitter.emit("addu", {Operand::of_register(fields.rd), zero, zero});
}

/// As GNU as does it: the address of the function is in a register.
void load_global_pointer(Emitter& emitter, const Fields& fields) {
  const Operand gp = Operand::of_register(kGp);
  Operand part = Operand::of_constant(0);
  part.known.reset();
  part.modifier = assembly::Modifier::gp_disp_hi;
  emitter.emit("lui", {gp, part});
  part.modifier = assembly::Modifier::gp_disp_lo;
  emitter.emit("addiu", {gp, gp, part});
  emitter.emit("addu", {gp, gp, Operand::of_register(fields.rs1)});
}

} // namespace

void expand_row(Emitter& emitter, const Row& row, const Fields& fields) {
  if (row.mnemonic == "trap" || row.mnemonic == "syscall") {
    expand_numbered_call(emitter, row, fields);
    return;
  }
  if (row.mnemonic == "rdhwr") {
    read_thread_pointer(emitter, fields);
    return;
  }
  if (row.mnemonic == ".cpload") {
    load_global_pointer(emitter, fields);
    return;
  }
  if (row.mnemonic == "la") {
    load_address(emitter, fields);
    return;
  }
  if (row.mnemonic == "li" || row.mnemonic == "dli") {
    load_constant(emitter, row, fields);
    return;
  }
  if (is_unaligned_access(row)) {
    expand_unaligned_access(emitter, row, fields);
    return;
  }
  if (row.mnemonic == "rol" || row.mnemonic == "ror") {
    expand_rotation(emitter, row, fields);
    return;
  }
  if (row.mnemonic == "mtc1.d" || row.mnemonic == "mfc1.d") {
    expand_pair_move(emitter, row, fields);
    return;
  }
  if (row.mnemonic == "mthc1") {
    expand_upper_half(emitter, fields);
    return;
  }
  if (row.mnemonic.ends_with("xc1")) {
    expand_indexed(emitter, row, fields);
    return;
  }
  load_real(emitter, row, fields);
}

} // namespace stallscope::isa::mips
