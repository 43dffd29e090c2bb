#include "isa/returned_value.hpp"

#include "isa/registers.hpp"
#include "x86/micro_ops/form.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

namespace stallscope::isa {

namespace {

/// Result registers of the calling conventions.
struct ResultRegisters {
  RegId integer = riscv::kA0;
  RegId fp = kFirstFpRegister + 10; ///< fa0
};

ResultRegisters result_registers(Isa isa) {
  switch (isa) {
  case Isa::mips:
    return {mips::kV0, mips::kF0};
  case Isa::x86:
    return {x86::kRax, x86::kXmm0};
  default:
    return {};
  }
}

bool is_call(const Instruction& i) {
  return i.op == Op::x86_call || i.op == Op::x86_call_indirect || i.op == Op::x86_library ||
         ((i.op == Op::jump_link || i.op == Op::jump_link_register) && i.rd != kSinkRegister);
}

/// The instructions of a function, and the predecessors of each. Calls continue with the next
/// instruction; jumps to an address in a register end the function.
class FunctionFlow {
public:
  explicit FunctionFlow(const Program& program)
      : program_(program), comes_from_(program.code.size()), seen_(program.code.size()) {
    const std::uint32_t entry = program.index_of(program.entry);
    if (entry >= program.code.size())
      return;
    std::vector<std::uint32_t> open{entry};
    seen_[entry] = true;
    while (!open.empty()) {
      const std::uint32_t from = open.back();
      open.pop_back();
      follow(from, open);
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& returns() const { return returns_; }
  [[nodiscard]] const std::vector<std::uint32_t>& before(std::uint32_t index) const {
    return comes_from_[index];
  }

private:
  void follow(std::uint32_t from, std::vector<std::uint32_t>& open) {
    const Instruction& i = program_.code[from];
    const auto go_to = [&](std::uint64_t pc) {
      const std::uint32_t to = program_.index_of(pc);
      if (to >= program_.code.size())
        return;
      comes_from_[to].push_back(from);
      if (!seen_[to]) {
        seen_[to] = true;
        open.push_back(to);
      }
    };
    if (is_call(i)) {
      go_to(i.pc + i.size);
      return;
    }
    if (i.op_class == OpClass::jump_register) {
      returns_.push_back(from);
      return;
    }
    if (is_control(i.op_class))
      go_to(i.target);
    if (!is_jump(i.op_class))
      go_to(i.pc + i.size);
  }

  const Program& program_;
  std::vector<std::vector<std::uint32_t>> comes_from_;
  std::vector<bool> seen_;
  std::vector<std::uint32_t> returns_;
};

bool reads(const MicroOp& op, RegId reg) {
  return std::any_of(op.sources().begin(), op.sources().end(),
                     [reg](const RegisterRead& r) { return r.reg == reg; });
}

bool writes(const MicroOp& op, RegId reg) {
  const auto destinations = op.destinations();
  return std::find(destinations.begin(), destinations.end(), reg) != destinations.end();
}

/// The instruction that writes a value to `reg` that is not read before a return.
std::optional<std::uint32_t> leaves_value(const Program& program, const FunctionFlow& flow,
                                          RegId reg) {
  std::vector<bool> seen(program.code.size());
  std::vector<std::uint32_t> open = flow.returns();
  while (!open.empty()) {
    const std::uint32_t index = open.back();
    open.pop_back();
    const Instruction& i = program.code[index];
    if (is_call(i)) // the register contains the result of the called function
      continue;
    const MicroOp& op = program.micro_op(i.first_micro_op);
    if (writes(op, reg))
      return index;
    if (reads(op, reg))
      continue;
    for (const std::uint32_t before : flow.before(index))
      if (!seen[before]) {
        seen[before] = true;
        open.push_back(before);
      }
  }
  return std::nullopt;
}

/// Whether the result of an operation in an FP register is a float: known for loads and arithmetic,
/// but not for moves.
std::optional<bool> makes_single(const Instruction& i) {
  const unsigned bytes = access_bytes(i);
  if (i.op_class == OpClass::fp_load && bytes <= 8)
    return bytes == 4;
  const OpClass c = i.op_class;
  if (c == OpClass::fp_add_single || c == OpClass::fp_multiply_single ||
      c == OpClass::fp_divide_single || c == OpClass::fp_sqrt_single ||
      c == OpClass::fp_fused_single)
    return true;
  if (c == OpClass::fp_add || c == OpClass::fp_divide || c == OpClass::fp_sqrt ||
      c == OpClass::fp_fused)
    return false;
  if (i.op == Op::x86_fmul || i.op == Op::x86_cvt_integer || i.op == Op::x86_cvt_float)
    return x86::Form::of(i).width == 2;
  return std::nullopt;
}

/// Determined from the instruction that wrote the value; for a move, from the other operations of
/// the program.
bool is_single(const Program& program, const Instruction& made, std::uint64_t bits) {
  constexpr std::uint64_t kBox = 0xffffffff00000000;
  if (program.isa == Isa::riscv)
    return (bits & kBox) == kBox; // the representation of a float in 64-bit registers
  if (const auto known = makes_single(made))
    return *known;
  bool any_single = false;
  for (const Instruction& i : program.code)
    if (const auto known = makes_single(i)) {
      if (!*known)
        return false;
      any_single = true;
    }
  return any_single;
}

bool is_main(const Program& program) {
  const auto symbol = program.symbols.find("main");
  return symbol != program.symbols.end() && symbol->second.address == program.entry;
}

} // namespace

ReturnedValue returned_value(const Program& program, const ArchState& state) {
  const ResultRegisters registers = result_registers(program.isa);
  const auto integer = [&] {
    const auto bits = static_cast<std::uint32_t>(state.regs[registers.integer]);
    return ReturnedValue{.kind = ReturnedValue::Kind::integer,
                         .integer = static_cast<std::int32_t>(bits),
                         .reg = registers.integer};
  };
  if (is_main(program))
    return integer();
  const FunctionFlow flow(program);
  if (leaves_value(program, flow, registers.integer))
    return integer();
  const auto made = leaves_value(program, flow, registers.fp);
  if (!made)
    return integer();
  ReturnedValue value{.kind = ReturnedValue::Kind::number, .reg = registers.fp};
  const std::uint64_t bits = state.regs[registers.fp];
  value.is_single = is_single(program, program.code[*made], bits);
  value.number = value.is_single ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                 : std::bit_cast<double>(bits);
  return value;
}

} // namespace stallscope::isa
