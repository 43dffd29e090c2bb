#include "asm/assembler.hpp"
#include "base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

/// Converts text written for processors with delay slots for a machine without them: the
/// instruction in a slot is executed whether the branch is taken or not, so it is moved before the
/// branch. The program computes the same results as with slots.
namespace stallscope::isa::assembly {

namespace {

constexpr std::string_view kGiveSlots =
    "'--set branch.delay_slot=true' gives the machine slots, if it issues in order";

/// Addresses that can be reached by name or branch: labels and branch targets.
std::set<std::uint64_t> addresses_led_to(const Program& program) {
  std::set<std::uint64_t> reached;
  for (const auto& [name, symbol] : program.symbols)
    if (symbol.is_code)
      reached.insert(symbol.address);
  for (const Instruction& instruction : program.code)
    if (is_control(instruction.op_class))
      reached.insert(instruction.target);
  return reached;
}

/// `jr $31`, the return from a function.
bool is_return(const Instruction& instruction, RegId return_address) {
  return is_jump(instruction.op_class) && instruction.rd == kSinkRegister &&
         instruction.rs1 == return_address;
}

/// Branch-likely instructions discard the instruction in the slot when not taken.
bool is_branch_likely(std::span<const Row* const> rows) {
  return std::any_of(rows.begin(), rows.end(), [](const Row* row) {
    return (row->flags & kDelaySlot) != 0 && (row->flags & kUnsupported) != 0;
  });
}

/// The branch with the opposite condition.
std::string_view opposite_of(std::string_view branch) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kOpposites{
      {{"beq", "bne"},
       {"bne", "beq"},
       {"blez", "bgtz"},
       {"bgtz", "blez"},
       {"bltz", "bgez"},
       {"bgez", "bltz"},
       {"bc1t", "bc1f"},
       {"bc1f", "bc1t"}}};
  const auto found = std::find_if(kOpposites.begin(), kOpposites.end(),
                                  [branch](const auto& one) { return one.first == branch; });
  return found == kOpposites.end() ? std::string_view() : found->second;
}

bool writes_any(const MicroOp& writer, const MicroOp& of) {
  const auto written = writer.destinations();
  return std::any_of(written.begin(), written.end(), [&](RegId reg) {
    const auto sources = of.sources();
    const auto destinations = of.destinations();
    return std::any_of(sources.begin(), sources.end(),
                       [&](const RegisterRead& read) { return read.reg == reg; }) ||
           std::find(destinations.begin(), destinations.end(), reg) != destinations.end();
  });
}

} // namespace

bool Assembler::is_in_delay_slot(std::size_t first) const {
  const auto& pending = emitter_.pending();
  if (first == 0 || first >= pending.size() || first == behind_slot_)
    return false;
  const Pending& branch = pending[first - 1];
  return is_control(branch.row->op_class) && !is_control(pending[first].row->op_class) &&
         branch.offset + branch.row->size == pending[first].offset;
}

/// bltzal and the like: a branch, and the call that it passes over.
bool Assembler::follows_conditional_call(std::size_t slot) const {
  const auto& pending = emitter_.pending();
  return slot >= 2 && pending[slot - 1].row->op == Op::jump_link &&
         pending[slot - 2].row->op_class == OpClass::branch &&
         pending[slot - 2].place.line.line == pending[slot - 1].place.line.line &&
         pending[slot - 2].place.column == pending[slot - 1].place.column;
}

void Emitter::exchange(std::size_t one, std::size_t other) {
  std::swap(pending_[one], pending_[other]);
  std::swap(pending_[one].offset, pending_[other].offset);
}

void Emitter::use_in_place_of(std::size_t instruction, RegId reg, RegId copy) {
  Fields& fields = pending_[instruction].fields;
  for (RegId* read : {&fields.rs1, &fields.rs2})
    if (*read == reg)
      *read = copy;
}

void Emitter::redirect(std::size_t branch, const Row& row, const Expr& target) {
  pending_[branch].row = &row;
  pending_[branch].fields.target = target;
}

/// After a branch-likely, the slot is executed only if the branch is taken. The opposite branch
/// skips the slot and a jump to the original target. Returns the reason if this is not possible,
/// otherwise empty.
std::string Assembler::skip_slot(std::size_t slot, bool has_label) {
  const Pending branch = emitter_.pending()[slot - 1];
  skips_slots_ = skips_slots_ || slot_is_of_likely_;
  if (emitter_.pending()[slot].row->op == Op::nop)
    return {};
  if (has_label)
    return "a label leads to it";
  const Row* opposite = nullptr;
  for (const Row* row : dialect_.table().forms(std::string(opposite_of(branch.row->mnemonic))))
    if (row->format == branch.row->format && row->op_class == OpClass::branch &&
        (row->flags & kDelaySlot) == 0)
      opposite = row;
  if (opposite == nullptr || !branch.fields.has_target ||
      (branch.fields.known && branch.row->format.find('b') != std::string::npos))
    return "the branch does not always execute it";
  Operand target;
  target.value = branch.fields.target;
  target.place = branch.fields.target_place;
  target.text = branch.place.line.text.substr(target.place.column - 1, target.place.length);
  emitter_.statement("j", {target}, branch.place);
  const Pending& jump = emitter_.pending().back();
  const auto behind = static_cast<std::int64_t>(jump.offset + jump.row->size);
  emitter_.redirect(slot - 1, *opposite, symbols_.here({behind, kText}));
  return {};
}

/// Behind a conditional call, which is a branch over a call: the slot goes in front of both, or
/// that of a branch-likely between them. Why it cannot, or empty.
std::string Assembler::move_before_call(std::size_t slot, bool has_label) {
  skips_slots_ = skips_slots_ || slot_is_of_likely_;
  const Pending& moved = emitter_.pending()[slot];
  const Pending& call = emitter_.pending()[slot - 1];
  const Pending& branch = emitter_.pending()[slot - 2];
  if (moved.row->op == Op::nop)
    return {};
  if (has_label)
    return "a label leads to it";
  if (call.fields.known)
    return "the branch counts instructions";
  const MicroOp of_slot = micro_op_for(instruction_of(moved, 0, moved.offset));
  if (writes_any(micro_op_for(instruction_of(call, 0, call.offset)), of_slot))
    return "it needs the return address";
  const auto written = of_slot.destinations();
  if (!slot_is_of_likely_ &&
      std::find(written.begin(), written.end(), branch.fields.rs1) != written.end())
    return "it changes what the branch depends on";
  const auto behind = static_cast<std::int64_t>(moved.offset + moved.row->size);
  emitter_.redirect(slot - 2, *branch.row, symbols_.here({behind, kText}));
  emitter_.exchange(slot - 1, slot);
  if (!slot_is_of_likely_)
    emitter_.exchange(slot - 2, slot - 1);
  return {};
}

void Assembler::leave_delay_slot(std::size_t first, bool has_label, const Token& name) {
  if ((dialect_.flags() & kNoDelaySlot) == 0 || (!no_reorder_ && !assumes_slots_))
    return;
  const auto& pending = emitter_.pending();
  const bool moves = std::exchange(moves_slot_, true);
  if (is_in_delay_slot(first)) {
    if (!misses_delay_slots_)
      reporter_.warning(
          no_reorder_ ? *no_reorder_ : place(name),
          fmt::format("{}, which the machine has not: what stands behind a branch is executed in "
                      "front of it; {}",
                      no_reorder_ ? "the code is written for delay slots"
                                  : "the text looks like a compiler's for a processor with delay "
                                    "slots ('.set reorder' or --strict: it is not)",
                      kGiveSlots));
    misses_delay_slots_ = true;
    const std::string why_not = moves ? move_before_branch(first, has_label)
                                : follows_conditional_call(first)
                                    ? move_before_call(first, has_label)
                                    : skip_slot(first, has_label);
    if (!why_not.empty())
      reporter_.warning(
          place(name),
          fmt::format(
              "'{}' stays behind its branch and is executed only when that is not taken, as "
              "{}; {}",
              name.text, why_not, kGiveSlots));
    behind_slot_ = pending.size(); // the branch may be the last instruction now
    return;
  }
  const auto branches =
      std::count_if(pending.begin() + static_cast<std::ptrdiff_t>(first), pending.end(),
                    [](const Pending& one) { return is_control(one.row->op_class); });
  slot_is_of_likely_ = is_branch_likely(dialect_.table().forms(lower(name.text)));
  moves_slot_ = branches <= 1 && !slot_is_of_likely_;
}

/// Returns the reason if this is not possible, otherwise empty.
std::string Assembler::move_before_branch(std::size_t slot, bool has_label) {
  const Pending& branch = emitter_.pending()[slot - 1];
  const Pending& moved = emitter_.pending()[slot];
  if (moved.row->op == Op::nop)
    return {};
  if (has_label)
    return "a label leads to it";
  if (branch.fields.known && branch.row->format.find('b') != std::string::npos)
    return "the branch counts instructions";
  const MicroOp of_branch = micro_op_for(instruction_of(branch, 0, branch.offset));
  const MicroOp of_slot = micro_op_for(instruction_of(moved, 0, moved.offset));
  if (writes_any(of_branch, of_slot))
    return "it needs the return address";
  RegId copied = 0;
  for (const RegId written : of_slot.destinations())
    for (const RegisterRead& read : of_branch.sources())
      if (read.reg == written)
        copied = written;
  if (copied != 0)
    return copy_operand_of_branch(slot, copied);
  emitter_.exchange(slot - 1, slot);
  return {};
}

/// The slot changes an operand of the branch: the branch uses a copy. Returns the reason if this is
/// not possible, otherwise empty.
std::string Assembler::copy_operand_of_branch(std::size_t slot, RegId written) {
  const RegId copy = dialect_.delay_slots().spare;
  const Pending branch = emitter_.pending()[slot - 1];
  const MicroOp of_slot = micro_op_for(instruction_of(emitter_.pending()[slot], 0, 0));
  const auto reads = of_slot.sources();
  if (written >= kFirstFpRegister || copy == 0 || emitter_.pending().size() != slot + 1 ||
      std::any_of(reads.begin(), reads.end(),
                  [&](const RegisterRead& read) { return read.reg == copy; }))
    return "it changes what the branch depends on";
  emitter_.statement("move", {Operand::of_register(copy), Operand::of_register(written)},
                     branch.place);
  if (emitter_.pending().size() != slot + 2)
    return "it changes what the branch depends on";
  emitter_.use_in_place_of(slot - 1, written, copy);
  emitter_.exchange(slot - 1, slot); // slot, branch, copy
  emitter_.exchange(slot, slot + 1); // slot, copy, branch
  emitter_.exchange(slot - 1, slot); // copy, slot, branch
  return {};
}

/// The rule is described in docs/notations.md.
bool Assembler::fills_delay_slots(const Program& program) const {
  if ((dialect_.flags() & kNoDelaySlot) == 0 || dialect_.is_strict() || says_reordering_ ||
      !dialect_.delay_slots().as_compilers_print || reporter_.error_count() != 0)
    return false;
  const std::set<std::uint64_t> reached = addresses_led_to(program);
  bool returns = false;
  const auto own_end = std::find_if(program.code.begin(), program.code.end(),
                                    [&](const Instruction& i) { return i.pc >= end_of_text(); });
  const auto own = static_cast<std::size_t>(own_end - program.code.begin());
  for (std::size_t i = 0; i < own; ++i) {
    const Instruction& jump = program.code[i];
    if (!is_control(jump.op_class))
      continue;
    if (i + 1 == own)
      return false;
    const Instruction& slot = program.code[i + 1];
    if (slot.pc != jump.pc + jump.size || is_control(slot.op_class) || reached.contains(slot.pc))
      return false;
    returns = returns || is_return(jump, dialect_.delay_slots().return_address);
  }
  return returns;
}

} // namespace stallscope::isa::assembly
