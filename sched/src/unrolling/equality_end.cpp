#include "unrolling/equality_end.hpp"

#include "isa/assemble.hpp"
#include "rewriting/source_line.hpp"
#include "sched/renaming/rename.hpp"
#include "unrolling/loop_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace stallscope::sched {

namespace {

class EndWriter {
public:
  EndWriter(const CountedLoop& loop, const RegisterSet& around, bool delay_slot, std::string label)
      : loop_(loop), program_(*loop.block.program), text_(loop, delay_slot),
        delay_slot_(delay_slot), label_(std::move(label)), taken_(around) {
    for (Node node = 0; node < loop.block.count; ++node) {
      for (const isa::RegisterRead& read : loop.block.micro_op(node).sources())
        taken_.set(read.reg);
      for (const RegId reg : loop.block.micro_op(node).destinations())
        taken_.set(reg);
    }
  }

  std::optional<EqualityEnd> write(bool flag_is_read, Message& why_not) {
    const auto no = [&why_not](MessageId why) {
      why_not = why;
      return std::nullopt;
    };
    const auto width = static_cast<std::uint64_t>(std::abs(loop_.counter.step));
    if (loop_.words && program_.isa == isa::Isa::riscv && program_.xlen == 64)
      return no(MessageId::compares_other_size);
    if (!std::has_single_bit(width) || width > kLargestImmediate)
      return no(MessageId::step_no_power);
    const auto last = take();
    const auto bound = loop_.bound_value ? take() : std::optional(loop_.bound);
    if (!last || !bound)
      return no(MessageId::no_register_last);
    EqualityEnd end;
    end.bound = *last;
    text_.set_flag(text_.name(loop_.flag));
    end.front = front(text_.name(*last), text_.name(*bound));
    if (flag_is_read) // the branch determines whether it is zero
      end.behind = LoopText::written(
          fmt::format("li {}, {}", text_.name(loop_.flag),
                      loop_.block.instruction(loop_.branch).op == isa::Op::bne ? 0 : 1));
    end.rest = text_.rest(label_ + "_rest");
    return read(std::move(end), text_.name(*last), why_not);
  }

private:
  std::optional<RegId> take() {
    for (const RegId reg : temporaries(program_, loop_.counter.reg))
      if (!taken_.test(reg)) {
        taken_.set(reg);
        return reg;
      }
    return std::nullopt;
  }

  /// last = the counter's value at the loop's end: the whole steps up to the bound, plus one when
  /// the loop continues at the bound itself.
  [[nodiscard]] std::string front(const std::string& last, const std::string& bound) const {
    const bool up = loop_.counter.step > 0;
    const std::int64_t width = std::abs(loop_.counter.step);
    const isa::Op op = loop_.op;
    const bool at_bound = op == isa::Op::bge || op == isa::Op::bgeu;
    const bool is_unsigned = op == isa::Op::bltu || op == isa::Op::bgeu;
    // largest possible distance of the last value
    const std::int64_t beyond = at_bound ? width : width - 1;
    const std::string& counter = text_.name(loop_.counter.reg);
    const std::string rest = label_ + "_rest";
    std::string text = loop_.bound_value
                           ? LoopText::written(fmt::format("li {}, {}", bound, *loop_.bound_value))
                           : std::string();
    text += text_.compare_alone(LoopText::opposite(op), bound, rest);
    if (beyond > 0) // the counter would wrap around
      text += text_.advance(last, bound, up ? beyond : -beyond) +
              text_.branch_alone(is_unsigned ? isa::Op::bltu : isa::Op::blt, up ? last : bound,
                                 up ? bound : last, rest);
    text += text_.difference(last, up ? bound : counter, up ? counter : bound);
    if (beyond > 0)
      text += text_.advance(last, last, beyond);
    if (width > 1) {
      const std::string& flag = text_.name(loop_.flag); // this register is free before the loop
      text += text_.move(loop_.flag, flag, last) + *text_.remainder(flag, width, {}) +
              text_.difference(last, last, flag);
    }
    return text + (up ? text_.sum(last, counter, last) : text_.difference(last, counter, last));
  }

  /// The program without the comparison.
  std::optional<EqualityEnd> read(EqualityEnd end, const std::string& last, Message& why_not) {
    std::vector<std::string> lines = program_.source_lines;
    std::string& compare = lines[own_line(loop_.block, *loop_.compare) - 1];
    compare = with_statement(compare, "");
    std::string& branch = lines[own_line(loop_.block, loop_.branch) - 1];
    branch = with_statement(
        branch, fmt::format("bne {}, {}, {}", text_.name(loop_.counter.reg), last, label_));
    isa::AssembleOptions options;
    options.xlen = program_.xlen;
    options.delay_slots = delay_slot_;
    auto program = isa::assemble(program_.isa, program_.name, joined(lines), options);
    if (!program) {
      why_not = MessageId::no_equality_branch;
      return std::nullopt;
    }
    end.program = std::make_shared<const isa::Program>(std::move(program).value());
    const auto symbol = end.program->symbols.find(label_);
    const std::vector<Block> blocks = basic_blocks(*end.program, delay_slot_);
    const auto block = std::find_if(blocks.begin(), blocks.end(), [&](const Block& b) {
      return symbol != end.program->symbols.end() && b.instruction(0).pc == symbol->second.address;
    });
    if (block == blocks.end()) {
      why_not = MessageId::no_block_at_label;
      return std::nullopt;
    }
    end.block = *block;
    return end;
  }

  const CountedLoop& loop_;
  const isa::Program& program_;
  LoopText text_;
  bool delay_slot_;
  std::string label_;
  RegisterSet taken_;
};

} // namespace

std::optional<EqualityEnd> equality_end(const CountedLoop& loop, const RegisterSet& around,
                                        bool delay_slot, const std::string& label,
                                        Message& why_not) {
  return EndWriter(loop, around, delay_slot, label).write(around.test(loop.flag), why_not);
}

} // namespace stallscope::sched
