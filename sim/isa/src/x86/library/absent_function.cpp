#include "x86/library/absent_function.hpp"

#include "x86/build/build_x87.hpp"
#include "x86/library/library.hpp"

#include <utility>

namespace stallscope::isa::x86 {

namespace {

using Ending = assembly::Dialect::Ending;

class AbsentFunction {
public:
  AbsentFunction(const assembly::Place& place, assembly::Reporter& reporter,
                 std::uint8_t address_width)
      : place_(place), reporter_(reporter), address_width_(address_width) {}

  std::vector<Statement> run(Ending ending, Returns returns) {
    if (ending == Ending::aborts) {
      add("int3", {});
    } else if (ending == Ending::exits) {
      exit();
    } else {
      add("xorl", {reg("eax", "%eax"), reg("eax", "%eax")});
      if (returns.real)
        add("xorps", {reg("xmm0", "%xmm0"), reg("xmm0", "%xmm0")});
      if (returns.x87)
        push_zero();
      add("ret", {});
    }
    return std::move(made_);
  }

private:
  /// Pushes zero on the x87 stack.
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
    Operand code; // the argument, after the return address
    code.base = register_named("esp");
    code.text = "4(%esp)";
    code.has_value = true;
    code.known = 4;
    code.value.constant = 4;
    add("movl", {code, reg("ebx", "%ebx")});
    add("movl", {constant(1, "$1"), reg("eax", "%eax")});
    add("int", {constant(0x80, "$0x80")}); // exit in Linux
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

std::vector<Statement> absent_function(Ending ending, Returns returns, const assembly::Place& place,
                                       assembly::Reporter& reporter, std::uint8_t address_width) {
  return AbsentFunction(place, reporter, address_width).run(ending, returns);
}

} // namespace stallscope::isa::x86
