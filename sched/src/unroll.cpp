#include "sched/unroll.hpp"

#include "counted_loop.hpp"
#include "isa/registers.hpp"
#include "sched/rename.hpp"
#include "source_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>

namespace stallscope::sched {

namespace {

/// Immediates of both notations reach that far: 12 bits of RISC-V.
constexpr std::int64_t kLargestImmediate = 2047;

/// Writes the unrolled form of one loop.
class Unroller {
public:
  Unroller(CountedLoop loop, const RegisterSet& around, const UnrollOptions& options)
      : loop_(std::move(loop)), program_(*loop_.block.program), options_(options), taken_(around) {
    for (Node node = 0; node < loop_.block.count; ++node) {
      for (const isa::RegisterRead& read : loop_.block.micro_op(node).sources())
        taken_.set(read.reg);
      for (const RegId reg : loop_.block.micro_op(node).destinations())
        taken_.set(reg);
    }
    merge();
  }

  /// The lines from the loop's first instruction to its last, in their new form; `done` says what
  /// has been done, or why nothing.
  std::string write(UnrolledLoop& done) {
    const auto limit = take(loop_.counter.reg);
    if (!limit)
      return refuse(done, "no register is free for its limit");
    limit_ = *limit;
    if (compares_distance() && riscv()) {
      const auto steps = take(loop_.counter.reg);
      if (!steps)
        return refuse(done, "no register is free for the steps of a round");
      round_ = *steps;
    }
    split();
    const std::string front = prologue(done);
    if (front.empty())
      return {};
    std::string text = label_text() + front;
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
    text += exit_text(done.label + "_done") + done.label + "_rest:\n" + rest(done.label + "_rest") +
            done.label + "_done:\n";
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
  static std::string refuse(UnrolledLoop& done, std::string why) {
    done.why_not = std::move(why);
    return {};
  }

  [[nodiscard]] const std::string& name(RegId reg) const { return program_.register_names[reg]; }
  [[nodiscard]] bool riscv() const { return program_.isa == isa::Isa::riscv; }
  [[nodiscard]] const std::string& line(Node node) const {
    return program_.source_lines[own_line(loop_.block, node) - 1];
  }
  /// The statement of a node, indented, without label and comment.
  [[nodiscard]] std::string statement(Node node) const {
    const std::string& text = line(node);
    const Statement part = statement_of(text);
    std::string out = text.substr(part.begin, part.end - part.begin);
    out.erase(out.find_last_not_of(" \t") + 1);
    return out;
  }
  [[nodiscard]] std::string mnemonic(Node node) const {
    const std::string text = statement(node);
    return text.substr(0, text.find_first_of(" \t"));
  }
  static std::string written(const std::string& statement) { return "        " + statement + "\n"; }

  /// A free register of the class of another.
  std::optional<RegId> take(RegId like) {
    for (const RegId reg : temporaries(program_, like))
      if (!taken_.test(reg)) {
        taken_.set(reg);
        return reg;
      }
    return std::nullopt;
  }

  /// Only what all copies can reach with their offsets is advanced once a round.
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

  /// "sub a, b, c" in the width the counter has.
  [[nodiscard]] std::string subtract(RegId to, RegId left, RegId right) const {
    const char* op = riscv() ? (loop_.words && program_.xlen == 64 ? "subw" : "sub")
                             : (loop_.words ? "subu" : "dsubu");
    return written(fmt::format("{} {}, {}, {}", op, name(to), name(left), name(right)));
  }

  [[nodiscard]] std::string compare_name() const { return mnemonic_of(op()); }
  [[nodiscard]] isa::Op op() const { return loop_.block.instruction(loop_.branch).op; }
  static std::string mnemonic_of(isa::Op op) {
    switch (op) {
    case isa::Op::blt:
      return "blt";
    case isa::Op::bltu:
      return "bltu";
    case isa::Op::bge:
      return "bge";
    case isa::Op::bgeu:
      return "bgeu";
    default:
      return "bne";
    }
  }
  /// What is taken when the loop is left.
  [[nodiscard]] std::string opposite() const {
    switch (op()) {
    case isa::Op::blt:
      return "bge";
    case isa::Op::bltu:
      return "bgeu";
    case isa::Op::bge:
      return "blt";
    case isa::Op::bgeu:
      return "bltu";
    default:
      return "beq";
    }
  }

  /// A branch that compares the counter with a register, in the order of the loop's own.
  [[nodiscard]] std::string branch(const std::string& mnemonic, RegId other,
                                   const std::string& to) const {
    const RegId counter = loop_.counter.reg;
    return jump(mnemonic, loop_.counter_first ? counter : other,
                loop_.counter_first ? other : counter, to);
  }
  [[nodiscard]] std::string jump(const std::string& mnemonic, RegId left, RegId right,
                                 const std::string& to) const {
    return written(fmt::format("{} {}, {}, {}", mnemonic, name(left), name(right), to)) +
           (options_.delay_slot ? written("nop") : std::string());
  }
  [[nodiscard]] std::string exit_text(const std::string& to) const {
    return branch(opposite(), loop_.bound, to);
  }

  /// Reckons the limit of the unrolled loop, and goes to the rest when there is not one round.
  std::string prologue(UnrolledLoop& done) {
    const std::string rest = done.label + "_rest";
    const std::int64_t step = loop_.counter.step;
    const bool up = step > 0;
    const std::int64_t round = this->round();
    if (op() != isa::Op::bne) {
      const std::int64_t less = -step * (options_.factor - 1);
      if (std::abs(less) > kLargestImmediate)
        return refuse(done, "its steps are too long for this factor");
      if (program_.isa == isa::Isa::mips)
        return refuse(done, "MIPS branches compare for equality only");
      // Beyond the range of numbers the limit would lie on the other side of the bound.
      const bool is_unsigned = op() == isa::Op::bltu || op() == isa::Op::bgeu;
      return written(fmt::format("addi {}, {}, {}", name(limit_), name(loop_.bound), less)) +
             jump(is_unsigned ? "bgeu" : "bge", up ? limit_ : loop_.bound,
                  up ? loop_.bound : limit_, rest) +
             branch(opposite(), limit_, rest);
    }
    if (!has_mask()) {
      if (!riscv())
        return refuse(done, "its steps together are no power of two, which would take a division");
      return distance() + written(fmt::format("li {}, {}", name(round_), round)) +
             jump("bltu", limit_, round_, rest);
    }
    const std::string mask = written(fmt::format("andi {0}, {0}, {1}", name(limit_), round - 1));
    const std::string limit =
        up ? subtract(limit_, loop_.bound, limit_)
           : written(fmt::format("{} {}, {}, {}", mnemonic_of_add(), name(limit_),
                                 name(loop_.bound), name(limit_)));
    return distance() + mask + limit + branch("beq", limit_, rest);
  }
  [[nodiscard]] std::string mnemonic_of_add() const {
    return riscv() ? (loop_.words && program_.xlen == 64 ? "addw" : "add")
                   : (loop_.words ? "addu" : "daddu");
  }
  [[nodiscard]] std::int64_t round() const {
    return std::abs(loop_.counter.step) * options_.factor;
  }
  /// A mask takes the remainder of a distance by the steps of a round. Otherwise the distance that
  /// is left is compared every round, which costs a subtraction but no division.
  [[nodiscard]] bool has_mask() const {
    return std::has_single_bit(static_cast<std::uint64_t>(round())) &&
           round() <= kLargestImmediate + 1;
  }
  /// limit = how far the counter is from the bound, without sign.
  [[nodiscard]] std::string distance() const {
    const bool up = loop_.counter.step > 0;
    return subtract(limit_, up ? loop_.bound : loop_.counter.reg,
                    up ? loop_.counter.reg : loop_.bound);
  }
  [[nodiscard]] bool compares_distance() const { return op() == isa::Op::bne && !has_mask(); }
  /// The way back of the unrolled loop.
  [[nodiscard]] std::string back(const std::string& to) const {
    return compares_distance() ? distance() + jump("bgeu", limit_, round_, to)
                               : branch(compare_name(), limit_, to);
  }

  /// Iteration `copy` of a round.
  std::string copy_text(unsigned copy) {
    std::map<RegId, std::int64_t> moved; // how far merged registers lag behind
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
      std::string copied = statement(node);
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
  [[nodiscard]] std::string addition(const Induction& induction, std::int64_t step) const {
    return written(fmt::format("{} {}, {}, {}", mnemonic(induction.node), name(induction.reg),
                               name(induction.reg), step));
  }

  /// part = 0. A floating-point sum is zero as -0 would be; its sign is reassociation's.
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

  /// The labels on the line of the first instruction, which stay in front of everything.
  [[nodiscard]] std::string label_text() const {
    const std::string& text = line(0);
    const std::size_t begin = statement_of(text).begin;
    const std::size_t colon = text.find_last_of(':', begin);
    return colon == std::string::npos || colon >= begin ? std::string()
                                                        : text.substr(0, colon + 1) + "\n";
  }
  /// The loop as it was, under another label.
  [[nodiscard]] std::string rest(const std::string& label) const {
    std::string text;
    const std::uint32_t first = own_line(loop_.block, 0);
    const std::uint32_t last = own_line(loop_.block, loop_.block.count - 1);
    for (std::uint32_t number = first; number <= last; ++number) {
      std::string now = program_.source_lines[number - 1];
      if (number == first)
        now = "        " + now.substr(statement_of(now).begin);
      if (number == own_line(loop_.block, loop_.branch)) {
        const Statement part = statement_of(now);
        std::string compared = now.substr(0, part.end);
        const std::string comment = now.substr(part.end);
        compared.erase(compared.find_last_of(',') + 1);
        now = compared + " " + label + (comment.empty() ? "" : "  ") + comment;
      }
      text += now + "\n";
    }
    return text;
  }

  CountedLoop loop_;
  const isa::Program& program_;
  const UnrollOptions& options_;
  RegisterSet taken_; ///< holds something in, in front of or behind the loop
  RegId limit_ = kNoRegister;
  RegId round_ = kNoRegister; ///< holds the steps of a round, where the distance is compared
  std::map<Node, std::vector<RegId>> parts_; ///< of accumulators, beside their own register
};

/// A name that no other label has: that of the block when it is one.
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
  std::map<std::uint32_t, std::pair<std::uint32_t, std::string>> changed; // first: last, text
  for (const Block& block : loops_of(blocks, options.delay_slot)) {
    UnrolledLoop done;
    done.label = label_of(block);
    const auto at = std::find_if(all.begin(), all.end(), [&block](const Block& other) {
      return other.index_of(0) == block.index_of(0);
    });
    const auto b = static_cast<std::size_t>(at - all.begin());
    std::string why_not = done.label.empty() ? "its label is no name" : "";
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
