#pragma once

// Common base of the structure views: their construction, and the text for micro-ops, registers and
// values.

#include "core/out_of_order/structures.hpp"
#include "isa/handed_values.hpp"
#include "isa/registers.hpp"

#include <fmt/format.h>

#include <bit>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::core {

/// Base class of the views of one state.
class StructureViews {
public:
  StructureViews(const OutOfOrderCore& core, const OutOfOrderState& state)
      : core_(core), s_(state) {}

protected:
  static constexpr const char* kNothing = "-";

  std::vector<StructureView> take() { return std::move(views_); }
  void append(std::vector<StructureView> views) {
    std::move(views.begin(), views.end(), std::back_inserter(views_));
  }
  static std::string number(OpId op) { return op ? fmt::format("#{}", op.value) : kNothing; }
  StructureView& add(std::string name, std::string title, std::vector<std::string> columns) {
    return views_.emplace_back(
        StructureView{std::move(name), std::move(title), std::move(columns), {}});
  }
  Slot slot_at(std::uint64_t position) const { return s_.slot_at(position); }
  const WindowOp& op_at(std::uint64_t position) const { return s_.rob.ops[slot_at(position)]; }
  const machine::Dynamic& machine() const { return core_.dynamic(); }
  static std::string title(const char* what, std::uint64_t used, unsigned entries) {
    return entries == 0 ? fmt::format("{}, {}", what, used)
                        : fmt::format("{}, {} of {}", what, used, entries);
  }

  static std::string marked(const std::string& text, bool wrong_path) {
    return wrong_path ? text + " (wrong path)" : text;
  }
  std::string text(const WindowOp& op) const {
    std::string words = core_.program().text_of(op.instruction);
    if (op.instructions > 1)
      words += "; " + core_.program().text_of(op.instruction + 1);
    return marked(words, op.wrong_path);
  }
  /// Marks a fused micro-op, which shares the entries of the micro-op above.
  static std::string part(const WindowOp& op) {
    return std::string(kind(op)) + (op.planned->op.fused ? ", fused" : "");
  }
  static std::string_view kind(const WindowOp& op) {
    switch (op.planned->op.kind) {
    case isa::CrackedKind::load:
      return "load";
    case isa::CrackedKind::store_address:
      return "store address";
    case isa::CrackedKind::store_data:
      return "store data";
    case isa::CrackedKind::store:
      return "store";
    case isa::CrackedKind::branch:
      return "branch";
    case isa::CrackedKind::compute:
      break;
    }
    return "compute";
  }
  std::string register_name(RegId reg) const {
    if (isa::is_temporary(reg) && core_.program().isa != isa::Isa::tac)
      return fmt::format("tmp{}", reg - isa::kFirstTemporary + 1);
    return reg < core_.program().register_names.size() ? core_.program().register_names[reg]
                                                       : fmt::format("r{}", reg);
  }
  /// Hexadecimal, or for floating-point registers decimal: single precision when the upper half is
  /// 0 or NaN-boxed (all ones, RISC-V). `instruction`: of the micro-op that reads or writes the
  /// value.
  std::string value(RegId reg, std::uint64_t bits, std::uint32_t instruction) const {
    const bool is_handed = isa::is_temporary(reg) && core_.program().isa != isa::Isa::tac;
    if (is_handed ? !isa::hands_on_floating_point(core_.program().instruction(instruction))
                  : !core_.program().is_floating_point(reg))
      return fmt::format("{:#x}", core_.program().xlen == 32 ? bits & 0xffffffffU : bits);
    const std::uint64_t upper = bits >> 32;
    return upper == 0 || upper == 0xffffffffU
               ? fmt::format("{:.6g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
               : fmt::format("{:.6g}", std::bit_cast<double>(bits));
  }
  bool is_written(const WindowOp& op) const { return has_written(op, s_.cycle); }
  /// Without a reorder buffer a micro-op leaves the machine after its write-back.
  bool is_gone(const WindowOp& op) const { return !machine().speculates() && is_written(op); }
  std::string results(const WindowOp& op) const {
    std::string all;
    for (unsigned d = 0; d < op.planned->op.write_count && is_written(op); ++d)
      all += (all.empty() ? "" : ", ") +
             value(op.planned->op.writes[d], op.results[d], op.instruction);
    return all.empty() ? kNothing : all;
  }
  std::string destinations(const WindowOp& op) const {
    std::string all;
    for (const RegId reg : op.planned->op.destinations())
      all += (all.empty() ? "" : ", ") + register_name(reg);
    return all.empty() ? kNothing : all;
  }
  /// The micro-op has an immediate operand.
  bool has_constant(const WindowOp& op) const {
    return op.planned->op.kind == isa::CrackedKind::compute && !op.planned->is_memory &&
           op.planned->op.op_class != isa::OpClass::system &&
           core_.program().instruction(op.instruction).has_immediate;
  }
  std::string constant(const isa::Instruction& instruction) const {
    const auto bits = static_cast<std::uint64_t>(instruction.imm);
    return fmt::format("{:#x}", core_.program().xlen == 32 ? bits & 0xffffffffU : bits);
  }
  /// The value a store writes: of a register, or without one a constant, a return address or 0.
  std::string stored_words(const isa::Instruction& instruction, RegId reg, std::uint64_t bits,
                           unsigned bytes) const {
    if (reg != kNoRegister && !isa::is_temporary(reg) && core_.program().is_floating_point(reg))
      return value(reg, bits, core_.program().index_of(instruction.pc));
    if (reg == kNoRegister && core_.program().isa == isa::Isa::x86)
      // a call stores its return address
      bits = isa::is_jump(instruction.op_class) ? instruction.pc + instruction.size
             : instruction.has_immediate        ? static_cast<std::uint64_t>(instruction.imm)
                                                : 0;
    const unsigned wide = bytes * 8U;
    return fmt::format("{:#x}", wide >= 64 ? bits : bits & ((std::uint64_t{1} << wide) - 1));
  }
  /// An entry of the rename map: the physical register, or the number of the writer.
  std::string place_of(const RenameEntry& entry) const {
    if (machine().renaming == machine::Renaming::physical && entry.physical != kNoPhysical)
      return fmt::format("p{}", entry.physical);
    return entry.writer && s_.rob.ops[entry.slot].id == entry.writer ? number(entry.writer)
                                                                     : "register file";
  }
  /// A load with a known address that found a store it cannot be forwarded from.
  static bool waits_for_store(const WindowOp& op) {
    return op.progress == Progress::ready && op.refusal == Reason::memory_order;
  }
  /// Its address is known: it executes, or its access was refused by the cache or an older store.
  static bool has_address(const WindowOp& op) {
    return op.bytes != 0 && (op.progress >= Progress::executing ||
                             (op.progress == Progress::ready && op.refusal != Reason::none));
  }
  std::string state(const WindowOp& op) const {
    switch (op.progress) {
    case Progress::fetched:
      return "fetched";
    case Progress::waiting:
      return "waiting";
    case Progress::ready:
      if (waits_for_store(op))
        return "waits for a store";
      return op.ready_at > s_.cycle ? fmt::format("ready from {}", op.ready_at) : "ready";
    case Progress::executing:
    case Progress::timed:
      if (op.planned->ports != 0 && s_.cycle < op.ready_at + machine().read_cycles)
        return fmt::format("reading; executing to {}", op.ends_at);
      if (op.ends_at >= s_.cycle)
        return fmt::format("executing to {}", op.ends_at);
      return is_written(op) ? "done" : "executed";
    case Progress::executed:
      return "executed";
    case Progress::written:
      break;
    }
    return "done";
  }

  const OutOfOrderCore& core_;
  const OutOfOrderState& s_;

private:
  std::vector<StructureView> views_;
};

/// Views of the branch prediction queue and its events in the cycle.
[[nodiscard]] std::vector<StructureView> branch_structures(const OutOfOrderCore& core,
                                                           const OutOfOrderState& state);
/// Views of the store buffer, and of the sets of first-level caches in use.
[[nodiscard]] std::vector<StructureView> cache_structures(const OutOfOrderCore& core,
                                                          const OutOfOrderState& state);

} // namespace stallscope::core
