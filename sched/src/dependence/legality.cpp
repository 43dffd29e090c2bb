#include "base/check.hpp"
#include "data_flow/registers_named.hpp"
#include "dependence/wrapping.hpp"
#include "isa/registers.hpp"
#include "sched/dependence/dependence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

// Shares no code with dependence.cpp, so that it finds dependences missing in a graph.

namespace stallscope::sched {

namespace {

std::string instruction_name(const Block& block, Node node) {
  return fmt::format("{} ({})", node + 1, block.text(node));
}

std::string register_name(const Block& block, RegId reg) {
  const auto& names = block.program->register_names;
  return reg < names.size() && !names[reg].empty() ? names[reg] : fmt::format("r{}", reg);
}

/// Writers that an instruction of a block meets in some order.
struct Met {
  std::array<Node, isa::kMaxReads> writers; ///< last writers of the instruction's operands
  std::array<Node, isa::kMaxWrites> before; ///< previous writers of its destinations
};

/// Executes a block in some order symbolically: last writer of each register, and last scheduling
/// barrier.
class Execution {
public:
  Execution(const Block& block, std::size_t registers, const Folding& folding)
      : block_(block), folding_(folding), writer_(registers, kNoNode),
        maker_(folding.empty() ? 0 : registers, kNoNode) {}

  Met step(Node node) {
    const isa::MicroOp& micro_op = block_.micro_op(node);
    Met met{};
    for (unsigned k = 0; k < micro_op.read_count; ++k) {
      const RegId reg = micro_op.reads[k].reg;
      const bool crosses = folding_.access(node) && reg == block_.instruction(node).rs1;
      met.writers[k] = crosses ? maker_[reg] : writer_[reg];
    }
    for (unsigned w = 0; w < micro_op.write_count; ++w) {
      const RegId reg = micro_op.writes[w];
      met.before[w] = std::exchange(writer_[reg], node);
      if (!maker_.empty() && !folding_.increment(node))
        maker_[reg] = node;
    }
    return met;
  }

private:
  const Block& block_;
  const Folding& folding_;
  std::vector<Node> writer_; ///< by register
  std::vector<Node> maker_;  ///< last writer that is not an increment
};

std::string wrong_registers(const Block& block, const std::vector<Node>& order,
                            const Folding& folding) {
  const std::size_t registers = registers_named(block);
  std::vector<Met> was;
  was.reserve(block.count);
  Execution source(block, registers, folding);
  for (Node node = 0; node < block.count; ++node)
    was.push_back(source.step(node));
  Execution now(block, registers, folding);
  Node out_of_order = kNoNode;
  RegId written = 0;
  for (const Node node : order) {
    const isa::MicroOp& micro_op = block.micro_op(node);
    const Met is = now.step(node);
    for (unsigned k = 0; k < micro_op.read_count; ++k)
      if (was[node].writers[k] != is.writers[k])
        return fmt::format("instruction {} reads another value of {}",
                           instruction_name(block, node),
                           register_name(block, micro_op.reads[k].reg));
    // If every write has the same previous writer, the writes are in the same order.
    for (unsigned w = 0; w < micro_op.write_count && out_of_order == kNoNode; ++w)
      if (was[node].before[w] != is.before[w]) {
        out_of_order = node;
        written = micro_op.writes[w];
      }
  }
  return out_of_order == kNoNode
             ? std::string()
             : fmt::format("{} is not written in the same order", register_name(block, written));
}

/// An address as an instruction's result plus a constant, found by walking back from its use.
struct Address {
  Node maker = kNoNode; ///< kNoNode: the register's value at the start
  RegId reg = 0;        ///< 0: none, the offset is the address
  std::int64_t offset = 0;
  bool known = false;
};

/// Determines the addresses of accesses by walking back to the definitions of their bases; results
/// are cached by definition.
class Addresses {
public:
  explicit Addresses(const Block& block)
      : block_(block), writer_of_base_(block.count), made_(block.count) {
    std::vector<Node> writer(kMaxRegisters, kNoNode);
    for (Node node = 0; node < block.count; ++node) {
      writer_of_base_[node] = writer[block.instruction(node).rs1];
      for (const RegId reg : block.micro_op(node).destinations())
        writer[reg] = node;
    }
  }

  [[nodiscard]] Address of(Node node) {
    const isa::Instruction& access = block_.instruction(node);
    Address address;
    if (has_no_plain_address(access))
      return address;
    address = base_of(node);
    address.offset =
        plus(address.offset,
             isa::is_x86(access.op) ? static_cast<std::int64_t>(access.target) : access.imm);
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
    // Push, pop, call and return access the top of the stack.
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

  /// The value of a node's base register (rs1) before it.
  Address base_of(Node node) {
    way_.clear();
    Address address{kNoNode, block_.instruction(node).rs1, 0, true};
    for (Node at = node; address.reg != 0;) {
      const Node maker = writer_of_base_[at];
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
      way_.emplace_back(maker, !adds ? 0 : made.op == isa::Op::add ? made.imm : minus(made.imm));
      address.reg = made.rs1;
      at = maker;
    }
    for (std::size_t i = way_.size(); i-- > 0;) {
      address.offset = plus(address.offset, way_[i].second);
      made_[way_[i].first] = address;
    }
    return address;
  }

  const Block& block_;
  std::vector<Node> writer_of_base_;               ///< by node: last writer of its rs1
  std::vector<Address> made_;                      ///< by definition, cached
  std::vector<std::pair<Node, std::int64_t>> way_; ///< definitions that add a constant, from the
                                                   ///< use backwards
};

/// The latest of some accesses in the new order.
struct Latest {
  Node position = 0;
  Node node = kNoNode;
  std::size_t base = 0;

  void take(const Latest& other) {
    if (node == kNoNode || other.position > position)
      *this = other;
  }
};

/// Visits accesses in the old order, and keeps, for every possible conflict, the latest position in
/// the new order: if it is after the position of a later conflicting access, the two have been
/// swapped.
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
  /// Aliasing classes besides the access's own base: the stack never aliases data at fixed
  /// addresses, and the block's new stack frame never aliases older pointers.
  enum Region : std::size_t { stack, new_frame, data, given, elsewhere };
  static constexpr std::array<Region, 5> kRegions{stack, new_frame, data, given, elsewhere};
  [[nodiscard]] static bool apart(Region a, Region b) {
    const auto are = [a, b](Region x, Region y) {
      return (a == x && b == y) || (a == y && b == x);
    };
    return are(stack, data) || are(new_frame, data) || are(new_frame, given);
  }
  /// For a region, the latest access for each of two bases, so that one is always another base.
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
    if (!address.known) // unknown address: conflicts with all
      return ~next_unknown_++;
    return bases_.try_emplace({address.maker, address.reg}, bases_.size()).first->second;
  }
  [[nodiscard]] Region region_of(const Address& address, unsigned bytes) const {
    const isa::Isa isa = block_.program->isa;
    const RegId sp = isa == isa::Isa::riscv  ? isa::riscv::kSp
                     : isa == isa::Isa::mips ? isa::mips::kSp
                     : isa == isa::Isa::x86  ? isa::x86::kRsp
                                             : kNoRegister;
    const bool at_start = address.known && address.maker == kNoNode;
    if (at_start && address.reg == sp)
      return isa != isa::Isa::x86 && address.offset <= -std::int64_t{bytes} ? new_frame : stack;
    if (at_start && address.reg != 0)
      return given;
    const auto at = static_cast<std::uint64_t>(address.offset);
    const auto& segments = block_.program->data;
    const bool in_data = address.known && address.maker == kNoNode && address.reg == 0 &&
                         std::any_of(segments.begin(), segments.end(), [at](const auto& s) {
                           return at >= s.address && at < s.address + s.bytes.size();
                         });
    return in_data ? data : elsewhere;
  }

  /// An access that conflicts with `node`, before it in the old order and after it in the new
  /// order; records `node` for later accesses.
  Node crossed_by(Node node) {
    const isa::Instruction& instruction = block_.instruction(node);
    const Address address = addresses_.of(node);
    const std::size_t base = base_of(address);
    const Region region = region_of(address, isa::access_bytes(instruction));
    const bool writes = isa::writes_memory(instruction);
    const bool by_language = !hints_.restrict_registers.empty() && !isa::is_x86(instruction.op);
    const Latest self{position_[node], node, base};
    Node crossed = kNoNode;
    const auto meet = [&](const Latest& other) {
      if (other.node != kNoNode && other.position > self.position)
        crossed = other.node;
    };
    // For restrict pointers the language rule, not the address, decides about other bases.
    for (const Region other : kRegions)
      if (!by_language && !apart(region, other))
        meet((writes ? all_ : writes_).at(other).beside(base));
    const unsigned bytes = address.known ? isa::access_bytes(instruction) : 0;
    for (unsigned i = 0; i < bytes; ++i) {
      auto& [all, written] = bytes_[{base, plus(address.offset, i)}];
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
  std::array<PerRegion, kRegions.size()> all_;    ///< by region
  std::array<PerRegion, kRegions.size()> writes_; ///< latest writes
  std::map<std::pair<std::size_t, std::int64_t>, std::pair<Latest, Latest>>
      bytes_; ///< by base and byte: all accesses, and writes
};

/// No two accesses, at least one of them a write, are in the opposite order.
bool accesses_in_order(const Block& block, const std::vector<Node>& position) {
  Node last = 0; // largest new position so far, of an access and of a write
  Node write = 0;
  for (Node node = 0; node < block.count; ++node) {
    const isa::Instruction& instruction = block.instruction(node);
    if (isa::access_bytes(instruction) == 0)
      continue;
    const bool writes = isa::writes_memory(instruction);
    if (position[node] < (writes ? last : write))
      return false;
    last = std::max(last, position[node]);
    if (writes)
      write = std::max(write, position[node]);
  }
  return true;
}

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
  Node farthest = 0; // largest original number so far
  for (Node node = 0; node < block.count; ++node) {
    farthest = std::max(farthest, position[node]);
    const isa::Instruction& instruction = block.instruction(node);
    const bool fixed = is_fixed(block, node) ||
                       (control == ControlStays::yes && isa::is_control(instruction.op_class));
    if (fixed && (position[node] != node || farthest != node))
      return fmt::format("an instruction has crossed {}", instruction_name(block, node));
  }
  if (std::string wrong = wrong_registers(block, order, folding); !wrong.empty())
    return wrong;
  return accesses_in_order(block, position) ? std::string()
                                            : MemoryOrder(block, position, hints).find();
}

} // namespace stallscope::sched
