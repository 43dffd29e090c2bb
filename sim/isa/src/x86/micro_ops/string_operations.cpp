#include "x86/micro_ops/string_operations.hpp"

#include <fmt/format.h>

#include <array>

namespace stallscope::isa::x86 {

namespace {

/// The operation before the pointers are advanced.
struct Kind {
  std::string_view name;
  bool loads = false;    ///< from (%rsi)
  bool stores = false;   ///< into (%rdi)
  bool compares = false; ///< with (%rdi)
};
constexpr std::array<Kind, 5> kKinds{{{"movs", true, true, false},
                                      {"stos", false, true, false},
                                      {"lods", true, false, false},
                                      {"cmps", true, false, true},
                                      {"scas", false, false, true}}};

constexpr std::string_view kSizes = "bwlq";

const Kind* kind_of_string_operation(std::string_view name) {
  if (name.size() != 5 || kSizes.find(name.back()) == std::string_view::npos)
    return nullptr;
  for (const Kind& kind : kKinds)
    if (name.starts_with(kind.name))
      return &kind;
  return nullptr;
}

class StringOperation {
public:
  StringOperation(std::string_view name, Repeat repeat, const Kind& kind)
      : title_(title(name, repeat, kind)),
        width_(static_cast<std::uint8_t>(kSizes.find(name.back()))), kind_(kind), repeat_(repeat) {}

  std::vector<Statement> run() {
    const bool repeats = repeat_ != Repeat::none;
    // Steps of one iteration: the number must be known before they are created.
    const int steps = (kind_.loads ? 2 : 0) + (kind_.stores ? 1 : 0) + (kind_.compares ? 1 : 0) +
                      (uses_destination() ? 1 : 0) + 2;
    if (repeats)
      control(Op::x86_branch_rcx, steps + 1, "jrcxz");
    if (kind_.loads)
      load();
    if (kind_.stores)
      store();
    if (kind_.compares)
      compare();
    if (uses_destination())
      advance(kRdi, 1 << width_);
    if (kind_.loads)
      advance(kRsi, 1 << width_);
    if (!repeats)
      return std::move(made_);
    advance(kRcx, -1);
    if (!kind_.compares) {
      control(Op::jump, -steps, "jmp");
      return std::move(made_);
    }
    const bool until = repeat_ == Repeat::until_equal;
    control(Op::x86_branch, -steps, until ? "jne" : "je");
    made_.back().form.condition = until ? Condition::ne : Condition::e;
    return std::move(made_);
  }

private:
  static std::string title(std::string_view name, Repeat repeat, const Kind& kind) {
    if (repeat == Repeat::none)
      return std::string(name);
    const bool until = repeat == Repeat::until_equal;
    return fmt::format("{} {}", until ? "repne" : kind.compares ? "repe" : "rep", name);
  }
  [[nodiscard]] bool uses_destination() const { return kind_.stores || kind_.compares; }
  /// lods loads into rax.
  [[nodiscard]] bool loads_into_rax() const { return !uses_destination(); }

  Statement& add(Op op, std::string_view text) {
    Statement& statement = made_.emplace_back();
    statement.instruction.op = op;
    statement.text = fmt::format("{}: {}", title_, text);
    return statement;
  }

  /// Adds a jump to the instruction at this distance.
  void control(Op op, int instructions, std::string_view name) {
    add(op, name).relative = instructions;
  }

  void load() {
    const bool extends = width_ < 2 && !loads_into_rax();
    Statement& s = add(extends ? Op::x86_movzx : Op::x86_mov, "load (%rsi)");
    s.form.width = extends ? 2 : width_;
    s.form.source_width = width_;
    s.form.memory = InMemory::right;
    s.instruction.rs1 = kRsi;
    s.instruction.rd = loads_into_rax() ? kRax : kMoved;
  }

  void store() {
    Statement& s = add(Op::x86_mov, "store (%rdi)");
    s.form.width = s.form.source_width = width_;
    s.form.memory = InMemory::left;
    s.instruction.rs1 = kRdi;
    s.instruction.rs2 = kind_.loads ? kMoved : kRax;
  }

  void compare() {
    Statement& s = add(Op::x86_cmp, "compare (%rdi)");
    s.form.width = s.form.source_width = width_;
    s.form.memory = InMemory::right;
    s.instruction.rs1 = kRdi;
    s.instruction.rs2 = kind_.loads ? kMoved : kRax;
  }

  void advance(RegId reg, int by) {
    Statement& s = add(Op::x86_lea, fmt::format("leaq {0}(%{1}), %{1}", by, name_of(reg, 3)));
    s.form.memory = InMemory::right;
    s.instruction.rs1 = reg;
    s.instruction.rd = reg;
    s.instruction.target = static_cast<std::uint64_t>(static_cast<std::int64_t>(by));
  }

  std::string title_;
  std::uint8_t width_;
  const Kind& kind_;
  Repeat repeat_;
  std::vector<Statement> made_;
};

} // namespace

std::optional<Repeat> repeat_named(std::string_view word) {
  if (word == "rep" || word == "repe" || word == "repz")
    return Repeat::plain;
  if (word == "repne" || word == "repnz")
    return Repeat::until_equal;
  return std::nullopt;
}

bool is_string_operation(std::string_view name) {
  return kind_of_string_operation(name) != nullptr;
}

bool takes_repeat(std::string_view name, Repeat repeat) {
  const Kind* kind = kind_of_string_operation(name);
  return repeat == Repeat::none ||
         (kind != nullptr && (kind->compares || (kind->stores && repeat == Repeat::plain)));
}

std::vector<Statement> string_operation(std::string_view name, Repeat repeat) {
  const Kind* kind = kind_of_string_operation(name);
  return kind == nullptr ? std::vector<Statement>{} : StringOperation(name, repeat, *kind).run();
}

} // namespace stallscope::isa::x86
