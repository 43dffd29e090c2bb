#include "renaming/block_renamer.hpp"

#include "isa/registers.hpp"
#include "rewriting/source_line.hpp"
#include "sched/target/pipeline_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

namespace stallscope::sched {

namespace {

/// A value (live range) of a register, from its definition to its last use.
struct Value {
  RegId reg = kNoRegister;
  Node made = kNoNode; ///< kNoNode: live at the block's start
  Node last = 0;       ///< last use
  bool fixed = false;  ///< it cannot be renamed: some text cannot be changed, or it is live at the
                       ///< block's end

  [[nodiscard]] std::int64_t from() const {
    return made == kNoNode ? -1 : static_cast<std::int64_t>(made);
  }
};

/// Occupied intervals of a register: from a definition to the last use, which may be the next
/// definition.
class Held {
public:
  static constexpr std::int64_t kBefore = -1;
  static constexpr std::int64_t kBehind = std::int64_t{1} << 40U;

  void add(std::int64_t from, std::int64_t to) { stretches_[from] = to; }
  void remove(std::int64_t from) { stretches_.erase(from); }
  /// Distance of a free interval to the occupied ones around it.
  struct Rest {
    std::int64_t before = -1; ///< -1: it overlaps
    std::int64_t behind = -1; ///< less important, because values with a later definition can still
                              ///< be renamed
    bool operator>(const Rest& other) const {
      return std::pair(before, behind) > std::pair(other.before, other.behind);
    }
  };
  [[nodiscard]] Rest rest(std::int64_t from, std::int64_t to) const {
    const auto next = stretches_.lower_bound(from);
    if (next != stretches_.end() && (next->first == from || next->first < to))
      return {};
    return {next == stretches_.begin() ? kBehind : from - std::prev(next)->second,
            next == stretches_.end() ? kBehind : next->first - to};
  }

private:
  std::map<std::int64_t, std::int64_t> stretches_; ///< end of each occupied interval, by its start
};

/// An occurrence of a value in the text, as destination (the first word) or operand.
struct Named {
  std::size_t value = 0;
  Node node = 0;
  bool destination = false;
};

class BlockRenamer {
public:
  BlockRenamer(const Block& block, const RegisterSet& in, const RegisterSet& out,
               const AlsoRead& also_read)
      : block_(block), also_read_(also_read) {
    holds_.fill(kNone);
    for (Node node = 0; node < block.count; ++node)
      walk(node);
    for (RegId reg = 0; reg < kMaxRegisters; ++reg)
      if (holds_[reg] != kNone && out.test(reg))
        values_[holds_[reg]].fixed = true;
    hold(in, out);
  }

  /// Edits the lines; adds to the counts in `renamed`.
  void rename(const Durations& durations, std::vector<std::string>& lines, Renamed& renamed) {
    std::vector<std::string> names(values_.size());
    std::vector<std::size_t> turns(values_.size());
    std::iota(turns.begin(), turns.end(), std::size_t{0});
    const auto duration = [&](std::size_t v) {
      return durations.empty() || values_[v].made == kNoNode ? 0U : durations[values_[v].made];
    };
    std::stable_sort(turns.begin(), turns.end(),
                     [&](std::size_t a, std::size_t b) { return duration(a) > duration(b); });
    for (const std::size_t v : turns) {
      const Value& value = values_[v];
      if (value.fixed || value.made == kNoNode || count_[value.reg] < 2 ||
          (!durations.empty() && duration(v) == 0))
        continue;
      kept_ = false;
      names[v] = another_name(value);
      renamed.values += names[v].empty() ? 0U : 1U;
      renamed.kept += kept_ ? 1U : 0U;
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

  /// Occupied intervals before renaming.
  void hold(const RegisterSet& in, const RegisterSet& out) {
    RegisterSet seen;
    for (const Value& value : values_) {
      if (!seen.test(value.reg) && value.made != kNoNode && in.test(value.reg))
        held_[value.reg].add(Held::kBefore, value.from()); // a system call may read it
      seen.set(value.reg);
      const bool at_end = out.test(value.reg) &&
                          holds_[value.reg] == static_cast<std::size_t>(&value - values_.data());
      held_[value.reg].add(value.from(), at_end ? Held::kBehind : value.last);
    }
    for (RegId reg = 0; reg < kMaxRegisters; ++reg)
      if ((in.test(reg) || out.test(reg)) && !seen.test(reg))
        held_[reg].add(Held::kBefore, Held::kBehind); // not used in the block
  }

  void walk(Node node) {
    RegId written = kNoRegister;
    const bool text = words_are_operands(block_, node, written);
    const isa::Instruction& instruction = block_.instruction(node);
    if (has_side_effects(instruction)) // system calls may read registers other than their operands
      for (Value& value : values_)
        if (holds_[value.reg] == static_cast<std::size_t>(&value - values_.data())) {
          value.fixed = true;
          value.last = node;
        }
    for (const isa::MicroOp& micro_op : block_.program->micro_ops_of(instruction))
      for (const isa::RegisterRead& read : micro_op.sources()) {
        const std::size_t v =
            holds_[read.reg] == kNone ? make(read.reg, kNoNode) : holds_[read.reg];
        values_[v].last = node;
        values_[v].fixed |= !text;
        named_.push_back({v, node, false});
      }
    if (const auto also = also_read_.find(node); also != also_read_.end())
      for (RegId reg = 0; reg < kMaxRegisters; ++reg)
        if (also->second.test(reg)) {
          Value& value = values_[holds_[reg] == kNone ? make(reg, kNoNode) : holds_[reg]];
          value.last = node;
          value.fixed = true;
        }
    for (const isa::MicroOp& micro_op : block_.program->micro_ops_of(instruction))
      for (const RegId reg : micro_op.destinations()) {
        const std::size_t v = make(reg, node);
        values_[v].fixed |= !text;
        named_.push_back({v, node, true});
      }
  }

  /// A register that is free during the value's lifetime; empty when there is none.
  std::string another_name(const Value& value) {
    const isa::Program& program = *block_.program;
    if (program.isa == isa::Isa::tac) {
      std::string name;
      do
        name = fmt::format("{}_{}", program.register_names[value.reg], ++new_names_);
      while (program.register_named(name) != kNoRegister || program.symbols.contains(name));
      return name;
    }
    std::optional<RegId> best;
    Held::Rest longest;
    for (const RegId reg : temporaries(program, value.reg))
      if (const Held::Rest rest = held_[reg].rest(value.from(), value.last); rest > longest) {
        best = reg;
        longest = rest;
      }
    // The value's own register is preferred unless another has been free for longer.
    held_[value.reg].remove(value.from());
    const bool stays = !(longest > held_[value.reg].rest(value.from(), value.last));
    held_[best && !stays ? *best : value.reg].add(value.from(), value.last);
    if (best && !stays)
      return program.register_names[*best];
    kept_ = !best;
    return {};
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
  const AlsoRead& also_read_;
  std::vector<Value> values_;
  std::vector<Named> named_;
  std::array<std::size_t, kMaxRegisters> holds_{};
  std::map<RegId, unsigned> count_; ///< number of values of a register
  std::map<RegId, Held> held_;
  bool kept_ = false; ///< no register was free for the last value
  std::size_t next_named_ = 0;
  unsigned new_names_ = 0;
};

} // namespace

Durations durations_of(const Block& block, RenameChoice choice, const Target& target) {
  Durations durations;
  for (Node node = 0; node < block.count && choice != RenameChoice::in_order; ++node) {
    const isa::OpClass op_class = block.instruction(node).op_class;
    const unsigned cycles = target.model().latency_of(op_class);
    const bool slow = cycles > 1 || isa::is_load(op_class);
    durations.push_back(slow ? cycles + 1 : choice == RenameChoice::slow_only ? 0 : 1);
  }
  return durations;
}

void rename_block(const Block& block, const RegisterSet& in, const RegisterSet& out,
                  const AlsoRead& also_read, const Durations& durations,
                  std::vector<std::string>& lines, Renamed& renamed) {
  BlockRenamer(block, in, out, also_read).rename(durations, lines, renamed);
}

} // namespace stallscope::sched
