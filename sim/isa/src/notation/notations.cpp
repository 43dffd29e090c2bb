#include "isa/notations.hpp"

#include "base/ascii.hpp"
#include "mips/mips_table.hpp"
#include "riscv/riscv_table.hpp"
#include "tac/operators.hpp"
#include "x86/text/mnemonics.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

namespace stallscope::isa {

namespace {

using assembly::InstructionTable;
using assembly::Row;

/// A text as code in a table cell; lines are separated by a small mark.
std::string cell(std::string_view text) {
  std::string out = "`";
  for (const char c : text)
    if (c == '\n')
      out += "` / `";
    else if (c == '|')
      out += "\\|";
    else if (c != '\r')
      out += c;
  return out + "`";
}

/// Names of operands in a notation with the shared assembler.
class Words {
public:
  explicit Words(Isa isa) : isa_(isa) {}

  [[nodiscard]] std::string operand(char letter) const {
    if (isa_ == Isa::mips)
      return std::string(mips::operand_name(letter));
    const bool fp = std::string_view("DSTV").find(letter) != std::string_view::npos;
    return (fp ? "f" : "") + std::string(riscv::operand_name(letter));
  }

  [[nodiscard]] std::string operands(std::string_view format) const {
    std::string out;
    for (const char letter : format)
      out += (out.empty() ? "" : ", ") + operand(letter);
    return out;
  }

  /// The instructions of a pseudo-instruction, with these operand names.
  [[nodiscard]] std::string expansion(const Row& row) const {
    std::string out;
    for (std::size_t at = 0; at < row.expansion.size(); ++at) {
      const char c = row.expansion[at];
      if (c == '%') {
        out += row.mnemonic;
      } else if (c == ',') {
        out += ", ";
      } else if (c == '@') {
        out += "$at";
      } else if (c == '#' || (c == ' ' && !out.empty() && out.back() == ' ')) {
        continue;
      } else if (is_letter(c) && !mnemonic_at(row.expansion, at) && single(row.expansion, at)) {
        out += memory_at(row.expansion, at) ? operand('m') : operand(c);
        if (memory_at(row.expansion, at))
          at += 3; // m(s)
      } else if (c == 'x' && at + 1 < row.expansion.size() && row.expansion[at + 1] <= '9') {
        out += isa_ == Isa::mips ? "$" : "x";
      } else if (c == '0' && register_zero(row.expansion, at)) {
        out += isa_ == Isa::mips ? "$0" : "x0";
      } else {
        out += c;
      }
    }
    return out;
  }

private:
  static bool is_word(char c) { return is_alphanumeric(c) || c == '.' || c == '_'; }
  /// Whether the position is between the start of an instruction and its first blank.
  static bool mnemonic_at(std::string_view text, std::size_t at) {
    const std::size_t begin = text.rfind(';', at) + 1; // npos + 1 is 0
    const std::size_t first = text.find_first_not_of(' ', begin);
    const std::size_t blank = std::min(text.find(' ', first), text.size());
    return at < blank;
  }
  static bool single(std::string_view text, std::size_t at) {
    return (at == 0 || !is_word(text[at - 1])) && (at + 1 == text.size() || !is_word(text[at + 1]));
  }
  static bool memory_at(std::string_view text, std::size_t at) {
    return (text[at] == 'm' || text[at] == 'M') && text.substr(at + 1, 3) == "(s)";
  }
  static bool register_zero(std::string_view text, std::size_t at) {
    return single(text, at) && at > 0 && (text[at - 1] == ' ' || text[at - 1] == ',') &&
           (at + 1 == text.size() || text[at + 1] == ',' || text[at + 1] == ';');
  }

  Isa isa_;
};

std::string meaning(const Row& row, const Words& words) {
  if ((row.flags & assembly::kUnsupported) != 0)
    return fmt::format("not there; instead {}", row.expansion);
  if ((row.flags & assembly::kSpecial) != 0)
    return "as many instructions as the value needs";
  if (!row.expansion.empty())
    return cell(words.expansion(row));
  return fmt::format("{}{}", name(row.op_class), row.size == 2 ? ", 16 bits" : "");
}

std::string instructions(Isa isa, const InstructionTable& table) {
  const Words words(isa);
  std::string out = "| instruction | operands | is |\n|---|---|---|\n";
  for (const std::string_view mnemonic : table.mnemonics()) {
    std::vector<std::string> lines;
    for (const Row* row : table.forms(mnemonic)) {
      if ((row->flags & assembly::kDelaySlot) != 0)
        continue;
      std::string line = fmt::format("| `{}` | {} | {} |\n", mnemonic, words.operands(row->format),
                                     meaning(*row, words));
      if (lines.empty() || lines.back() != line)
        lines.push_back(std::move(line));
    }
    for (const std::string& line : lines)
      out += line;
  }
  return out;
}

std::string_view operands_of(x86::Shape shape) {
  using x86::Shape;
  switch (shape) {
  case Shape::nothing:
    return "none";
  case Shape::no_op:
    return "any";
  case Shape::two:
    return "source, destination";
  case Shape::one:
    return "destination";
  case Shape::wide:
    return "source";
  case Shape::imul:
    return "source; source, destination; constant, source, register";
  case Shape::shift:
    return "count, destination; destination";
  case Shape::address:
    return "address, register";
  case Shape::extend:
    return "narrower source, register";
  case Shape::to_register:
  case Shape::fp_two:
  case Shape::fp_compare:
  case Shape::from_integer:
  case Shape::to_integer:
  case Shape::fp_convert:
  case Shape::packed:
    return "source, register";
  case Shape::bit:
    return "bit number, destination";
  case Shape::x87:
    return "registers of the stack, memory or none";
  case Shape::sequence:
    return "memory or none";
  case Shape::swap:
  case Shape::pop:
    return "register";
  case Shape::set:
    return "byte";
  case Shape::exchange:
    return "register or memory, register or memory";
  case Shape::update:
    return "register, memory or register";
  case Shape::double_shift:
    return "count, register, destination";
  case Shape::three:
    return "source, register, register";
  case Shape::shift_three:
    return "count, source, register";
  case Shape::long_product:
    return "source, register, register";
  case Shape::swap_memory:
    return "memory, register; register, memory";
  case Shape::checksum:
    return "source, register";
  case Shape::prefetch:
    return "memory";
  case Shape::push:
    return "source";
  case Shape::jump:
  case Shape::call:
    return "label or *source";
  case Shape::branch:
    return "label";
  case Shape::ret:
    return "none; bytes";
  case Shape::interrupt:
    return "number";
  case Shape::fp_move_scalar:
  case Shape::move_bits:
  case Shape::packed_move:
  case Shape::half_move:
    return "source, destination";
  case Shape::packed_constant:
    return "constant, source, register";
  case Shape::packed_count:
    return "count, register";
  case Shape::packed_mask:
    return "xmm register, register";
  case Shape::extract:
    return "constant, xmm register, destination";
  case Shape::extract_half:
    return "constant, ymm register, destination";
  case Shape::test:
    return "source, register";
  case Shape::gather:
    return "mask, memory with a vector of indices, register";
  case Shape::masked_bytes:
    return "mask, xmm register";
  case Shape::masked:
    return "source, mask, destination";
  case Shape::permute:
    return "constant or register or memory, register";
  case Shape::insert:
    return "constant, source, xmm register";
  case Shape::fused:
    return "source, register, register";
  case Shape::select:
    return "mask, source, register";
  }
  return "";
}

std::string instructions_of_x86() {
  // Grouped by operands.
  std::map<std::pair<std::string_view, bool>, std::string> groups;
  for (const std::string_view mnemonic : x86::mnemonic_names()) {
    const x86::Mnemonic* m = x86::find_mnemonic(mnemonic);
    std::string& names = groups[{operands_of(m->shape), m->vex}];
    names += fmt::format("{}`{}`", names.empty() ? "" : " ", mnemonic);
  }
  std::string out = "| operands, sources first | instructions |\n|---|---|\n";
  for (const auto& [group, names] : groups)
    out += fmt::format("| {}{} | {} |\n", group.first,
                       group.second ? "; a further source, a register, before the last (AVX)" : "",
                       names);
  std::string wide;
  std::string only_wide;
  for (const std::string_view mnemonic : x86::mnemonic_names())
    if (const x86::Mnemonic* m = x86::find_mnemonic(mnemonic); m->vectors != x86::Vectors::none) {
      std::string& names = m->only_wide ? only_wide : wide;
      names += fmt::format(" `{}`", mnemonic);
    }
  return out + fmt::format("\nAlso in ymm registers, of 32 bytes (AVX, AVX2, FMA):{}.\n\nIn these "
                           "alone:{}.\n",
                           wide, only_wide);
}

std::string statements_of_tac() {
  std::string out = "| statement | is |\n|---|---|\n";
  for (const auto& [statement, what] :
       {std::pair{"x = y", "a copy, or a constant"},
        {"x = -y`, `x = ~y`, `x = !y", "a negative, an inverse, whether it is 0"},
        {"x = mem[y + c]", "a load of 8 bytes; mem4, mem2, mem1 with sign, mem4u, mem2u, mem1u"},
        {"mem[y + c] = x", "a store of 8 bytes; mem4, mem2, mem1"},
        {"if y op z goto L`, `if y goto L`, `if !y goto L", "a branch; op is a comparison"},
        {"goto L", "a jump"},
        {"print y`, `read x`, `exit`, `exit y", "system calls"},
        {".reg x = 5`, `.mem 104 = 1, 2, 3", "values at the start"}})
    out += fmt::format("| `{}` | {} |\n", statement, what);
  out += "\n`x = y op z` with op:";
  for (const tac::BinaryOperator& op : tac::binary_operators())
    out += fmt::format(" `{}`", op.text);
  return out + "\n";
}

std::string describe(Isa isa) {
  std::string out = fmt::format("## {}\n\n", name(isa));
  out += "| written so | is the same as | where |\n|---|---|---|\n";
  for (const BookSpelling& spelling : book_spellings())
    if (spelling.isa == isa)
      out += fmt::format("| {} | {} | {} |\n", cell(spelling.text), cell(spelling.plain),
                         spelling.where);
  out += '\n';
  switch (isa) {
  case Isa::tac:
    return out + statements_of_tac();
  case Isa::mips:
    return out + instructions(isa, mips::instruction_table());
  case Isa::riscv:
    return out + instructions(isa, riscv::instruction_table());
  case Isa::x86:
    return out + instructions_of_x86();
  }
  return out;
}

} // namespace

std::string describe_notations(std::optional<Isa> isa) {
  if (isa)
    return describe(*isa);
  std::string out =
      "# What the notations take\n\n"
      "Written by `stallscope programs --notation all`. A text is read as its notation says; when "
      "it "
      "is no\nprogram so, leniently, with the spellings below as well. `/` separates lines.\n";
  for (const Isa each : {Isa::tac, Isa::mips, Isa::riscv, Isa::x86})
    out += '\n' + describe(each);
  return out;
}

} // namespace stallscope::isa
