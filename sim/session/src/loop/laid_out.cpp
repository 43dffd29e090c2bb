#include "loop/laid_out.hpp"

#include "base/check.hpp"
#include "core/units/control_flow.hpp"
#include "isa/registers.hpp"
#include "loop/operands.hpp"
#include "what_if/cut_dependence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace stallscope::session {

namespace {

using isa::Instruction;
using isa::Op;

constexpr std::uint64_t kLine = 64;
constexpr std::uint64_t kFirstAddress = 0x400000;
/// Distance between the memory areas of the code's pointers, and of the operands behind them.
constexpr std::uint64_t kFirstArea = 0x10000000;
constexpr std::uint64_t kAreaBytes = 0x01000000;
constexpr unsigned kPointers = 64;  ///< maximum number of pointer areas
constexpr unsigned kMostAreas = 48; ///< maximum number of operand areas; further operands share
                                    ///< them

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

/// Replaces a branch by one that is always, or never, taken.
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
  /// The accesses of an iteration are those of the previous one, shifted.
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

} // namespace

/// Where each instruction of an iteration lies, counted from its first one: as in the program, but
/// for functions that are called, which follow their calls, and inner loops, which follow
/// themselves once for each of their iterations. These lie in lines as in the program. What is
/// fetched where a branch is predicted wrong lies behind it, where fetch goes straight on, or else
/// behind the whole iteration; a hole is behind that, as behind the end of a program.
class LaidOutLoop::Layout {
public:
  Layout(const isa::Program& program, const LoopBody& body, std::vector<Slot>& slots,
         std::vector<std::uint32_t>& slot_of)
      : program_(program), body_(body), slots_(slots), slot_of_(slot_of),
        header_(program.instruction(body.path.front()).pc) {}

  /// Bytes of an iteration.
  std::uint64_t run() {
    auto wrong = body_.wrong_paths.begin();
    for (std::uint32_t n = 0; n < body_.path.size(); ++n) {
      add_position(n);
      if (wrong == body_.wrong_paths.end() || body_.next(wrong->position) != n + 1)
        continue; // behind its delay slot, too
      slots_[slot_of_[wrong->position]].mispredicted = true;
      if (!wrong->taken)
        add_wrong_path(*wrong, end_);
      ++wrong;
    }
    std::vector<std::pair<std::uint32_t, std::uint64_t>> begins; // of what is fetched when taken
    for (const LoopWrongPath& one : body_.wrong_paths)
      if (one.taken)
        begins.emplace_back(slot_of_[one.position], add_wrong_path(one, apart_from(first_of(one))));
    set_targets(); // of a jump at the end: behind everything
    for (const auto& [slot, begin] : begins)
      slots_[slot].target = begin;
    return end_;
  }

private:
  [[nodiscard]] const Instruction& original(std::uint32_t index) const {
    return program_.instruction(index);
  }
  [[nodiscard]] std::uint64_t first_of(const LoopWrongPath& one) const {
    return one.code.empty() ? header_ : original(one.code.front()).pc;
  }
  /// Behind what there is, at the place in a line that an address has, and not next to it.
  [[nodiscard]] std::uint64_t apart_from(std::uint64_t pc) const {
    const std::uint64_t in_line = (pc - header_ - end_) % kLine;
    return end_ + (in_line == 0 ? kLine : in_line);
  }
  void put(Slot slot, std::uint64_t offset) {
    slot.offset = offset;
    slots_.push_back(slot);
    end_ = offset + original(slot.original).size;
  }

  void add_position(std::uint32_t n) {
    const Instruction& i = original(body_.path[n]);
    const bool follows = i.pc == behind_ || n == 0;
    const std::uint64_t own = i.pc - header_ + inserted_;
    std::uint64_t offset = own;
    if (n < body_.apart.size() && body_.apart[n]) {
      offset = follows ? end_ : apart_from(i.pc);
    } else if (own < end_ || (own == end_ && !follows)) { // something apart lies in front
      inserted_ += line_up(end_ - own + (follows ? 0 : 1));
      offset = i.pc - header_ + inserted_;
    }
    Slot slot;
    slot.original = body_.path[n];
    slot.position = n;
    slot_of_.push_back(static_cast<std::uint32_t>(slots_.size()));
    put(slot, offset);
    behind_ = i.pc + i.size;
  }

  /// Gives where it begins.
  std::uint64_t add_wrong_path(const LoopWrongPath& wrong, std::uint64_t begin) {
    std::uint64_t next = begin;
    for (std::size_t k = 0; k < wrong.code.size(); ++k) {
      Slot slot;
      slot.original = wrong.code[k];
      slot.position = wrong.position;
      slot.wrong_path = true;
      slot.jumps = wrong.jumps[k];
      put(slot, next);
      next = end_;
      if (!slot.jumps || k + 1 == wrong.code.size())
        continue;
      next = apart_from(original(wrong.code[k + 1]).pc);
      slots_.back().target = next;
    }
    end_ += kLine;
    behind_ = 0;
    return begin;
  }

  /// What the branches and jumps of the iteration do.
  void set_targets() {
    for (std::size_t n = 0; n < slot_of_.size(); ++n) {
      Slot& slot = slots_[slot_of_[n]];
      const Instruction& i = original(slot.original);
      if (!isa::is_control(i.op_class))
        continue;
      const std::size_t behind = body_.next(n);
      const bool last = behind >= slot_of_.size();
      const std::uint64_t next = last ? end_ : slots_[slot_of_[behind]].offset;
      const bool skips = !last && original(body_.path[behind]).pc != body_.behind(i);
      slot.back = last && body_.closed;
      slot.jumps = slot.back || skips || isa::is_jump(i.op_class);
      // Targets of indirect jumps are known from the path alone.
      slot.target = skips || isa::is_jump(i.op_class) ? next : i.target - header_;
    }
  }

  const isa::Program& program_;
  const LoopBody& body_;
  std::vector<Slot>& slots_;
  std::vector<std::uint32_t>& slot_of_; ///< by position
  std::uint64_t header_;
  std::uint64_t inserted_ = 0;
  std::uint64_t end_ = 0;    ///< of what has been laid out
  std::uint64_t behind_ = 0; ///< the address behind the instruction in front, in the program
};

LaidOutLoop::LaidOutLoop(const isa::Program& program, const LoopBody& body, LoopAlias alias,
                         std::uint64_t copies, const std::vector<LoopCut>& cuts)
    : program_(like(program)), copies_(copies), length_(body.path.size()), closed_(body.closed),
      delay_slots_(body.delay_slots) {
  STALLSCOPE_CHECK(!body.path.empty() && copies > 0, "a body has instructions");
  const std::uint64_t header = program.instruction(body.path.front()).pc;
  const std::uint64_t bytes = Layout(program, body, slots_, slot_of_).run();
  first_pc_ = kFirstAddress + header % kLine;
  spacing_ = closed_ ? line_up(bytes + kLine) : bytes;
  program_.entry = place(0).pc;
  program_.end_pc = closed_ ? first_pc_ - 2 * kLine : place(copies - 1).pc + spacing_;
  program_.initial_registers = initial_registers(program, body);

  const std::vector<LoopOperand> operands = operands_of(program, body);
  const Places places(operands, alias);
  addresses_repeat_ = places.repeat() || !loads_and_stores(program, body);
  for (std::uint64_t at = 0; at < copies; ++at) {
    const std::uint64_t copy = closed_ ? copies - 1 - at : at;
    for (const Slot& slot : slots_) {
      const Instruction& original = program.instruction(slot.original);
      Instruction seen = original;
      isa::MicroOp micro_op = program.micro_op(original.first_micro_op);
      Instruction done = original;
      if (!slot.wrong_path) {
        for (const LoopCut& one : cuts)
          if (one.first == slot.position)
            cut_dependence(seen, micro_op, one.second);
        if (places.decides(slot.position) && !isa::is_control(original.op_class))
          done = with_address(done, places.address(slot.position, copy));
      }
      append(program, slot, copy, done, seen, micro_op);
    }
  }
  program_.finish();
}

/// A copy of an instruction: what it does, and what decoders see of it.
void LaidOutLoop::append(const isa::Program& program, const Slot& slot, std::uint64_t copy,
                         Instruction done, Instruction seen, const isa::MicroOp& micro_op) {
  constexpr std::uint32_t kAlignedOperand = 1U << 23; // x86::Form::aligned
  const std::uint64_t begin = place(copy).pc;
  done.pc = seen.pc = begin + slot.offset;
  done.op = without_trap(done.op);
  if (isa::is_x86(done.op))
    done.raw &= ~kAlignedOperand;
  if (isa::is_control(done.op_class)) {
    const std::uint64_t next = copy + 1 < copies_ ? place(copy + 1).pc : program_.end_pc;
    const std::uint64_t target = slot.back ? next : begin + slot.target;
    const bool is_indirect = core::is_indirect(done);
    done = decided(done, slot.jumps, target);
    done.mispredicted = slot.mispredicted;
    if (is_indirect) { // resolved as what finds its target in a register
      done.op = Op::jump_register;
      done.imm = static_cast<std::int64_t>(target);
    } else if (isa::is_jump(done.op_class)) {
      done.op = Op::jump;
    }
    seen.target = target;
  }
  const isa::SourcePlace source = program.place_of(slot.original);
  program_.append(done, micro_op,
                  {fmt::format("{}| {}", copy + 1, program.text_of(slot.original)), source.line,
                   source.column});
  decoded_.push_back(seen);
}

std::optional<LaidOutLoop> LaidOutLoop::branch_alone(const isa::Program& program,
                                                     const LoopBody& body, std::uint64_t copies) {
  if (!body.closed)
    return std::nullopt;
  LoopBody alone = body;
  alone.path.erase(alone.path.begin(), alone.path.end() - (body.delay_slots ? 2 : 1));
  alone.wrong_paths.clear();
  if (!body.wrong_paths.empty() &&
      body.next(body.wrong_paths.back().position) == body.path.size()) {
    alone.wrong_paths.push_back(body.wrong_paths.back());
    alone.wrong_paths.back().position = 0;
  }
  LaidOutLoop loop(program, alone, LoopAlias::all, copies);
  for (isa::MicroOp& micro_op : loop.program_.micro_ops)
    micro_op = without_operands(micro_op);
  loop.decoded_ = loop.program_.code;
  return loop;
}

} // namespace stallscope::session
