#include "loop/operands.hpp"

#include "isa/registers.hpp"

#include <array>
#include <map>
#include <tuple>

namespace stallscope::session {

namespace {

using isa::Instruction;
using isa::Op;

/// Symbolic register value: an unknown base plus a constant.
struct Symbolic {
  unsigned root = 0;
  std::int64_t offset = 0;
  bool loaded = false; ///< loaded from memory
  bool affine = true;
  /// Induction: the register whose value at the start of the iteration is the base, when the
  /// constant is the same in all iterations. kNoRegister: not of this form.
  RegId origin = kNoRegister;
};

using Registers = std::array<Symbolic, kMaxRegisters>;

struct Address {
  RegId base = 0;
  RegId index = 0;
  std::uint64_t scale = 0;
  std::int64_t displacement = 0;
};

/// Two bits of Instruction::raw, defined in x86/form.hpp.
unsigned x86_scale(const Instruction& i) {
  return i.raw >> 4 & 3;
}
bool x86_operand_in_memory(const Instruction& i) {
  return (i.raw >> 6 & 3) != 0;
}

Address address_of(const Instruction& i) {
  if (isa::is_x86(i.op))
    return {i.rs1, i.rs3, x86_scale(i), static_cast<std::int64_t>(i.target)};
  return {i.rs1, 0, 0, i.imm};
}

/// The instruction has one memory access, at an address computed from its operands.
bool has_operand(const Instruction& i) {
  if (isa::access_bytes(i) == 0)
    return false;
  if (!isa::is_x86(i.op))
    return i.op_class != isa::OpClass::atomic;
  return x86_operand_in_memory(i) && i.op != Op::x86_push && i.op != Op::x86_pop &&
         i.op != Op::x86_call_indirect;
}

class Walk {
public:
  Walk(const isa::Program& program, const LoopBody& body) : program_(program), body_(body) {}

  std::vector<LoopOperand> run() {
    Registers first;
    start(first);
    pass(first); // gives the state at the start of the second iteration
    Registers second;
    start(second);
    for (RegId reg = 1; reg < kMaxRegisters; ++reg) {
      second[reg].loaded = first[reg].loaded;
      // An induction variable advances by a constant; other values are new unknowns in every
      // iteration.
      second[reg].affine = first[reg].affine && first[reg].origin == reg;
    }
    areas_.clear();
    bases_.clear();
    pass(second);
    return operands_;
  }

private:
  void start(Registers& regs) {
    for (RegId reg = 0; reg < kMaxRegisters; ++reg)
      regs[reg] = {reg, 0, false, true, reg};
    next_root_ = kMaxRegisters;
  }

  void pass(Registers& regs) {
    operands_.assign(body_.path.size(), {});
    for (std::size_t n = 0; n < body_.path.size(); ++n) {
      const Instruction& i = program_.instruction(body_.path[n]);
      if (has_operand(i))
        operands_[n] = operand(regs, i);
      execute(regs, i);
    }
  }

  LoopOperand operand(const Registers& regs, const Instruction& i) {
    const Address address = address_of(i);
    const Symbolic& base = regs[address.base];
    const Symbolic& index = regs[address.index];
    const auto scaled = static_cast<std::int64_t>(std::uint64_t{1} << address.scale);
    const auto [at, fresh] = areas_.try_emplace(std::tuple(base.root, index.root, address.scale),
                                                static_cast<unsigned>(areas_.size()));
    return {.exists = true,
            .affine = base.affine && index.affine,
            .by_loaded = base.loaded || index.loaded,
            .area = at->second,
            .offset = base.offset + index.offset * scaled + address.displacement,
            .has_base = address.base != 0,
            .base =
                bases_.try_emplace(base.root, static_cast<unsigned>(bases_.size())).first->second};
  }

  void execute(Registers& regs, const Instruction& i) {
    Symbolic result{next_root_++, 0, false, true};
    const isa::MicroOp& micro_op = program_.micro_op(i.first_micro_op);
    const bool reads_memory = isa::access_bytes(i) != 0 && !isa::is_store(i.op_class);
    result.loaded = reads_memory;
    result.affine = !reads_memory;
    for (const isa::RegisterRead& read : micro_op.sources()) {
      result.loaded |= regs[read.reg].loaded;
      result.affine &= regs[read.reg].affine;
    }
    const bool adds = is_addition(i);
    if (!adds && !is_linear(i))
      result.affine = false;
    if (adds) {
      const Symbolic& source = regs[addend(i)];
      result = {source.root, source.offset + constant(i), source.loaded, source.affine,
                source.origin};
    } else if (is_sum(i)) {
      const isa::MicroOp& m = micro_op;
      for (unsigned n = 0; n < 2; ++n)
        if (is_invariant(m.reads[n].reg))
          result.origin = regs[m.reads[1 - n].reg].origin;
    }
    for (const RegId reg : micro_op.destinations())
      if (reg == i.rd)
        regs[reg] = result;
      else
        regs[reg] = {next_root_++, 0, result.loaded, false};
  }

  /// The instruction adds two registers that it only reads.
  static bool is_sum(const Instruction& i) {
    const bool adds = i.op == Op::add || i.op == Op::x86_add || i.op == Op::x86_sub ||
                      i.op == Op::sub || i.op == Op::addw;
    return adds && !i.has_immediate && (!isa::is_x86(i.op) || !x86_operand_in_memory(i)) &&
           i.rs1 != 0 && i.rs2 != 0 && i.rs1 != i.rs2;
  }
  [[nodiscard]] bool is_invariant(RegId reg) const {
    for (const std::uint32_t index : body_.path)
      for (const RegId written :
           program_.micro_op(program_.instruction(index).first_micro_op).destinations())
        if (written == reg)
          return false;
    return true;
  }
  /// The instruction adds a constant to a register.
  static bool is_addition(const Instruction& i) {
    switch (i.op) {
    case Op::add:
    case Op::addw: // compressed mv is add rd, x0, rs
      return i.has_immediate || i.rs1 == 0 || i.rs2 == 0;
    case Op::sub:
    case Op::subw:
    case Op::add_overflow:
    case Op::addw_overflow:
      return i.has_immediate;
    case Op::move:
      return !i.has_immediate;
    case Op::x86_add:
    case Op::x86_sub:
      return i.has_immediate && !x86_operand_in_memory(i);
    case Op::x86_inc:
    case Op::x86_dec:
      return !x86_operand_in_memory(i);
    case Op::x86_lea:
      return i.rs3 == 0;
    case Op::x86_mov:
      return !i.has_immediate && !x86_operand_in_memory(i) && (i.raw & 3) == 3;
    default:
      return false;
    }
  }
  static RegId addend(const Instruction& i) {
    if ((i.op == Op::add || i.op == Op::addw) && !i.has_immediate)
      return i.rs1 == 0 ? i.rs2 : i.rs1;
    const bool of_right = i.op == Op::x86_lea || i.op == Op::x86_mov;
    return isa::is_x86(i.op) && !of_right ? i.rs2 : i.rs1;
  }
  static std::int64_t constant(const Instruction& i) {
    switch (i.op) {
    case Op::move:
    case Op::x86_mov:
      return 0;
    case Op::add:
    case Op::addw:
      return i.has_immediate ? i.imm : 0;
    case Op::sub:
    case Op::subw:
    case Op::x86_sub:
      return -i.imm;
    case Op::x86_inc:
      return 1;
    case Op::x86_dec:
      return -1;
    case Op::x86_lea:
      return static_cast<std::int64_t>(i.target);
    default:
      return i.imm;
    }
  }
  /// The result advances by a constant when the operands do.
  static bool is_linear(const Instruction& i) {
    switch (i.op) {
    case Op::add:
    case Op::sub:
    case Op::addw:
    case Op::subw:
    case Op::sh1add:
    case Op::sh2add:
    case Op::sh3add:
    case Op::load_immediate:
    case Op::x86_add:
    case Op::x86_sub:
    case Op::x86_lea:
    case Op::x86_mov:
    case Op::x86_movsx:
    case Op::x86_movzx:
      return true;
    case Op::sll:
      return i.has_immediate;
    default:
      return false;
    }
  }

  const isa::Program& program_;
  const LoopBody& body_;
  std::vector<LoopOperand> operands_;
  std::map<std::tuple<unsigned, unsigned, std::uint64_t>, unsigned> areas_;
  std::map<unsigned, unsigned> bases_; ///< by root
  unsigned next_root_ = kMaxRegisters;
};

} // namespace

std::vector<LoopOperand> operands_of(const isa::Program& program, const LoopBody& body) {
  return Walk(program, body).run();
}

Instruction with_address(Instruction i, std::uint64_t address) {
  i.rs1 = 0;
  if (isa::is_x86(i.op)) {
    i.rs3 = 0;
    i.target = address;
  } else {
    i.imm = static_cast<std::int64_t>(address);
  }
  return i;
}

} // namespace stallscope::session
