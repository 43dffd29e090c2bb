#include "loop/laid_out.hpp"

#include "base/check.hpp"
#include "isa/registers.hpp"
#include "loop/operands.hpp"
#include "what_if/cut_dependence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace stallscope::session {

namespace {

using isa::Instruction;
using isa::Op;

constexpr std::uint64_t kLine = 64;
constexpr std::uint64_t kFirstAddress = 0x400000;
/// Distance between the memory areas of the code's pointers, and of the operands behind them.
constexpr std::uint64_t kFirstArea = 0x10000000;
constexpr std::uint64_t kAreaBytes = 0x01000000;
constexpr unsigned kPointers = 64;  ///< pointer areas at most
constexpr unsigned kMostAreas = 48; ///< operand areas at most; further operands share them

std::uint64_t line_up(std::uint64_t bytes) {
  return (bytes + kLine - 1) / kLine * kLine;
}

/// Replaces an operation that may trap by one with the same operands that does not: the timing of a
/// loop does not depend on values.
Op without_trap(Op op) {
  switch (op) {
  case Op::add_overflow:
    return Op::add;
  case Op::sub_overflow:
    return Op::sub;
  case Op::addw_overflow:
    return Op::addw;
  case Op::subw_overflow:
    return Op::subw;
  case Op::div_trap:
    return Op::div;
  case Op::rem_trap:
    return Op::rem;
  case Op::x86_div:
    return Op::x86_mul_wide;
  case Op::x86_idiv:
    return Op::x86_imul_wide;
  default:
    return op;
  }
}

/// A branch that is always, or never, taken.
Instruction decided(Instruction i, bool taken, std::uint64_t target) {
  i.op = taken ? Op::beq : Op::bne;
  i.has_immediate = false;
  i.rs1 = i.rs2 = i.rs3 = 0;
  i.rd = i.rd2 = isa::kSinkRegister;
  i.target = target;
  return i;
}

/// Initial values for meaningful addresses: every integer register points to its own memory, except
/// index registers.
std::vector<isa::InitialRegister> initial_registers(const isa::Program& program,
                                                    const LoopBody& body) {
  std::vector<isa::InitialRegister> values = program.initial_registers;
  const RegId end = program.isa == isa::Isa::x86   ? isa::x86::kR8 + 8
                    : program.isa == isa::Isa::tac ? RegId{0}
                                                   : isa::kFirstFpRegister;
  const auto is_set = [&](RegId reg) {
    return std::any_of(values.begin(), values.end(),
                       [reg](const isa::InitialRegister& one) { return one.reg == reg; });
  };
  std::vector<bool> is_zero(end, false);
  for (const std::uint32_t index : body.path) {
    const Instruction& i = program.instruction(index);
    if (!isa::is_x86(i.op))
      continue;
    if (i.rs3 != 0 && i.rs3 < end && i.rs3 != i.rs1)
      is_zero[i.rs3] = true;
  }
  for (RegId reg = 1; reg < end; ++reg)
    if (!is_set(reg))
      values.push_back({reg, is_zero[reg] ? 0 : kFirstArea + reg * kAreaBytes});
  return values;
}

/// Assigns addresses to the operands of the copies.
class Places {
public:
  Places(const std::vector<LoopOperand>& operands, LoopAlias alias)
      : operands_(operands), alias_(alias) {
    std::int64_t low = 0;
    std::int64_t high = 0;
    for (const LoopOperand& one : operands) {
      low = std::min(low, one.offset);
      high = std::max(high, one.offset);
    }
    constexpr std::uint64_t kWidest = 32;
    stride_ = std::bit_ceil(std::max<std::uint64_t>(
        kLine,
        std::min<std::uint64_t>(static_cast<std::uint64_t>(high - low) + kWidest, kAreaBytes / 4)));
  }

  [[nodiscard]] bool decides(std::size_t position) const {
    const LoopOperand& operand = operands_[position];
    return operand.exists && (alias_ != LoopAlias::as_is || operand.by_loaded);
  }
  [[nodiscard]] std::uint64_t address(std::size_t position, std::uint64_t copy) const {
    const LoopOperand& operand = operands_[position];
    if (alias_ == LoopAlias::all && operand.has_base)
      return kFirstArea + (kPointers + operand.base % kMostAreas) * kAreaBytes;
    const std::uint64_t area = kFirstArea + (kPointers + operand.area % kMostAreas) * kAreaBytes;
    const std::uint64_t round = kAreaBytes / 4 / stride_;
    const std::uint64_t turn = alias_ == LoopAlias::all ? 0 : copy % round * stride_;
    return area + kAreaBytes / 2 + turn + static_cast<std::uint64_t>(operand.offset);
  }
  /// Accesses of an iteration are those of the previous one, shifted.
  [[nodiscard]] bool repeat() const {
    for (std::size_t n = 0; n < operands_.size(); ++n)
      if (operands_[n].exists && !decides(n) && !operands_[n].affine)
        return false;
    return true;
  }

private:
  const std::vector<LoopOperand>& operands_;
  LoopAlias alias_;
  std::uint64_t stride_ = kLine;
};

/// A loaded value may have been stored by the loop.
bool loads_and_stores(const isa::Program& program, const LoopBody& body) {
  bool loads = false;
  bool stores = false;
  for (const std::uint32_t index : body.path) {
    const Instruction& i = program.instruction(index);
    stores = stores || isa::writes_memory(i);
    loads = loads || (isa::access_bytes(i) != 0 && !isa::is_store(i.op_class));
  }
  return loads && stores;
}

isa::MicroOp without_operands(isa::MicroOp micro_op) {
  micro_op.read_count = 0;
  micro_op.write_count = 0;
  return micro_op;
}

/// The whole address space.
std::vector<isa::MemoryRegion> everywhere() {
  return {{.name = "memory", .begin = 0, .end = ~std::uint64_t{0}}};
}

isa::Program like(const isa::Program& program) {
  isa::Program made;
  made.name = program.name;
  made.isa = program.isa;
  made.compressed = program.compressed;
  made.xlen = program.xlen;
  made.source_lines = program.source_lines;
  made.register_names = program.register_names;
  made.regions = everywhere();
  if (!program.decoded)
    made.data = program.data;
  return made;
}

/// Where each instruction of an iteration lies, counted from its first one: as in the program, but
/// for functions that are called, which follow their calls, and loops within that come round again,
/// which follow themselves. These lie in lines as in the program, but for functions that it does
/// not contain. Then the end of the last one.
std::vector<std::uint64_t> offsets_of(const isa::Program& program, const LoopBody& body) {
  std::vector<std::uint64_t> offsets;
  const std::uint64_t header = program.instruction(body.path.front()).pc;
  std::uint64_t inserted = 0;
  std::uint64_t end = 0;
  std::uint64_t behind = 0; // the address behind the instruction in front
  for (std::size_t n = 0; n < body.path.size(); ++n) {
    const Instruction& i = program.instruction(body.path[n]);
    const bool absent = !program.decoded && i.pc > program.end_pc;
    const std::uint64_t own = i.pc - header + inserted;
    std::uint64_t offset = own;
    if (absent) {
      offset = end;
      inserted += i.size;
    } else if (n < body.apart.size() && body.apart[n]) {
      offset = i.pc == behind ? end : end + (i.pc - header - end) % kLine;
    } else if (own < end) { // of code, which has gone up: something apart lies in front
      inserted += line_up(end - own);
      offset = i.pc - header + inserted;
    }
    offsets.push_back(offset);
    end = offset + i.size;
    behind = i.pc + i.size;
  }
  offsets.push_back(end);
  return offsets;
}

} // namespace

LaidOutLoop::LaidOutLoop(const isa::Program& program, const LoopBody& body, LoopAlias alias,
                         std::uint64_t copies, const std::vector<LoopCut>& cuts)
    : program_(like(program)), copies_(copies), length_(body.path.size()), closed_(body.closed) {
  STALLSCOPE_CHECK(!body.path.empty() && copies > 0, "a body has instructions");
  const std::uint64_t header = program.instruction(body.path.front()).pc;
  const std::vector<std::uint64_t> offsets = offsets_of(program, body);
  const std::uint64_t bytes = offsets.back();
  first_pc_ = kFirstAddress + header % kLine;
  spacing_ = closed_ ? line_up(bytes + kLine) : bytes;
  program_.entry = place(0).pc;
  program_.end_pc = closed_ ? first_pc_ - 2 * kLine : place(copies - 1).pc + spacing_;
  program_.initial_registers = initial_registers(program, body);

  const std::vector<LoopOperand> operands = operands_of(program, body);
  const Places places(operands, alias);
  addresses_repeat_ = places.repeat() || !loads_and_stores(program, body);
  constexpr std::uint32_t kAlignedOperand = 1U << 23; // x86::Form::aligned
  for (std::uint64_t at = 0; at < copies; ++at) {
    const std::uint64_t copy = closed_ ? copies - 1 - at : at;
    const core::PackedPlace here = place(copy);
    for (std::size_t n = 0; n < length_; ++n) {
      const Instruction& original = program.instruction(body.path[n]);
      Instruction seen = original;
      seen.pc = here.pc + offsets[n];
      seen.target = original.target;
      isa::MicroOp micro_op = program.micro_op(original.first_micro_op);
      for (const LoopCut& one : cuts)
        if (one.first == n)
          cut_dependence(seen, micro_op, one.second);
      Instruction done = original;
      done.pc = seen.pc;
      done.op = without_trap(done.op);
      if (isa::is_x86(done.op))
        done.raw &= ~kAlignedOperand;
      if (isa::is_control(original.op_class)) {
        const bool back = closed_ && n + 1 == length_;
        const bool jumps = isa::is_jump(original.op_class);
        const std::uint64_t next = copy + 1 < copies ? place(copy + 1).pc : program_.end_pc;
        const std::uint64_t behind = n + 1 < length_ ? program.instruction(body.path[n + 1]).pc
                                                     : original.pc + original.size;
        const bool skips = behind != original.pc + original.size;
        // Targets of indirect jumps are known from the path alone.
        const std::uint64_t inside =
            here.pc + (skips || jumps ? offsets[n + 1] : original.target - header);
        done = decided(done, back || jumps || skips, back ? next : inside);
        if (jumps)
          done.op = Op::jump;
        seen.target = done.target;
      } else if (places.decides(n)) {
        done = with_address(done, places.address(n, copy));
      }
      const isa::SourcePlace source = program.place_of(body.path[n]);
      program_.append(done, micro_op,
                      {fmt::format("{}| {}", copy + 1, program.text_of(body.path[n])), source.line,
                       source.column});
      decoded_.push_back(seen);
    }
  }
  program_.finish();
}

std::optional<LaidOutLoop> LaidOutLoop::branch_alone(const isa::Program& program,
                                                     const LoopBody& body, std::uint64_t copies) {
  if (!body.closed)
    return std::nullopt;
  LoopBody alone = body;
  alone.path = {body.path.back()};
  LaidOutLoop loop(program, alone, LoopAlias::all, copies);
  for (isa::MicroOp& micro_op : loop.program_.micro_ops)
    micro_op = without_operands(micro_op);
  loop.decoded_ = loop.program_.code;
  return loop;
}

} // namespace stallscope::session
