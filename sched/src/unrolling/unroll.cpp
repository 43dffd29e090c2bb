#include "sched/unrolling/unroll.hpp"

#include "isa/registers.hpp"
#include "rewriting/source_line.hpp"
#include "sched/renaming/rename.hpp"
#include "unrolling/counted_loop.hpp"
#include "unrolling/loop_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>

namespace stallscope::sched {

namespace {

constexpr std::string_view kSubtracts = "sub"; ///< in SUBI, DSUBUI, subu

/// Generates the unrolled form of one loop.
class Unroller {
public:
  Unroller(CountedLoop loop, const RegisterSet& around, const UnrollOptions& options)
      : loop_(std::move(loop)), program_(*loop_.block.program), options_(options),
        text_(loop_, options.delay_slot), around_(around), taken_(around) {
    for (Node node = 0; node < loop_.block.count; ++node) {
      for (const isa::RegisterRead& read : loop_.block.micro_op(node).sources())
        taken_.set(read.reg);
      for (const RegId reg : loop_.block.micro_op(node).destinations())
        taken_.set(reg);
    }
    merge();
  }

  /// The new lines from the loop's first instruction to its last; `done` has the result, or the
  /// reason for none.
  std::string write(UnrolledLoop& done) {
    if (loop_.compare && around_.test(loop_.flag))
      return refuse(done, MessageId::comparison_read);
    const auto limit = take(loop_.counter.reg);
    if (!limit)
      return refuse(done, MessageId::no_register_limit);
    limit_ = *limit;
    if (compares_distance()) {
      const auto steps = take(loop_.counter.reg);
      if (!steps)
        return refuse(done, MessageId::no_register_steps);
      round_ = *steps;
    }
    if (loop_.bound_value) {
      const auto bound = take(loop_.counter.reg);
      if (!bound)
        return refuse(done, MessageId::no_register_bound);
      loop_.bound = *bound;
    }
    if (mips() && (compares_distance() || text_.op() != isa::Op::bne)) {
      const auto flag = loop_.compare ? loop_.flag : take(loop_.counter.reg);
      if (!flag)
        return refuse(done, MessageId::no_register_comparison);
      text_.set_flag(name(*flag));
    }
    split();
    const std::string front = prologue(done);
    if (front.empty())
      return {};
    std::string text = text_.front_labels() + front;
    for (const Accumulator& accumulator : loop_.accumulators)
      for (const RegId part : parts_[accumulator.node])
        text += zero(accumulator, part);
    text += done.label + "_unrolled:\n";
    for (unsigned copy = 0; copy < options_.factor; ++copy)
      text += copy_text(copy);
    for (const Induction& induction : loop_.inductions)
      if (induction.merges)
        text += addition(induction, induction.step * options_.factor);
    text += back(done.label + "_unrolled");
    for (const Accumulator& accumulator : loop_.accumulators)
      for (const RegId part : parts_[accumulator.node])
        text += sum(accumulator, part);
    text += text_.compare_alone(LoopText::opposite(text_.op()), name(loop_.bound),
                                done.label + "_done") +
            done.label + "_rest:\n" + text_.rest(done.label + "_rest") + done.label + "_done:\n";
    done.main_label = done.label + "_unrolled";
    return text;
  }
  void count(UnrolledLoop& done) const {
    for (const Induction& induction : loop_.inductions)
      done.merged += induction.merges ? 1U : 0U;
    for (const auto& [node, parts] : parts_)
      done.split += parts.empty() ? 0U : 1U;
  }

private:
  static std::string refuse(UnrolledLoop& done, Message why) {
    done.why_not = std::move(why);
    return {};
  }

  [[nodiscard]] const std::string& name(RegId reg) const { return text_.name(reg); }
  [[nodiscard]] bool mips() const { return program_.isa == isa::Isa::mips; }
  [[nodiscard]] std::string mnemonic(Node node) const {
    const std::string text = text_.statement(node);
    return text.substr(0, text.find_first_of(" \t"));
  }
  static std::string written(const std::string& statement) { return LoopText::written(statement); }

  /// A free register of the same class as `like`.
  std::optional<RegId> take(RegId like) {
    for (const RegId reg : temporaries(program_, like))
      if (!taken_.test(reg)) {
        taken_.set(reg);
        return reg;
      }
    return std::nullopt;
  }

  /// An induction variable is advanced once per unrolled iteration only if the offsets of all
  /// copies are within range.
  void merge() {
    for (Induction& induction : loop_.inductions) {
      const std::int64_t way = std::abs(induction.step) * options_.factor;
      induction.merges &= way <= kLargestImmediate;
      for (Node node = 0; node < loop_.branch; ++node)
        if (const isa::Instruction& access = loop_.block.instruction(node);
            loop_.folding.access(node) && access.rs1 == induction.reg)
          induction.merges &= std::abs(access.imm) + way <= kLargestImmediate;
    }
  }

  void split() {
    for (const Accumulator& accumulator : loop_.accumulators) {
      std::vector<RegId>& parts = parts_[accumulator.node];
      if (accumulator.floating_point && !options_.reassociate)
        continue;
      while (parts.size() + 1 < options_.factor)
        if (const auto part = take(accumulator.reg))
          parts.push_back(*part);
        else
          break;
    }
  }

  /// Computes the limit of the unrolled loop, and branches to the rest when there is no whole
  /// unrolled iteration.
  std::string prologue(UnrolledLoop& done) {
    const std::string rest = done.label + "_rest";
    const std::int64_t step = loop_.counter.step;
    const bool up = step > 0;
    const std::string& limit = name(limit_);
    const std::string& bound = name(loop_.bound);
    std::string text = loop_.bound_value
                           ? written(fmt::format("li {}, {}", bound, *loop_.bound_value))
                           : std::string();
    if (text_.op() != isa::Op::bne) {
      const std::int64_t less = -step * (options_.factor - 1);
      if (std::abs(less) > kLargestImmediate)
        return refuse(done, MessageId::steps_too_long_for_factor);
      // The limit would wrap around beyond the range of numbers.
      const bool is_unsigned = text_.op() == isa::Op::bltu || text_.op() == isa::Op::bgeu;
      return text + text_.advance_wide(limit, bound, less) +
             text_.branch_alone(is_unsigned ? isa::Op::bgeu : isa::Op::bge, up ? limit : bound,
                                up ? bound : limit, rest) +
             text_.compare_alone(LoopText::opposite(text_.op()), limit, rest);
    }
    text += distance();
    if (!has_mask())
      return text + written(fmt::format("li {}, {}", name(round_), round())) +
             text_.branch_alone(isa::Op::bltu, limit, name(round_), rest);
    text += written(fmt::format("andi {0}, {0}, {1}", limit, round() - 1)) +
            (up ? text_.difference(limit, bound, limit) : text_.sum(limit, bound, limit));
    return text + text_.compare_alone(isa::Op::beq, limit, rest);
  }
  [[nodiscard]] std::int64_t round() const {
    return std::abs(loop_.counter.step) * options_.factor;
  }
  /// A mask computes the remainder of a distance modulo the steps of an unrolled iteration. Without
  /// a mask the remaining distance is compared in each unrolled iteration, which costs a
  /// subtraction but no division.
  [[nodiscard]] bool has_mask() const {
    return std::has_single_bit(static_cast<std::uint64_t>(round())) &&
           round() <= kLargestImmediate + 1;
  }
  /// limit = distance of the counter from the bound, unsigned.
  [[nodiscard]] std::string distance() const {
    const bool up = loop_.counter.step > 0;
    const std::string& counter = name(loop_.counter.reg);
    const std::string& bound = name(loop_.bound);
    return text_.difference(name(limit_), up ? bound : counter, up ? counter : bound);
  }
  [[nodiscard]] bool compares_distance() const { return text_.op() == isa::Op::bne && !has_mask(); }
  /// The backward branch of the unrolled loop.
  [[nodiscard]] std::string back(const std::string& to) const {
    return compares_distance()
               ? distance() + text_.branch_alone(isa::Op::bgeu, name(limit_), name(round_), to)
               : text_.compare_alone(text_.op(), name(limit_), to);
  }

  /// Iteration `copy` within an unrolled iteration.
  std::string copy_text(unsigned copy) {
    std::map<RegId, std::int64_t> moved; // lag of merged registers
    for (const Induction& induction : loop_.inductions)
      if (induction.merges)
        moved[induction.reg] = induction.step * copy;
    std::string text;
    for (Node node = 0; node < loop_.branch; ++node) {
      const isa::Instruction& instruction = loop_.block.instruction(node);
      const auto merged = std::find_if(
          loop_.inductions.begin(), loop_.inductions.end(),
          [&](const Induction& induction) { return induction.merges && induction.node == node; });
      if (merged != loop_.inductions.end()) {
        moved[merged->reg] += merged->step;
        continue;
      }
      if (loop_.compare == node)
        continue;
      std::string copied = text_.statement(node);
      if (const auto by = moved.find(instruction.rs1);
          loop_.folding.access(node) && by != moved.end() && by->second != 0)
        copied = with_offset(copied, instruction.imm + by->second);
      if (const auto parts = parts_.find(node); parts != parts_.end() && !parts->second.empty())
        if (const std::size_t part = copy % (parts->second.size() + 1); part > 0)
          copied = with_register(copied, instruction.rd, parts->second[part - 1]);
      text += written(copied);
    }
    return text;
  }
  [[nodiscard]] std::string with_register(std::string text, RegId from, RegId to) const {
    const std::vector<RegisterWord> words = register_words(program_, text);
    for (std::size_t w = words.size(); w-- > 0;)
      if (words[w].reg == from)
        text.replace(words[w].at, words[w].length, name(to));
    return text;
  }
  /// In the words of the source; a mnemonic such as SUBI of books is written with what is
  /// subtracted.
  [[nodiscard]] std::string addition(const Induction& induction, std::int64_t step) const {
    const std::string word = mnemonic(induction.node);
    const auto is_letter_of = [](char c, char of) { return (c | 0x20) == of; };
    const bool subtracts = std::search(word.begin(), word.end(), kSubtracts.begin(),
                                       kSubtracts.end(), is_letter_of) != word.end();
    return written(fmt::format("{} {}, {}, {}", word, name(induction.reg), name(induction.reg),
                               subtracts ? -step : step));
  }

  /// part = 0. For a floating-point sum the sign of zero may differ, which reassociation permits.
  [[nodiscard]] std::string zero(const Accumulator& accumulator, RegId part) const {
    if (accumulator.floating_point)
      return written(fmt::format("{} {}, zero",
                                 loop_.block.instruction(accumulator.node).op == isa::Op::rv_fadd_d
                                     ? "fcvt.d.w"
                                     : "fcvt.s.w",
                                 name(part)));
    return written(fmt::format("li {}, 0", name(part)));
  }
  [[nodiscard]] std::string sum(const Accumulator& accumulator, RegId part) const {
    return written(fmt::format("{0} {1}, {1}, {2}", mnemonic(accumulator.node),
                               name(accumulator.reg), name(part)));
  }

  CountedLoop loop_;
  const isa::Program& program_;
  const UnrollOptions& options_;
  LoopText text_;
  RegisterSet around_; ///< live before or after the loop
  RegisterSet taken_;  ///< used in the loop, or live before or after it
  RegId limit_ = kNoRegister;
  RegId round_ = kNoRegister; ///< holds the steps of an unrolled iteration, when the remaining
                              ///< distance is compared
  std::map<Node, std::vector<RegId>> parts_; ///< additional registers of split accumulators
};

/// A unique label, the block's own when possible.
std::string label_of(const Block& block) {
  const auto symbol = block.program->symbols.find(block.label);
  return symbol != block.program->symbols.end() && symbol->second.address == block.instruction(0).pc
             ? block.label
             : std::string();
}

} // namespace

std::vector<Block> loops_of(const std::vector<Block>& blocks, bool delay_slot) {
  std::vector<Block> loops;
  for (const Block& block : blocks) {
    const Node behind = delay_slot ? 2 : 1;
    if (block.count <= behind)
      continue;
    const isa::Instruction& last = block.instruction(block.count - behind);
    if (last.op_class == isa::OpClass::branch && last.target == block.instruction(0).pc)
      loops.push_back(block);
  }
  return loops;
}

Unrolled unroll(const isa::Program& program, const std::vector<Block>& blocks,
                const UnrollOptions& options) {
  const std::vector<Block> all = basic_blocks(program, options.delay_slot);
  const Liveness live = liveness(program, all, options.delay_slot);
  Unrolled unrolled;
  // new text and last line of each replaced range, by its first line
  std::map<std::uint32_t, std::pair<std::uint32_t, std::string>> changed;
  for (const Block& block : loops_of(blocks, options.delay_slot)) {
    UnrolledLoop done;
    done.label = label_of(block);
    const auto at = std::find_if(all.begin(), all.end(), [&block](const Block& other) {
      return other.index_of(0) == block.index_of(0);
    });
    const auto b = static_cast<std::size_t>(at - all.begin());
    Message why_not = done.label.empty() ? Message(MessageId::no_name) : Message();
    std::optional<CountedLoop> loop;
    if (why_not.empty())
      loop = counted_loop(block, options.delay_slot, why_not);
    if (done.label.empty())
      done.label = block.label;
    if (loop) {
      Unroller unroller(*loop, live.in[b] | live.out[b], options);
      if (std::string text = unroller.write(done); !text.empty()) {
        unroller.count(done);
        changed[own_line(block, 0)] = {own_line(block, block.count - 1), std::move(text)};
      }
    } else {
      done.why_not = why_not;
    }
    unrolled.loops.push_back(std::move(done));
  }
  for (std::uint32_t line = 1; line <= program.source_lines.size(); ++line)
    if (const auto loop = changed.find(line); loop != changed.end()) {
      unrolled.text += loop->second.second;
      line = loop->second.first;
    } else {
      unrolled.text += program.source_lines[line - 1] + "\n";
    }
  return unrolled;
}

} // namespace stallscope::sched
