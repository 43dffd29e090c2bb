#include "unrolling/loop_text.hpp"

#include "rewriting/source_line.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace stallscope::sched {

using isa::Op;

std::string LoopText::bound() const {
  return loop_.bound_value ? fmt::format("{}", *loop_.bound_value) : name(loop_.bound);
}

const std::string& LoopText::line(Node node) const {
  return program_.source_lines[own_line(loop_.block, node) - 1];
}

std::string LoopText::statement(Node node) const {
  const std::string& text = line(node);
  const Statement part = statement_of(text);
  std::string out = text.substr(part.begin, part.end - part.begin);
  out.erase(out.find_last_not_of(" \t") + 1);
  return out;
}

std::string LoopText::front_labels() const {
  const std::string& text = line(0);
  const std::size_t begin = statement_of(text).begin;
  const std::size_t colon = text.find_last_of(':', begin);
  return colon == std::string::npos || colon >= begin ? std::string()
                                                      : text.substr(0, colon + 1) + "\n";
}

std::string LoopText::rest(const std::string& label) const {
  std::string text;
  const std::uint32_t first = own_line(loop_.block, 0);
  const std::uint32_t last = own_line(loop_.block, loop_.block.count - 1);
  for (std::uint32_t number = first; number <= last; ++number) {
    std::string now = program_.source_lines[number - 1];
    if (number == first)
      now = "        " + now.substr(statement_of(now).begin);
    if (number == own_line(loop_.block, loop_.branch)) {
      const Statement part = statement_of(now);
      std::string before = now.substr(0, part.end);
      const std::string comment = now.substr(part.end);
      const std::size_t target = tac() ? before.rfind("goto") + 4 : before.find_last_of(',') + 1;
      before.erase(target);
      now = before + " " + label + (comment.empty() ? "" : "  ") + comment;
    }
    text += now + "\n";
  }
  return text;
}

std::string LoopText::difference(const std::string& to, const std::string& left,
                                 const std::string& right) const {
  if (tac())
    return written(fmt::format("{} = {} - {}", to, left, right));
  const char* op = riscv() ? (word() ? "subw" : "sub") : (loop_.words ? "subu" : "dsubu");
  return written(fmt::format("{} {}, {}, {}", op, to, left, right));
}

std::string LoopText::sum(const std::string& to, const std::string& left,
                          const std::string& right) const {
  if (tac())
    return written(fmt::format("{} = {} + {}", to, left, right));
  const char* op = riscv() ? (word() ? "addw" : "add") : (loop_.words ? "addu" : "daddu");
  return written(fmt::format("{} {}, {}, {}", op, to, left, right));
}

std::string LoopText::advance(const std::string& to, const std::string& from,
                              std::int64_t n) const {
  if (n == 0 && to == from)
    return {};
  if (tac())
    return written(fmt::format("{} = {} {} {}", to, from, n < 0 ? "-" : "+", n < 0 ? -n : n));
  const char* op = riscv() ? (word() ? "addiw" : "addi") : (loop_.words ? "addiu" : "daddiu");
  return written(fmt::format("{} {}, {}, {}", op, to, from, n));
}

std::string LoopText::advance_wide(const std::string& to, const std::string& from,
                                   std::int64_t n) const {
  const bool narrow = !riscv() && program_.xlen == 32;
  return written(fmt::format("{} {}, {}, {}",
                             riscv()  ? "addi"
                             : narrow ? "addiu"
                                      : "daddiu",
                             to, from, n));
}

std::optional<std::string> LoopText::remainder(const std::string& value, std::int64_t n,
                                               const std::string& temporary) const {
  if (tac())
    return written(fmt::format("{0} = {0} % {1}", value, n));
  if (std::has_single_bit(static_cast<std::uint64_t>(n)))
    return written(fmt::format("andi {0}, {0}, {1}", value, n - 1));
  if (!riscv())
    return std::nullopt;
  return written(fmt::format("li {}, {}", temporary, n)) +
         written(fmt::format("{0} {1}, {1}, {2}", word() ? "remuw" : "remu", value, temporary));
}

std::string LoopText::goto_if_less(const std::string& value, std::int64_t n,
                                   const std::string& temporary, const std::string& label) const {
  if (tac())
    return branch(Op::blt, value, fmt::format("{}", n), label);
  return written(fmt::format("sltiu {}, {}, {}", temporary, value, n)) +
         branch_alone(Op::bne, temporary, name(0), label);
}

std::string LoopText::branch(Op op, const std::string& left, const std::string& right,
                             const std::string& label) const {
  struct Words {
    Op op;
    const char* mnemonic;
    const char* sign;
  };
  if (program_.isa == isa::Isa::mips && op != Op::beq && op != Op::bne) {
    const bool is_unsigned = op == Op::bltu || op == Op::bgeu;
    const bool swapped = op == Op::ble || op == Op::bgt;
    const bool less = op == Op::blt || op == Op::bltu || op == Op::bgt;
    return written(fmt::format("{} {}, {}, {}", is_unsigned ? "sltu" : "slt", flag_,
                               swapped ? right : left, swapped ? left : right)) +
           branch(less ? Op::bne : Op::beq, flag_, name(0), label);
  }
  constexpr std::array<Words, 8> kWords{{{Op::beq, "beq", "=="},
                                         {Op::bne, "bne", "!="},
                                         {Op::blt, "blt", "<"},
                                         {Op::ble, "ble", "<="},
                                         {Op::bgt, "bgt", ">"},
                                         {Op::bge, "bge", ">="},
                                         {Op::bltu, "bltu", "<u"},
                                         {Op::bgeu, "bgeu", ">=u"}}};
  for (const Words& words : kWords)
    if (words.op == op)
      return written(tac() ? fmt::format("if {} {} {} goto {}", left, words.sign, right, label)
                           : fmt::format("{} {}, {}, {}", words.mnemonic, left, right, label));
  return {};
}

std::string LoopText::branch_alone(Op op, const std::string& left, const std::string& right,
                                   const std::string& label) const {
  return branch(op, left, right, label) + (delay_slot_ ? written("nop") : std::string());
}

std::string LoopText::compare(Op op, const std::string& other, const std::string& label) const {
  const std::string& counter = name(loop_.counter.reg);
  return branch(op, loop_.counter_first ? counter : other, loop_.counter_first ? other : counter,
                label);
}

std::string LoopText::compare_alone(Op op, const std::string& other,
                                    const std::string& label) const {
  return compare(op, other, label) + (delay_slot_ ? written("nop") : std::string());
}

Op LoopText::opposite(Op op) {
  switch (op) {
  case Op::blt:
    return Op::bge;
  case Op::bge:
    return Op::blt;
  case Op::ble:
    return Op::bgt;
  case Op::bgt:
    return Op::ble;
  case Op::bltu:
    return Op::bgeu;
  case Op::bgeu:
    return Op::bltu;
  case Op::beq:
    return Op::bne;
  default:
    return Op::beq;
  }
}

std::string LoopText::move(RegId like, const std::string& to, const std::string& from) const {
  if (tac())
    return written(fmt::format("{} = {}", to, from));
  const bool fp = program_.is_floating_point(like);
  const char* op = riscv() ? (fp ? "fmv.d" : "mv") : (fp ? "mov.d" : "move");
  return written(fmt::format("{} {}, {}", op, to, from));
}

} // namespace stallscope::sched
