#include "base/check.hpp"
#include "isa/registers.hpp"
#include "sched/dependence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

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
};

/// Finds where accesses go, each by walking back from it to who made its address; what has been
/// found out about a maker on the way is remembered.
class Addresses {
public:
  explicit Addresses(const Block& block) : block_(block), made_(block.count) {
    for (Node node = 0; node < block.count; ++node)
      for (const RegId reg : block.micro_op(node).destinations())
        writers_[reg].push_back(node);
  }

  [[nodiscard]] Address of(Node node) {
    const isa::Instruction& access = block_.instruction(node);
    Address address;
    if (has_no_plain_address(access))
      return address;
    address = value_of(node, access.rs1);
    address.offset +=
        isa::is_x86(access.op) ? static_cast<std::int64_t>(access.target) : access.imm;
    return address;
  }

private:
  static bool has_no_plain_address(const isa::Instruction& access) {
    switch (access.op) {
    case isa::Op::lwl:
    case isa::Op::lwr:
    case isa::Op::swl:
    case isa::Op::swr:
    case isa::Op::ldl:
    case isa::Op::ldr:
    case isa::Op::sdl:
    case isa::Op::sdr:
      return true;
    // The stack's top and the operand, or what a function does.
    case isa::Op::x86_push:
    case isa::Op::x86_pop:
    case isa::Op::x86_call:
    case isa::Op::x86_call_indirect:
    case isa::Op::x86_ret:
    case isa::Op::x86_leave:
    case isa::Op::x86_library:
      return true;
    default:
      return isa::is_x86(access.op) ? access.rs3 != 0 // scaled index
                                    : isa::base_of(access.op_class) == isa::OpClass::atomic;
    }
  }

  [[nodiscard]] Node writer_before(Node node, RegId reg) const {
    const auto writers = writers_.find(reg);
    if (writers == writers_.end())
      return kNoNode;
    const auto behind = std::lower_bound(writers->second.begin(), writers->second.end(), node);
    return behind == writers->second.begin() ? kNoNode : *std::prev(behind);
  }

  /// What a register holds in front of a node.
  Address value_of(Node node, RegId reg) {
    std::vector<std::pair<Node, std::int64_t>> way; // makers that add a constant, from the use on
    Address address{kNoNode, reg, 0, true};
    for (Node at = node; address.reg != 0;) {
      const Node maker = writer_before(at, address.reg);
      if (maker == kNoNode)
        break;
      if (made_[maker].known) {
        address = made_[maker];
        break;
      }
      const isa::Instruction& made = block_.instruction(maker);
      const bool single = block_.micro_op(maker).write_count == 1;
      if (single && made.op == isa::Op::load_immediate) {
        address = {kNoNode, 0, made.imm, true};
        break;
      }
      const bool adds = made.has_immediate && (made.op == isa::Op::add || made.op == isa::Op::sub);
      const bool copies = made.op == isa::Op::move && block_.micro_op(maker).read_count <= 1;
      if (!single || (!adds && !copies)) {
        address.maker = maker;
        break;
      }
      way.emplace_back(maker, !adds ? 0 : made.op == isa::Op::add ? made.imm : -made.imm);
      address.reg = made.rs1;
      at = maker;
    }
    for (std::size_t i = way.size(); i-- > 0;) {
      address.offset += way[i].second;
      made_[way[i].first] = address;
    }
    return address;
  }

  const Block& block_;
  std::map<RegId, std::vector<Node>> writers_; ///< ascending
  std::vector<Address> made_;                  ///< by maker, when it has been found out
};

/// The access with the latest place in the new order among some.
struct Latest {
  Node position = 0;
  Node node = kNoNode;
  std::size_t base = 0;

  void take(const Latest& other) {
    if (node == kNoNode || other.position > position)
      *this = other;
  }
};

/// Goes through the accesses in their old order and remembers, for everything a later one may meet,
/// which of those in front of it now comes last: when that is behind the later one, they have
/// changed places.
class MemoryOrder {
public:
  MemoryOrder(const Block& block, const std::vector<Node>& position, const AliasHints& hints)
      : block_(block), position_(position), hints_(hints), addresses_(block) {}

  std::string find() {
    for (Node node = 0; node < block_.count; ++node)
      if (isa::access_bytes(block_.instruction(node)) != 0)
        if (const Node crossed = crossed_by(node); crossed != kNoNode)
          return fmt::format("instruction {} comes before {}, which may access the same memory",
                             instruction_name(block_, node), instruction_name(block_, crossed));
    return {};
  }

private:
  /// Where an access may lie beside its own base: the stack never meets data with fixed addresses.
  enum Region : std::size_t { stack, data, elsewhere };
  /// Of a region the latest of each of two bases, so that one of them is not the own.
  struct PerRegion {
    Latest first;
    Latest second;

    void take(const Latest& access) {
      if (access.base == first.base || first.node == kNoNode) {
        first.take(access);
      } else if (access.position > first.position) {
        second = first;
        first = access;
      } else {
        second.take(access);
      }
    }
    [[nodiscard]] const Latest& beside(std::size_t base) const {
      return first.base == base ? second : first;
    }
  };

  [[nodiscard]] std::size_t base_of(const Address& address) {
    if (!address.known) // another one each time: meets all
      return ~next_unknown_++;
    return bases_.try_emplace({address.maker, address.reg}, bases_.size()).first->second;
  }
  [[nodiscard]] Region region_of(const Address& address) const {
    const isa::Isa isa = block_.program->isa;
    const RegId sp = isa == isa::Isa::riscv  ? isa::riscv::kSp
                     : isa == isa::Isa::mips ? isa::mips::kSp
                     : isa == isa::Isa::x86  ? isa::x86::kRsp
                                             : kNoRegister;
    if (address.known && address.maker == kNoNode && address.reg == sp)
      return stack;
    const auto at = static_cast<std::uint64_t>(address.offset);
    const auto& segments = block_.program->data;
    const bool in_data = address.known && address.maker == kNoNode && address.reg == 0 &&
                         std::any_of(segments.begin(), segments.end(), [at](const auto& s) {
                           return at >= s.address && at < s.address + s.bytes.size();
                         });
    return in_data ? data : elsewhere;
  }

  /// An access in front of `node` in the old order and behind it in the new that it may meet; notes
  /// the access for those behind it.
  Node crossed_by(Node node) {
    const isa::Instruction& instruction = block_.instruction(node);
    const Address address = addresses_.of(node);
    const std::size_t base = base_of(address);
    const Region region = region_of(address);
    const bool writes = isa::writes_memory(instruction);
    const bool by_language = !hints_.restrict_registers.empty() && !isa::is_x86(instruction.op);
    const Latest self{position_[node], node, base};
    Node crossed = kNoNode;
    const auto meet = [&](const Latest& other) {
      if (other.node != kNoNode && other.position > self.position)
        crossed = other.node;
    };
    // With restrict pointers the rule of the language decides about other bases, not an address.
    for (const Region other : {stack, data, elsewhere})
      if (!by_language && !(region == stack && other == data) &&
          !(region == data && other == stack))
        meet((writes ? all_ : writes_).at(other).beside(base));
    const unsigned bytes = address.known ? isa::access_bytes(instruction) : 0;
    for (unsigned i = 0; i < bytes; ++i) {
      auto& [all, written] = bytes_[{base, address.offset + i}];
      meet(writes ? all : written);
      all.take(self);
      if (writes)
        written.take(self);
    }
    all_.at(region).take(self);
    if (writes)
      writes_.at(region).take(self);
    return crossed;
  }

  const Block& block_;
  const std::vector<Node>& position_;
  const AliasHints& hints_;
  Addresses addresses_;
  std::size_t next_unknown_ = 0;
  std::map<std::pair<Node, RegId>, std::size_t> bases_;
  std::array<PerRegion, 3> all_;    ///< by region
  std::array<PerRegion, 3> writes_; ///< likewise, of those that write
  std::map<std::pair<std::size_t, std::int64_t>, std::pair<Latest, Latest>>
      bytes_; ///< by base and byte: all, and those that write
};

} // namespace

std::string illegality(const Block& block, const std::vector<Node>& order, const AliasHints& hints,
                       const Folding& folding, ControlStays control) {
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
    const bool fixed = has_side_effects(instruction) ||
                       (control == ControlStays::yes && isa::is_control(instruction.op_class));
    if (fixed && (position[node] != node || farthest != node))
      return fmt::format("an instruction has crossed {}", instruction_name(block, node));
  }
  if (std::string wrong = wrong_registers(block, order, folding); !wrong.empty())
    return wrong;
  return MemoryOrder(block, position, hints).find();
}

} // namespace stallscope::sched
