#include "x86/library/absent_function.hpp"

#include "x86/library/library.hpp"
#include "x86/micro_ops/build_x87.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace stallscope::isa::x86 {

namespace {

using Ending = assembly::Dialect::Ending;

/// The first word of a line, in lower case; empty for labels, directives and comments.
std::string first_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::size_t end = std::min(line.find_first_of(" \t\r;"), line.size());
  std::string word = assembly::lower(line.substr(0, end));
  const bool is_instruction =
      !word.empty() && std::isalpha(static_cast<unsigned char>(word.front())) != 0;
  return is_instruction && word.back() != ':' ? word : std::string();
}

/// Numbers that an instruction of the x87 unit takes from its stack, by its name: faddp, fucomip
/// and fxch have two, what stores or has one in memory too has one.
int taken_by(std::string_view name) {
  const bool stores = name.starts_with("fst") || name.starts_with("fist");
  return name == "fxch" || (name.ends_with('p') && !stores) ? 2 : 1;
}

/// Behind a call in this line, from 1, the instructions of the x87 unit take more from its stack
/// than they have put there: the result.
bool takes_x87_behind(std::string_view text, std::uint32_t line) {
  int depth = 0;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string word = first_word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (number <= line || word.empty() || word.ends_with("cw"))
      continue;
    if (word.front() == 'j' || word.starts_with("call") || word.starts_with("ret"))
      return false;
    if (word.front() != 'f')
      continue;
    if (word.starts_with("fld") || word.starts_with("fild")) {
      ++depth;
      continue;
    }
    if (taken_by(word) > depth)
      return true;
    const bool pops = word.starts_with("fstp") || word.starts_with("fistp") || word.ends_with('p');
    depth -= word.ends_with("pp") ? 2 : pops ? 1 : 0;
  }
  return false;
}

class AbsentFunction {
public:
  AbsentFunction(const assembly::Place& place, assembly::Reporter& reporter,
                 std::uint8_t address_width)
      : place_(place), reporter_(reporter), address_width_(address_width) {}

  std::vector<Statement> run(Ending ending, std::string_view text) {
    if (ending == Ending::aborts) {
      add("int3", {});
    } else if (ending == Ending::exits) {
      exit();
    } else {
      add("xorl", {reg("eax", "%eax"), reg("eax", "%eax")});
      if (text.find("xmm0") != std::string_view::npos)
        add("xorps", {reg("xmm0", "%xmm0"), reg("xmm0", "%xmm0")});
      if (takes_x87_behind(text, place_.line.line))
        push_zero();
      add("ret", {});
    }
    return std::move(made_);
  }

private:
  /// On the stack of the x87 unit.
  void push_zero() {
    auto steps = x87_steps("fldz", "fldz", {}, place_, reporter_, false);
    STALLSCOPE_CHECK(steps.has_value() && steps->size() == 1, "fldz is one instruction");
    made_.push_back(std::move(steps->front()));
  }
  void exit() {
    if (address_width_ == 3) {
      Statement& call = made_.emplace_back();
      call.instruction.op = Op::x86_library;
      call.instruction.imm = static_cast<std::int64_t>(Function::exit);
      call.text = "exit";
      return;
    }
    Operand code; // the argument, behind the return address
    code.base = register_named("esp");
    code.text = "4(%esp)";
    code.has_value = true;
    code.known = 4;
    code.value.constant = 4;
    add("movl", {code, reg("ebx", "%ebx")});
    add("movl", {constant(1, "$1"), reg("eax", "%eax")});
    add("int", {constant(0x80, "$0x80")}); // exit of Linux
  }

  static Operand reg(std::string_view name, std::string_view text) {
    Operand operand;
    operand.kind = Operand::Kind::reg;
    operand.reg = *register_named(name);
    operand.text = text;
    return operand;
  }
  static Operand constant(std::int64_t value, std::string_view text) {
    Operand operand;
    operand.kind = Operand::Kind::immediate;
    operand.has_value = true;
    operand.known = value;
    operand.value.constant = value;
    operand.text = text;
    return operand;
  }
  void add(std::string_view name, const std::vector<Operand>& operands) {
    auto statement = build(name, *find_mnemonic(name), operands, place_, reporter_, address_width_);
    STALLSCOPE_CHECK(statement.has_value(), "an instruction of an absent function is none");
    made_.push_back(std::move(*statement));
  }

  const assembly::Place& place_;
  assembly::Reporter& reporter_;
  std::uint8_t address_width_;
  std::vector<Statement> made_;
};

} // namespace

std::vector<Statement> absent_function(Ending ending, std::string_view text,
                                       const assembly::Place& place, assembly::Reporter& reporter,
                                       std::uint8_t address_width) {
  return AbsentFunction(place, reporter, address_width).run(ending, text);
}

} // namespace stallscope::isa::x86
