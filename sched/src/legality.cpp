#include "base/check.hpp"
#include "isa/registers.hpp"
#include "sched/dependence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

// The check shares no code with dependence.cpp: what a graph forgets, this finds.

namespace stallscope::sched {

namespace {

std::string instruction_name(const Block& block, Node node) {
  return fmt::format("{} ({})", node + 1, block.text(node));
}

std::string register_name(const Block& block, RegId reg) {
  const auto& names = block.program->register_names;
  return reg < names.size() && !names[reg].empty() ? names[reg] : fmt::format("r{}", reg);
}

/// What each instruction of a block meets when it is executed in some order.
struct Meeting {
  std::vector<std::array<Node, isa::kMaxReads>> writers; ///< by node: who wrote its operands
  std::map<RegId, std::vector<Node>> writes; ///< by register: who writes it, one after the other
};

/// The last of these that is no increment, where `access` may cross those.
Node maker_among(const std::vector<Node>& writes, const Folding& folding, bool access) {
  for (std::size_t i = writes.size(); i-- > 0;)
    if (!access || !folding.increment(writes[i]))
      return writes[i];
  return kNoNode;
}

Meeting meet(const Block& block, const std::vector<Node>& order, const Folding& folding) {
  Meeting meeting;
  meeting.writers.resize(block.count);
  for (const Node node : order) {
    const isa::MicroOp& micro_op = block.micro_op(node);
    meeting.writers[node].fill(kNoNode);
    for (unsigned k = 0; k < micro_op.read_count; ++k)
      meeting.writers[node].at(k) =
          maker_among(meeting.writes[micro_op.reads[k].reg], folding,
                      folding.access(node) && micro_op.reads[k].reg == block.instruction(node).rs1);
    for (const RegId reg : micro_op.destinations())
      meeting.writes[reg].push_back(node);
  }
  return meeting;
}

std::string wrong_registers(const Block& block, const std::vector<Node>& order,
                            const Folding& folding) {
  std::vector<Node> source(block.count);
  for (Node node = 0; node < block.count; ++node)
    source[node] = node;
  const Meeting was = meet(block, source, folding);
  const Meeting is = meet(block, order, folding);
  for (const Node node : order)
    for (unsigned k = 0; k < block.micro_op(node).read_count; ++k)
      if (was.writers[node].at(k) != is.writers[node].at(k))
        return fmt::format("instruction {} reads another value of {}",
                           instruction_name(block, node),
                           register_name(block, block.micro_op(node).reads[k].reg));
  for (const auto& [reg, writes] : was.writes)
    if (is.writes.at(reg) != writes)
      return fmt::format("{} is not written in the same order", register_name(block, reg));
  return {};
}

/// An address as a value somebody made, plus a constant: walks back from the use.
struct Address {
  Node maker = kNoNode; ///< kNoNode: the register's value at the start
  RegId reg = 0;        ///< 0: no value, the offset is the address
  std::int64_t offset = 0;
  bool known = false;

  [[nodiscard]] bool same_base(const Address& o) const {
    return known && o.known && maker == o.maker && reg == o.reg;
  }
};

Node writer_before(const Block& block, Node node, RegId reg) {
  for (Node earlier = node; earlier-- > 0;)
    for (const RegId written : block.micro_op(earlier).destinations())
      if (written == reg)
        return earlier;
  return kNoNode;
}

Address address_of(const Block& block, Node node) {
  const isa::Instruction& access = block.instruction(node);
  Address address;
  if (isa::is_x86(access.op) || access.op == isa::Op::lwl || access.op == isa::Op::lwr ||
      access.op == isa::Op::swl || access.op == isa::Op::swr || access.op == isa::Op::ldl ||
      access.op == isa::Op::ldr || access.op == isa::Op::sdl || access.op == isa::Op::sdr ||
      isa::base_of(access.op_class) == isa::OpClass::atomic)
    return address;
  address.known = true;
  address.reg = access.rs1;
  address.offset = access.imm;
  for (Node at = node; address.reg != 0;) {
    const Node maker = writer_before(block, at, address.reg);
    if (maker == kNoNode)
      break;
    const isa::Instruction& made = block.instruction(maker);
    const bool single = block.micro_op(maker).write_count == 1;
    if (single && made.op == isa::Op::load_immediate) {
      address.reg = 0;
      address.offset += made.imm;
    } else if (single && made.op == isa::Op::move && block.micro_op(maker).read_count <= 1) {
      address.reg = made.rs1;
    } else if (single && made.has_immediate &&
               (made.op == isa::Op::add || made.op == isa::Op::sub)) {
      address.reg = made.rs1;
      address.offset += made.op == isa::Op::add ? made.imm : -made.imm;
    } else {
      address.maker = maker;
      break;
    }
    at = maker;
  }
  return address;
}

/// An access and where it goes.
struct Access {
  Node node = 0;
  Address address;
};

bool never_meet(const Block& block, const Access& a, const Access& b, const AliasHints& hints) {
  const Address& first = a.address;
  const Address& second = b.address;
  if (first.same_base(second)) {
    const auto end = [&block](const Address& address, Node node) {
      return address.offset + isa::access_bytes(block.instruction(node));
    };
    return end(first, a.node) <= second.offset || end(second, b.node) <= first.offset;
  }
  const RegId stack = block.program->isa == isa::Isa::riscv  ? isa::riscv::kSp
                      : block.program->isa == isa::Isa::mips ? isa::mips::kSp
                                                             : kNoRegister;
  const auto on_stack = [&](const Address& address) {
    return address.known && address.maker == kNoNode && address.reg == stack;
  };
  const auto constant_data = [&](const Address& address) {
    const auto at = static_cast<std::uint64_t>(address.offset);
    return address.known && address.reg == 0 &&
           std::any_of(block.program->data.begin(), block.program->data.end(),
                       [at](const isa::DataSegment& s) {
                         return at >= s.address && at < s.address + s.bytes.size();
                       });
  };
  if ((on_stack(first) && constant_data(second)) || (on_stack(second) && constant_data(first)))
    return true;
  // With restrict pointers the rule of the language decides, not an address.
  return !hints.restrict_registers.empty() && !isa::is_x86(block.instruction(a.node).op);
}

std::string wrong_memory(const Block& block, const std::vector<Node>& position,
                         const AliasHints& hints) {
  std::vector<Access> accesses;
  for (Node node = 0; node < block.count; ++node)
    if (isa::access_bytes(block.instruction(node)) != 0)
      accesses.push_back({node, address_of(block, node)});
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (std::size_t k = i + 1; k < accesses.size(); ++k) {
      const Node a = accesses[i].node;
      const Node b = accesses[k].node;
      const bool write =
          isa::writes_memory(block.instruction(a)) || isa::writes_memory(block.instruction(b));
      if (position[a] > position[b] && write && !never_meet(block, accesses[i], accesses[k], hints))
        return fmt::format("instruction {} comes before {}, which may access the same memory",
                           instruction_name(block, b), instruction_name(block, a));
    }
  return {};
}

} // namespace

std::string illegality(const Block& block, const std::vector<Node>& order, const AliasHints& hints,
                       const Folding& folding) {
  std::vector<Node> position(block.count, kNoNode);
  if (order.size() != block.count)
    return fmt::format("{} instructions instead of {}", order.size(), block.count);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] >= block.count || position[order[i]] != kNoNode)
      return fmt::format("instruction {} is there twice or does not exist", order[i] + 1);
    position[order[i]] = static_cast<Node>(i);
  }
  Node farthest = 0; // greatest original number so far
  for (Node node = 0; node < block.count; ++node) {
    farthest = std::max(farthest, position[node]);
    const isa::Instruction& instruction = block.instruction(node);
    const bool fixed = has_side_effects(instruction) || isa::is_control(instruction.op_class);
    if (fixed && (position[node] != node || farthest != node))
      return fmt::format("an instruction has crossed {}", instruction_name(block, node));
  }
  if (std::string wrong = wrong_registers(block, order, folding); !wrong.empty())
    return wrong;
  return wrong_memory(block, position, hints);
}

} // namespace stallscope::sched
