#include "x86/build/build_x87.hpp"

#include "x86/micro_ops/x87.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace stallscope::isa::x86 {

namespace {

/// Operands of an x87 instruction name.
enum class X87Shape : std::uint8_t {
  nothing,
  sized,          ///< none: only names with a size suffix exist
  memory,         ///< memory of `width`; a real number or an integer
  load_register,  ///< fld %st(i)
  store_register, ///< fst %st(i)
  arithmetic,     ///< none, one register, or two, one of which is the top
  compare,        ///< none or a register
  chosen,         ///< fcmov: register, top
  status,         ///< %ax or memory
};

struct X87Name {
  X87 operation = X87::nothing;
  X87Shape shape = X87Shape::nothing;
  std::uint8_t width = 0; ///< log2 of the bytes in memory; kX87Width: 10
  bool integer = false;
  bool pushes = false;
  std::uint8_t pops = 0;
  std::uint8_t constant = 0;
  Condition condition = Condition::o;
};

class X87Table {
public:
  X87Table() {
    add_moves();
    add_arithmetic();
    add_comparisons();
    add_others();
    for (const auto& [name, of] : entries)
      names.push_back(name);
  }
  std::map<std::string, X87Name, std::less<>> entries;
  std::vector<std::string> names;

private:
  using Sizes = std::initializer_list<std::pair<const char*, std::uint8_t>>;
  static constexpr Sizes kReals{{"s", 2}, {"l", 3}};
  static constexpr Sizes kAllReals{{"s", 2}, {"l", 3}, {"t", kX87Width}};
  static constexpr Sizes kIntegers{{"s", 1}, {"l", 2}};
  static constexpr Sizes kAllIntegers{{"s", 1}, {"l", 2}, {"ll", 3}, {"q", 3}};

  void add(const std::string& name, X87Name of) { entries.emplace(name, of); }
  void add_memory(const std::string& name, X87Name of, Sizes sizes) {
    add(name, {.shape = X87Shape::sized}); // unless it is a name with register operands
    of.shape = X87Shape::memory;
    for (const auto& [suffix, width] : sizes) {
      of.width = width;
      add(name + suffix, of);
    }
  }

  void add_moves() {
    add("fld", {.operation = X87::load, .shape = X87Shape::load_register, .pushes = true});
    add_memory("fld", {.operation = X87::load, .pushes = true}, kAllReals);
    add_memory("fild", {.operation = X87::load_integer, .integer = true, .pushes = true},
               kAllIntegers);
    add("fst", {.operation = X87::copy, .shape = X87Shape::store_register});
    add("fstp", {.operation = X87::copy, .shape = X87Shape::store_register, .pops = 1});
    add_memory("fst", {.operation = X87::store}, kReals);
    add_memory("fstp", {.operation = X87::store, .pops = 1}, kAllReals);
    add_memory("fist", {.operation = X87::store_integer}, kIntegers);
    add_memory("fistp", {.operation = X87::store_integer, .pops = 1}, kAllIntegers);
    add_memory("fisttp", {.operation = X87::store_truncated, .pops = 1}, kAllIntegers);
    add("fxch", {.operation = X87::exchange, .shape = X87Shape::compare});
    static constexpr const char* kConstants[] = {"fld1",   "fldl2t", "fldl2e", "fldpi",
                                                 "fldlg2", "fldln2", "fldz"};
    for (std::uint8_t n = 0; n < std::size(kConstants); ++n)
      add(kConstants[n], {.operation = X87::load_constant, .pushes = true, .constant = n});
  }

  void add_arithmetic() {
    for (const auto& [name, operation] :
         {std::pair{"add", X87::add}, std::pair{"sub", X87::subtract},
          std::pair{"subr", X87::subtract_from}, std::pair{"mul", X87::multiply},
          std::pair{"div", X87::divide}, std::pair{"divr", X87::divide_into}}) {
      const std::string base(name);
      add("f" + base, {.operation = operation, .shape = X87Shape::arithmetic});
      add("f" + base + "p", {.operation = operation, .shape = X87Shape::arithmetic, .pops = 1});
      add_memory("f" + base, {.operation = operation}, kReals);
      add_memory("fi" + base, {.operation = operation, .integer = true}, kIntegers);
    }
    for (const auto& [name, operation] :
         {std::pair{"fchs", X87::change_sign}, std::pair{"fabs", X87::absolute},
          std::pair{"fsqrt", X87::square_root}, std::pair{"frndint", X87::round},
          std::pair{"ftst", X87::test_zero}, std::pair{"fxam", X87::examine}})
      add(name, {.operation = operation});
  }

  void add_comparisons() {
    for (const std::string base : {"fcom", "fucom"}) {
      for (const std::uint8_t pops : {0, 1}) {
        const std::string popping = pops == 1 ? "p" : "";
        add(base + popping,
            {.operation = X87::compare_status, .shape = X87Shape::compare, .pops = pops});
        add(base + "i" + popping,
            {.operation = X87::compare, .shape = X87Shape::compare, .pops = pops});
      }
      add(base + "pi", {.operation = X87::compare, .shape = X87Shape::compare, .pops = 1});
      add(base + "pp", {.operation = X87::compare_status, .shape = X87Shape::compare, .pops = 2});
    }
    add_memory("fcom", {.operation = X87::compare_status}, kReals);
    add_memory("fcomp", {.operation = X87::compare_status, .pops = 1}, kReals);
    add_memory("ficom", {.operation = X87::compare_status, .integer = true}, kIntegers);
    add_memory("ficomp", {.operation = X87::compare_status, .integer = true, .pops = 1}, kIntegers);
    for (const auto& [name, condition] :
         {std::pair{"b", Condition::b}, std::pair{"e", Condition::e},
          std::pair{"be", Condition::be}, std::pair{"u", Condition::p},
          std::pair{"nb", Condition::ae}, std::pair{"ne", Condition::ne},
          std::pair{"nbe", Condition::a}, std::pair{"nu", Condition::np}})
      add(std::string("fcmov") + name,
          {.operation = X87::move_if, .shape = X87Shape::chosen, .condition = condition});
  }

  void add_others() {
    const X87Name word{.shape = X87Shape::memory, .width = 1};
    X87Name load = word;
    load.operation = X87::load_control;
    add("fldcw", load);
    X87Name store = word;
    store.operation = X87::store_control;
    for (const char* const name : {"fnstcw", "fstcw"})
      add(name, store);
    for (const char* const name : {"fnstsw", "fstsw"})
      add(name, {.operation = X87::store_status, .shape = X87Shape::status, .width = 1});
    for (const char* const name : {"fninit", "finit"})
      add(name, {.operation = X87::default_control});
    for (const char* const name : {"fnclex", "fclex", "fwait", "wait", "fnop"})
      add(name, {.operation = X87::nothing});
  }
};

const X87Table& x87_table() {
  static const X87Table kTable;
  return kTable;
}

constexpr RegId kTop = kX87Stack;
constexpr std::int64_t kSignificandBytes = 8;

bool is_stack(const Operand& operand) {
  return operand.is_reg() && operand.reg.width == kX87Width;
}

/// Results that are rounded as set in the control word.
bool rounds(X87 operation) {
  return operation == X87::store || operation == X87::store_integer ||
         (operation >= X87::add && operation <= X87::divide_into) ||
         operation == X87::square_root || operation == X87::round;
}

X87 reversed(X87 operation) {
  switch (operation) {
  case X87::subtract:
    return X87::subtract_from;
  case X87::subtract_from:
    return X87::subtract;
  case X87::divide:
    return X87::divide_into;
  case X87::divide_into:
    return X87::divide;
  default:
    return operation;
  }
}

class X87Builder {
public:
  X87Builder(const X87Name& of, const std::vector<Operand>& operands, bool intel)
      : of_(of), operands_(operands), intel_(intel) {}

  /// False: the operands do not fit.
  bool run() {
    switch (of_.shape) {
    case X87Shape::nothing:
      return operands_.empty() && implied();
    case X87Shape::sized:
      return false;
    case X87Shape::memory:
      return operands_.size() == 1 && operands_[0].is_memory() && memory();
    case X87Shape::load_register:
    case X87Shape::store_register:
      return operands_.size() == 1 && is_stack(operands_[0]) && moved();
    case X87Shape::arithmetic:
      return arithmetic();
    case X87Shape::compare:
      return compared();
    case X87Shape::chosen:
      return chosen();
    case X87Shape::status:
      return operands_.size() == 1 && status();
    }
    return false;
  }
  std::vector<Statement> take() { return std::move(made_); }

private:
  Statement& start(X87 operation) {
    Statement& s = made_.emplace_back();
    s.instruction.op = Op::x86_x87;
    s.instruction.rounding = static_cast<std::uint8_t>(operation);
    // Until resolved, these fields describe the effect on the stack; both: it pops two.
    s.form.high_result = of_.pushes || of_.pops == 2;
    s.form.high_left = of_.pops > 0;
    s.form.high_right = of_.integer;
    s.form.condition = of_.condition;
    if (rounds(operation)) {
      s.form.third = true;
      s.instruction.imm = kX87Control;
    }
    return s;
  }
  static void place_in(Statement& s, const Operand& operand, InMemory side, std::uint8_t width) {
    s.form.memory = side;
    (side == InMemory::left ? s.form.width : s.form.source_width) = width;
    s.form.scale = operand.scale;
    s.instruction.rs1 = operand.base ? operand.base->id : RegId{0};
    s.instruction.rs3 = operand.index ? operand.index->id : RegId{0};
    s.address = operand;
  }

  bool implied() {
    Statement& s = start(of_.operation);
    Instruction& i = s.instruction;
    if (of_.operation == X87::nothing) {
      i.op = Op::nop;
    } else if (of_.operation == X87::load_constant) {
      i.has_immediate = true;
      i.imm = of_.constant;
      i.rd = kTop;
    } else if (of_.operation == X87::default_control) {
      i.rd = kX87Control;
    } else {
      i.rs2 = kTop;
      const bool tests = of_.operation == X87::test_zero || of_.operation == X87::examine;
      i.rd = tests ? kX87Status : kTop;
    }
    return true;
  }

  bool memory() {
    if (of_.width == kX87Width)
      return of_.operation == X87::load ? load_all() : store_all();
    Statement& s = start(of_.operation);
    Instruction& i = s.instruction;
    switch (of_.operation) {
    case X87::store:
    case X87::store_integer:
    case X87::store_truncated:
    case X87::store_control:
      place_in(s, operands_[0], InMemory::left, of_.width);
      i.rs2 = of_.operation == X87::store_control ? kX87Control : kTop;
      return true;
    case X87::load_control:
      i.rd = kX87Control;
      break;
    case X87::load:
    case X87::load_integer:
      i.rd = kTop;
      break;
    case X87::compare_status:
      i.rs2 = kTop;
      i.rd = kX87Status;
      break;
    default:
      i.rs2 = i.rd = kTop;
    }
    place_in(s, operands_[0], InMemory::right, of_.width);
    return true;
  }

  /// Loads the significand through an integer register, then the two bytes after it.
  bool load_all() {
    Statement& first = made_.emplace_back();
    first.instruction.op = Op::x86_mov;
    first.instruction.rd = kMoved;
    place_in(first, operands_[0], InMemory::right, 3);
    Statement& s = start(X87::load_upper);
    place_in(s, operands_[0], InMemory::right, 1);
    s.displacement = kSignificandBytes;
    s.instruction.rs2 = kMoved;
    s.instruction.rd = kTop;
    return true;
  }
  bool store_all() {
    Statement& first = start(X87::store_lower);
    first.form.high_left = false;
    place_in(first, operands_[0], InMemory::left, 3);
    first.instruction.rs2 = kTop;
    Statement& s = start(X87::store_upper);
    place_in(s, operands_[0], InMemory::left, 1);
    s.displacement = kSignificandBytes;
    s.instruction.rs2 = kTop;
    return true;
  }
  bool moved() {
    Instruction& i = start(of_.operation).instruction;
    i.rs1 = of_.shape == X87Shape::load_register ? operands_[0].reg.id : kTop;
    i.rd = of_.shape == X87Shape::load_register ? kTop : operands_[0].reg.id;
    return true;
  }

  /// fadd %st(1), %st; fadd %st, %st(1); faddp, which is faddp %st, %st(1)
  bool arithmetic() {
    RegId source = kTop;
    RegId destination = kTop + 1;
    if (operands_.size() == 1 && is_stack(operands_[0])) {
      (of_.pops > 0 ? destination : source) = operands_[0].reg.id;
      if (of_.pops == 0)
        destination = kTop;
    } else if (operands_.size() == 2 && is_stack(operands_[0]) && is_stack(operands_[1])) {
      source = operands_[0].reg.id;
      destination = operands_[1].reg.id;
    } else if (!operands_.empty()) {
      return false;
    }
    const bool pops_without = operands_.empty() && of_.pops == 0; // fadd without operands is faddp
    if ((source != kTop && destination != kTop) || (of_.pops > 0 && source != kTop))
      return false;
    // AT&T's assembler had them exchanged, and later assemblers follow it.
    const bool exchanged = !intel_ && source == kTop && (destination != kTop || of_.pops > 0);
    Statement& s = start(exchanged ? reversed(of_.operation) : of_.operation);
    s.form.high_left = s.form.high_left || pops_without;
    s.instruction.rs2 = s.instruction.rd = destination;
    s.instruction.rs1 = source;
    return true;
  }

  bool compared() {
    RegId other = kTop + 1;
    if (!operands_.empty()) {
      const Operand& first = operands_[0];
      const bool with_top = operands_.size() == 2 && is_stack(operands_[1]) && is_stack(first) &&
                            (operands_[1].reg.id == kTop || first.reg.id == kTop);
      if (!is_stack(first) || (operands_.size() != 1 && !with_top))
        return false;
      other = first.reg.id;
      if (operands_.size() == 2 && other == kTop)
        other = operands_[1].reg.id;
    }
    Instruction& i = start(of_.operation).instruction;
    if (of_.operation == X87::exchange) {
      i.rs1 = i.rd = kTop;
      i.rs2 = i.rd2 = other;
      return true;
    }
    i.rs2 = kTop;
    i.rs1 = other;
    if (of_.operation == X87::compare_status)
      i.rd = kX87Status;
    return true;
  }

  bool chosen() {
    if (operands_.size() != 2 || !is_stack(operands_[0]) || !is_stack(operands_[1]) ||
        operands_[1].reg.id != kTop)
      return false;
    Instruction& i = start(of_.operation).instruction;
    i.rs2 = i.rd = kTop;
    i.rs1 = operands_[0].reg.id;
    return true;
  }

  bool status() {
    const Operand& to = operands_[0];
    if (to.is_memory()) {
      Statement& s = start(X87::store_status);
      place_in(s, to, InMemory::left, 1);
      s.instruction.rs2 = kX87Status;
      return true;
    }
    if (!to.is_integer_reg() || to.reg.id != kRax || to.reg.width != 1)
      return false;
    Statement& s = start(X87::status_to_ax);
    s.form.width = s.form.source_width = 1;
    s.instruction.rs1 = kX87Status;
    s.instruction.rd = kRax;
    return true;
  }

  const X87Name& of_;
  const std::vector<Operand>& operands_;
  bool intel_;
  std::vector<Statement> made_;
};

std::string_view x87_operands(X87Shape shape) {
  switch (shape) {
  case X87Shape::nothing:
    return "no operands";
  case X87Shape::sized:
    return "memory with the size in the name, as in fildl, or in Intel syntax fild dword ptr";
  case X87Shape::memory:
    return "one memory operand";
  case X87Shape::load_register:
  case X87Shape::store_register:
    return "a register such as %st(1); memory with the size in the name, as in fldl";
  case X87Shape::arithmetic:
    return "%st(1), %st or %st, %st(1); memory with the size in the name, as in faddl";
  case X87Shape::compare:
    return "no operands, or a register such as %st(1)";
  case X87Shape::chosen:
    return "a register such as %st(1), and %st";
  case X87Shape::status:
    return "%ax or memory";
  }
  return "other operands";
}

} // namespace

const std::vector<std::string>& x87_names() {
  return x87_table().names;
}

std::string x87_suffix(std::string_view name, std::uint8_t size) {
  const auto& entries = x87_table().entries;
  const bool integers = name.starts_with("fi");
  const char* const suffix = size == kX87Width ? "t"
                             : integers        ? (size == 1   ? "s"
                                                  : size == 2 ? "l"
                                                              : "ll")
                                               : (size == 2   ? "s"
                                                  : size == 3 ? "l"
                                                              : "");
  return entries.find(std::string(name) + suffix) != entries.end() ? suffix : "";
}

std::optional<std::vector<Statement>> x87_steps(std::string_view name, std::string_view shown,
                                                const std::vector<Operand>& operands,
                                                const assembly::Place& place,
                                                assembly::Reporter& reporter, bool intel) {
  const auto found = x87_table().entries.find(name);
  if (found == x87_table().entries.end())
    return std::nullopt;
  X87Builder builder(found->second, operands, intel);
  if (!builder.run()) {
    reporter.error(operands.empty() ? place : operands.front().place,
                   operands.empty() ? fmt::format("'{}' without operands", name)
                                    : fmt::format("these are no operands of '{}'", name),
                   fmt::format("{} {}", name, x87_operands(found->second.shape)));
    return std::vector<Statement>{};
  }
  std::vector<Statement> steps = builder.take();
  std::string text(shown);
  for (std::size_t n = 0; n < operands.size(); ++n)
    text += fmt::format("{}{}", n == 0 ? " " : ", ",
                        operands[intel ? operands.size() - 1 - n : n].text);
  for (Statement& step : steps)
    step.text = text;
  if (steps.size() == 2) { // 80-bit operand
    steps[0].text += ": significand";
    steps[1].text += ": exponent";
  }
  return steps;
}

} // namespace stallscope::isa::x86
