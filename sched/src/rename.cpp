#include "sched/rename.hpp"

#include "isa/registers.hpp"
#include "source_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace stallscope::sched {

std::vector<RegId> temporaries(const isa::Program& program, RegId like) {
  std::vector<RegId> pool;
  const auto add = [&pool](RegId first, RegId last, RegId step = 1) {
    for (RegId reg = first; reg <= last; reg = static_cast<RegId>(reg + step))
      pool.push_back(reg);
  };
  constexpr RegId f = isa::kFirstFpRegister;
  const bool fp = program.is_floating_point(like);
  if (program.isa == isa::Isa::riscv && !fp) {
    add(5, 7), add(28, 31), add(10, 17), add(8, 9), add(18, 27); // t, a, s
  } else if (program.isa == isa::Isa::riscv) {
    add(f, f + 7), add(f + 28, f + 31), add(f + 10, f + 17), add(f + 8, f + 9), add(f + 18, f + 27);
  } else if (program.isa == isa::Isa::mips && !fp && like < 32) {
    add(8, 15), add(24, 25), add(2, 7), add(16, 23); // t, v and a, s
  } else if (program.isa == isa::Isa::mips && fp) {
    add(f, f + 30, 2);
  }
  return pool;
}

namespace {

/// A value a register holds from the instruction that makes it to the last that reads it.
struct Value {
  RegId reg = kNoRegister;
  Node made = kNoNode; ///< kNoNode: before the block
  Node last = 0;       ///< that reads it
  bool fixed = false;  ///< some text with it cannot be changed, or it is read behind the block
};

/// A place where a value is named: as destination (the first word) or as operand.
struct Named {
  std::size_t value = 0;
  Node node = 0;
  bool destination = false;
};

class BlockRenamer {
public:
  BlockRenamer(const Block& block, const RegisterSet& in, const RegisterSet& out)
      : block_(block), taken_(in | out) {
    holds_.fill(kNone);
    for (Node node = 0; node < block.count; ++node)
      walk(node);
    for (RegId reg = 0; reg < kMaxRegisters; ++reg)
      if (holds_[reg] != kNone && out.test(reg))
        values_[holds_[reg]].fixed = true;
  }

  /// Changes the lines; counts into `renamed`.
  void rename(std::vector<std::string>& lines, Renamed& renamed) {
    std::vector<std::string> names(values_.size());
    for (std::size_t v = 0; v < values_.size(); ++v) {
      const Value& value = values_[v];
      if (value.fixed || value.made == kNoNode || count_[value.reg] < 2)
        continue;
      names[v] = another_name(value);
      ++(names[v].empty() ? renamed.kept : renamed.values);
    }
    for (Node node = 0; node < block_.count; ++node)
      change(node, names, lines);
  }

private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::size_t make(RegId reg, Node node) {
    values_.push_back({reg, node, node == kNoNode ? 0 : node, node == kNoNode});
    ++count_[reg];
    return holds_[reg] = values_.size() - 1;
  }

  void walk(Node node) {
    RegId written = kNoRegister;
    const bool text = words_are_operands(block_, node, written);
    const isa::Instruction& instruction = block_.instruction(node);
    if (has_side_effects(instruction)) // a system call may read more than its operands
      for (Value& value : values_)
        value.fixed |= holds_[value.reg] == static_cast<std::size_t>(&value - values_.data());
    for (const isa::MicroOp& micro_op : block_.program->micro_ops_of(instruction))
      for (const isa::RegisterRead& read : micro_op.sources()) {
        taken_.set(read.reg);
        const std::size_t v =
            holds_[read.reg] == kNone ? make(read.reg, kNoNode) : holds_[read.reg];
        values_[v].last = node;
        values_[v].fixed |= !text;
        named_.push_back({v, node, false});
      }
    for (const isa::MicroOp& micro_op : block_.program->micro_ops_of(instruction))
      for (const RegId reg : micro_op.destinations()) {
        taken_.set(reg);
        const std::size_t v = make(reg, node);
        values_[v].fixed |= !text;
        named_.push_back({v, node, true});
      }
  }

  /// Of a register that is free while the value lives; empty when there is none.
  std::string another_name(const Value& value) {
    const isa::Program& program = *block_.program;
    if (program.isa == isa::Isa::tac) {
      std::string name;
      do
        name = fmt::format("{}_{}", program.register_names[value.reg], ++new_names_);
      while (program.register_named(name) != kNoRegister || program.symbols.contains(name));
      return name;
    }
    std::optional<RegId> best; // never used, or else used up longest ago
    for (const RegId reg : temporaries(program, value.reg)) {
      if (taken_.test(reg))
        continue;
      const auto used = used_until_.find(reg);
      if (used == used_until_.end()) {
        best = reg;
        break;
      }
      if (used->second <= value.made && (!best || used->second < used_until_[*best]))
        best = reg;
    }
    if (!best)
      return {};
    used_until_[*best] = value.last;
    return program.register_names[*best];
  }

  void change(Node node, const std::vector<std::string>& names, std::vector<std::string>& lines) {
    std::map<RegId, const std::string*> operands;
    const std::string* destination = nullptr;
    for (; next_named_ < named_.size() && named_[next_named_].node == node; ++next_named_) {
      const Named& named = named_[next_named_];
      if (names[named.value].empty())
        continue;
      if (named.destination)
        destination = &names[named.value];
      else
        operands[values_[named.value].reg] = &names[named.value];
    }
    if (destination == nullptr && operands.empty())
      return;
    std::string& line = lines[own_line(block_, node) - 1];
    const std::vector<RegisterWord> words = register_words(*block_.program, line);
    const bool writes = block_.micro_op(node).write_count == 1;
    for (std::size_t w = words.size(); w-- > 0;) {
      const std::string* name = writes && w == 0 ? destination : nullptr;
      if (const auto operand = operands.find(words[w].reg);
          !(writes && w == 0) && operand != operands.end())
        name = operand->second;
      if (name != nullptr)
        line.replace(words[w].at, words[w].length, *name);
    }
  }

  const Block& block_;
  RegisterSet taken_; ///< holds something around the block, or is named in it
  std::vector<Value> values_;
  std::vector<Named> named_;
  std::array<std::size_t, kMaxRegisters> holds_{};
  std::map<RegId, unsigned> count_; ///< values of a register
  std::map<RegId, Node> used_until_;
  std::size_t next_named_ = 0;
  unsigned new_names_ = 0;
};

} // namespace

Renamed rename_registers(const isa::Program& program, const std::vector<Block>& blocks,
                         bool delay_slot) {
  const std::vector<Block> all = basic_blocks(program, delay_slot);
  const Liveness live = liveness(program, all, delay_slot);
  std::vector<std::string> lines = program.source_lines;
  Renamed renamed;
  for (std::size_t b = 0; b < all.size(); ++b)
    if (std::any_of(blocks.begin(), blocks.end(),
                    [&](const Block& block) { return block.index_of(0) == all[b].index_of(0); }))
      BlockRenamer(all[b], live.in[b], live.out[b]).rename(lines, renamed);
  renamed.text = joined(lines);
  return renamed;
}

} // namespace stallscope::sched
