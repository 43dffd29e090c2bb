#include "mips/mips_unaligned.hpp"

#include "mips/mips_registers.hpp"

namespace stallscope::isa::mips {

namespace {

using assembly::Emitter;
using assembly::Fields;
using assembly::Operand;

constexpr std::int64_t kMaxDisplacement = 32767;

/// The address of the access: displacement(base), both known.
struct Place {
  RegId base = 0;
  std::int64_t displacement = 0;
  bool in_temporary = false;

  [[nodiscard]] Operand byte(std::int64_t offset) const {
    Operand operand = Operand::of_constant(displacement + offset);
    operand.kind = Operand::Kind::memory;
    operand.reg = base;
    return operand;
  }
};

/// `overwrites_base`: the first of several accesses changes their base register.
Place place_of(Emitter& emitter, const Fields& fields, unsigned bytes, bool overwrites_base) {
  if (fields.known && *fields.known + bytes - 1 <= kMaxDisplacement && !overwrites_base)
    return {fields.rs1, *fields.known, fields.rs1 == kAt || fields.rs1 == kK1};
  Operand displacement;
  displacement.value = fields.value;
  displacement.known = fields.known;
  displacement.modifier = fields.modifier;
  displacement.place = fields.value_place;
  const RegId temporary = emitter.temporary();
  emitter.emit("daddiu",
               {Operand::of_register(temporary), Operand::of_register(fields.rs1), displacement});
  return {temporary, 0, true};
}

void load_half(Emitter& emitter, const Fields& fields, bool is_signed) {
  const Place place = place_of(emitter, fields, 2, false);
  const Operand data = Operand::of_register(fields.rd);
  const Operand spare = Operand::of_register(emitter.temporary());
  // The base register is loaded last.
  const Operand& high = place.in_temporary ? data : spare;
  const Operand& low = place.in_temporary ? spare : data;
  emitter.emit(is_signed ? "lb" : "lbu", {high, place.byte(1)});
  emitter.emit("lbu", {low, place.byte(0)});
  emitter.emit("sll", {high, high, Operand::of_constant(8)});
  emitter.emit("or", {data, data, spare});
}

void store_half(Emitter& emitter, const Fields& fields) {
  const Place place = place_of(emitter, fields, 2, false);
  const Operand data = Operand::of_register(fields.rs2);
  emitter.emit("sb", {data, place.byte(0)});
  if (!place.in_temporary) {
    const Operand spare = Operand::of_register(emitter.temporary());
    emitter.emit("srl", {spare, data, Operand::of_constant(8)});
    emitter.emit("sb", {spare, place.byte(1)});
    return;
  }
  // No register is free: the data is rotated through all bytes.
  emitter.emit("drotr", {data, data, Operand::of_constant(8)});
  emitter.emit("sb", {data, place.byte(1)});
  emitter.emit("drotr32", {data, data, Operand::of_constant(24)});
}

} // namespace

bool is_unaligned_access(const assembly::Row& row) {
  return row.mnemonic[0] == 'u';
}

void expand_unaligned_access(Emitter& emitter, const assembly::Row& row, const Fields& fields) {
  const bool store = row.mnemonic[1] == 's';
  const char size = row.mnemonic[2];
  if (size == 'h') {
    if (store)
      store_half(emitter, fields);
    else
      load_half(emitter, fields, row.mnemonic == "ulh");
    return;
  }
  const unsigned bytes = size == 'd' ? 8 : 4;
  const Place place = place_of(emitter, fields, bytes, !store && fields.rd == fields.rs1);
  const Operand data = Operand::of_register(store ? fields.rs2 : fields.rd);
  const std::string name = std::string(store ? "s" : "l") + size;
  emitter.emit(name + "l", {data, place.byte(bytes - 1)});
  emitter.emit(name + "r", {data, place.byte(0)});
}

} // namespace stallscope::isa::mips
