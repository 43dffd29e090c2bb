#include "x86/string_operations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa::x86 {

namespace {

class StringOperation {
public:
  StringOperation(std::string_view name, bool repeats, std::uint8_t width, bool moves)
      : title_(repeats ? fmt::format("rep {}", name) : std::string(name)), width_(width),
        moves_(moves) {}

  std::vector<Statement> run(bool repeats) {
    if (repeats)
      control(Op::x86_branch_rcx, moves_ ? 7 : 5, "jrcxz");
    if (moves_)
      load();
    store();
    advance(kRdi, 1 << width_);
    if (moves_)
      advance(kRsi, 1 << width_);
    if (repeats) {
      advance(kRcx, -1);
      control(Op::jump, moves_ ? -6 : -4, "jmp");
    }
    return std::move(made_);
  }

private:
  Statement& add(Op op, std::string_view text) {
    Statement& statement = made_.emplace_back();
    statement.instruction.op = op;
    statement.text = fmt::format("{}: {}", title_, text);
    return statement;
  }

  /// To the instruction so many behind this one.
  void control(Op op, int instructions, std::string_view name) {
    add(op, name).relative = instructions;
  }

  void load() {
    Statement& s = add(width_ < 2 ? Op::x86_movzx : Op::x86_mov, "load (%rsi)");
    s.form.width = std::max<std::uint8_t>(width_, 2);
    s.form.source_width = width_;
    s.form.memory = InMemory::right;
    s.instruction.rs1 = kRsi;
    s.instruction.rd = kMoved;
  }

  void store() {
    Statement& s = add(Op::x86_mov, "store (%rdi)");
    s.form.width = s.form.source_width = width_;
    s.form.memory = InMemory::left;
    s.instruction.rs1 = kRdi;
    s.instruction.rs2 = moves_ ? kMoved : kRax;
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
  bool moves_;
  std::vector<Statement> made_;
};

} // namespace

std::vector<Statement> string_operation(std::string_view name, bool repeats) {
  constexpr std::string_view kSizes = "bwlq";
  const bool moves = name.starts_with("movs");
  if (name.size() != 5 || !(moves || name.starts_with("stos")))
    return {};
  const std::size_t width = kSizes.find(name.back());
  if (width == std::string_view::npos)
    return {};
  return StringOperation(name, repeats, static_cast<std::uint8_t>(width), moves).run(repeats);
}

} // namespace stallscope::isa::x86
