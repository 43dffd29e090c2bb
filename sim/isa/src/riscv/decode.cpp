#include "isa/registers.hpp"
#include "isa/riscv_code.hpp"
#include "riscv/encoding.hpp"

#include <algorithm>

namespace stallscope::isa {

namespace riscv {

namespace {

/// A register: (code >> shift & mask) + base. There is no branch on the kind of place, because it
/// would be mispredicted for every other instruction.
struct RegisterField {
  std::uint8_t shift = 0;
  std::uint8_t mask = 0;
  RegId base = 0;

  [[nodiscard]] RegId of(std::uint32_t bits) const {
    return static_cast<RegId>((bits >> shift & mask) + base);
  }
};

RegisterField field_of(Place place, RegId first) {
  const auto field = [first](unsigned shift, unsigned mask, unsigned base) {
    return RegisterField{static_cast<std::uint8_t>(shift), static_cast<std::uint8_t>(mask),
                         static_cast<RegId>(base + first)};
  };
  switch (place) {
  case Place::bits7:
    return field(7, 31, 0);
  case Place::bits15:
    return field(15, 31, 0);
  case Place::bits20:
    return field(20, 31, 0);
  case Place::bits27:
    return field(27, 31, 0);
  case Place::bits2:
    return field(2, 31, 0);
  case Place::short7:
    return field(7, 7, 8);
  case Place::short2:
    return field(2, 7, 8);
  case Place::ra:
    return field(0, 0, 1);
  case Place::sp:
    return field(0, 0, 2);
  case Place::none:
    break;
  }
  return {};
}

/// The data needed for decoding an encoding, in the order of the table.
struct Recipe {
  RegisterField rd, rs1, rs2, rs3;
  Imm imm;
  std::uint8_t size;
  bool has_immediate; ///< the immediate is operand b
  bool has_rounding;
  bool constant_source; ///< the rs1 field contains a constant
  bool finished;        ///< `complete` is not needed
  std::array<Op, 2> op; ///< for 32 and 64 bits
  OpClass op_class;
};

bool needs_completion(Op op) {
  switch (op) {
  case Op::load_immediate:
  case Op::add:
  case Op::jump_link:
  case Op::jump_link_register:
  case Op::beq:
  case Op::bne:
  case Op::blt:
  case Op::bge:
  case Op::bltu:
  case Op::bgeu:
  case Op::fence:
  case Op::syscall:
  case Op::csr_write:
  case Op::csr_set:
  case Op::csr_clear:
    return true;
  default:
    return false;
  }
}

Recipe recipe_of(const Encoding& e) {
  const auto first = [&](char letter) { return e.has(letter) ? kFirstFpRegister : RegId{0}; };
  Recipe f{};
  f.rd = field_of(e.shape.rd, first('D'));
  if (e.shape.rd == Place::none)
    f.rd.base = kSinkRegister;
  f.rs1 = field_of(e.shape.rs1, first('S'));
  f.rs2 = field_of(e.shape.rs2, first('T'));
  f.rs3 = field_of(e.shape.rs3, first('V'));
  f.imm = e.shape.imm;
  f.size = static_cast<std::uint8_t>(e.size());
  f.has_immediate = e.has('i') || e.has('u') || e.has('h') || is_constant(e.shape.imm);
  f.has_rounding = e.has('r') || e.has('e');
  f.constant_source = e.has('Z');
  f.finished = !needs_completion(e.op);
  f.op = {word_op(e.op), e.op};
  f.op_class = e.op_class;
  return f;
}

const std::vector<Recipe>& all_recipes() {
  static const std::vector<Recipe> kRecipes = [] {
    std::vector<Recipe> recipes;
    for (const Encoding& e : encodings())
      recipes.push_back(recipe_of(e));
    return recipes;
  }();
  return kRecipes;
}

/// Like gather(Imm, bits), but inlined.
std::int64_t immediate(Imm imm, std::uint32_t bits) {
  switch (imm) {
#define STALLSCOPE_IMM(name)                                                                       \
  case Imm::name:                                                                                  \
    return gather<Imm::name>(bits);
    STALLSCOPE_IMM(i)
    STALLSCOPE_IMM(s)
    STALLSCOPE_IMM(b)
    STALLSCOPE_IMM(u)
    STALLSCOPE_IMM(j)
    STALLSCOPE_IMM(shift6)
    STALLSCOPE_IMM(c_i)
    STALLSCOPE_IMM(c_b)
    STALLSCOPE_IMM(c_j)
    STALLSCOPE_IMM(c_ldsp)
    STALLSCOPE_IMM(c_sdsp)
    STALLSCOPE_IMM(c_double)
#undef STALLSCOPE_IMM
  case Imm::none:
    return 0;
  default:
    return gather(imm, bits);
  }
}

std::uint64_t wrapped(std::uint64_t address, unsigned xlen) {
  return xlen == 32 ? address & 0xffffffffU : address;
}

void complete_upper(Instruction& i, std::uint32_t bits, unsigned xlen) {
  const std::int64_t upper = static_cast<std::int32_t>(static_cast<std::uint32_t>(i.imm) << 12U);
  const bool relative = (bits & 0x7fU) == 0x17; // auipc
  i.imm = relative ? static_cast<std::int64_t>(i.pc + static_cast<std::uint64_t>(upper)) : upper;
  if (xlen == 32)
    i.imm = static_cast<std::int32_t>(i.imm);
}

void complete_csr(Instruction& i, bool constant) {
  const bool writes = i.rs1 != 0 || i.op == Op::csr_write;
  if (constant) {
    i.target = i.rs1;
    i.rs1 = 0;
    i.has_immediate = true;
  }
  if (!writes) {
    i.op = Op::csr_read;
    i.op_class = OpClass::integer;
    i.has_immediate = false;
  }
}

/// Sets everything that is not a plain field of the code.
void complete(Instruction& i, const Recipe& f, std::uint32_t bits, unsigned xlen) {
  switch (i.op) {
  case Op::load_immediate:
    complete_upper(i, bits, xlen);
    return;
  case Op::add:
  case Op::addw: // RV32
    if (i.has_immediate && i.rd == kSinkRegister && i.rs1 == 0 && i.imm == 0) {
      i.op = Op::nop;
      i.op_class = OpClass::nop;
      i.has_immediate = false;
    }
    return;
  case Op::jump_link:
  case Op::beq:
  case Op::bne:
  case Op::blt:
  case Op::bge:
  case Op::bltu:
  case Op::bgeu:
    i.target = wrapped(i.pc + static_cast<std::uint64_t>(i.imm), xlen);
    i.imm = 0;
    if (i.op == Op::jump_link && i.rd == kSinkRegister)
      i.op = Op::jump;
    return;
  case Op::jump_link_register:
    if (i.rd == kSinkRegister)
      i.op = Op::jump_register;
    return;
  case Op::fence:
    i.imm = 0;
    return;
  case Op::syscall:
    i.rs1 = kA7;
    i.rs2 = kA0;
    i.rd = kA0;
    i.imm = kA2;
    return;
  case Op::csr_write:
  case Op::csr_set:
  case Op::csr_clear:
    complete_csr(i, f.constant_source);
    return;
  default:
    return;
  }
}

} // namespace

} // namespace riscv

Instruction decode_riscv(std::uint32_t bits, std::uint64_t pc, unsigned xlen) {
  using namespace riscv;
  static const Recipe* const kRecipes = all_recipes().data();
  static const Encoding* const kFirst = encodings().data();
  Instruction i;
  const bool is_long = (bits & 3U) == 3;
  if (!is_long)
    bits &= 0xffffU;
  i.raw = bits;
  i.pc = pc;
  i.size = is_long ? 4 : 2;
  const Encoding* const encoding = encoding_of(bits, xlen);
  if (encoding == nullptr) {
    i.op_class = OpClass::system;
    return i;
  }
  const Recipe& f = kRecipes[encoding - kFirst];
  i.op = f.op[xlen == 32 ? 0 : 1];
  i.op_class = f.op_class;
  i.has_immediate = f.has_immediate;
  i.rd = f.rd.of(bits);
  if (i.rd == 0)
    i.rd = kSinkRegister;
  i.rs1 = f.rs1.of(bits);
  i.rs2 = f.rs2.of(bits);
  i.rs3 = f.rs3.of(bits);
  i.rounding = f.has_rounding ? static_cast<std::uint8_t>(bits >> 12 & 7U) : std::uint8_t{0};
  i.imm = immediate(f.imm, bits);
  if (!f.finished)
    complete(i, f, bits, xlen);
  return i;
}

} // namespace stallscope::isa
