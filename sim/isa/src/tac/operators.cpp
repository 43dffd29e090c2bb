#include "tac/operators.hpp"

#include "base/check.hpp"
#include "execution/executor_integer.hpp"

#include <array>

namespace stallscope::isa::tac {

namespace {

constexpr std::array<BinaryOperator, 21> kBinaryOperators{{
    {"+", Op::add, Op::add, OpClass::integer},
    {"-", Op::sub, Op::rsub, OpClass::integer},
    {"*", Op::mul, Op::mul, OpClass::multiply},
    {"/", Op::div_trap, Op::rdiv_trap, OpClass::divide},
    {"%", Op::rem_trap, Op::rrem_trap, OpClass::divide},
    {"&", Op::and_, Op::and_, OpClass::integer},
    {"|", Op::or_, Op::or_, OpClass::integer},
    {"^", Op::xor_, Op::xor_, OpClass::integer},
    {"<<", Op::sll, Op::rsll, OpClass::shift},
    {">>", Op::sra, Op::rsra, OpClass::shift},
    {">>>", Op::srl, Op::rsrl, OpClass::shift},
    {"==", Op::seq, Op::seq, OpClass::integer},
    {"!=", Op::sne, Op::sne, OpClass::integer},
    {"<", Op::slt, Op::sgt, OpClass::integer},
    {"<=", Op::sle, Op::sge, OpClass::integer},
    {">", Op::sgt, Op::slt, OpClass::integer},
    {">=", Op::sge, Op::sle, OpClass::integer},
    {"<u", Op::sltu, Op::sgtu, OpClass::integer},
    {"<=u", Op::sleu, Op::sgeu, OpClass::integer},
    {">u", Op::sgtu, Op::sltu, OpClass::integer},
    {">=u", Op::sgeu, Op::sleu, OpClass::integer},
}};

constexpr std::array<MemoryWord, 7> kMemoryWords{{{"mem", Op::ld, Op::sd, 8},
                                                  {"mem1", Op::lb, Op::sb, 1},
                                                  {"mem1u", Op::lbu, Op::sb, 1},
                                                  {"mem2", Op::lh, Op::sh, 2},
                                                  {"mem2u", Op::lhu, Op::sh, 2},
                                                  {"mem4", Op::lw, Op::sw, 4},
                                                  {"mem4u", Op::lwu, Op::sw, 4}}};

struct Comparison {
  std::string_view text;
  std::string_view mirrored;
  Op branch;             ///< compares the registers in this order, unless `exchange` is set
  bool exchange = false; ///< there is no such branch: the mirrored comparison is used
};

constexpr std::array<Comparison, 10> kComparisons{{{"==", "==", Op::beq},
                                                   {"!=", "!=", Op::bne},
                                                   {"<", ">", Op::blt},
                                                   {"<=", ">=", Op::ble},
                                                   {">", "<", Op::bgt},
                                                   {">=", "<=", Op::bge},
                                                   {"<u", ">u", Op::bltu},
                                                   {"<=u", ">=u", Op::bgeu, true},
                                                   {">u", "<u", Op::bltu, true},
                                                   {">=u", "<=u", Op::bgeu}}};

const Comparison* find_comparison(std::string_view text) {
  for (const Comparison& c : kComparisons)
    if (c.text == text)
      return &c;
  return nullptr;
}

} // namespace

const BinaryOperator* binary_operator(std::string_view text) {
  for (const BinaryOperator& o : kBinaryOperators)
    if (o.text == text)
      return &o;
  return nullptr;
}

std::span<const BinaryOperator> binary_operators() {
  return kBinaryOperators;
}

bool is_comparison(std::string_view text) {
  return find_comparison(text) != nullptr;
}

std::string_view mirrored(std::string_view comparison) {
  return find_comparison(comparison)->mirrored;
}

void set_branch(Instruction& branch, std::string_view comparison, RegId left, RegId right) {
  const Comparison& c = *find_comparison(comparison);
  branch.op = c.branch;
  branch.rs1 = c.exchange ? right : left;
  branch.rs2 = c.exchange ? left : right;
}

void set_branch(Instruction& branch, std::string_view comparison, RegId left,
                std::int64_t constant) {
  const Comparison& c = *find_comparison(comparison);
  branch.op = c.branch;
  branch.rs1 = left;
  branch.has_immediate = true;
  branch.imm = constant;
  if (!c.exchange)
    return;
  // x <= c is x < c + 1, and x > c is x >= c + 1. For the largest c this wraps to 0, where the
  // first must always be true (x >= 0) and the second never (x < 0).
  branch.imm = static_cast<std::int64_t>(static_cast<std::uint64_t>(constant) + 1);
  const bool at_most = c.branch == Op::bgeu;
  branch.op = at_most == (branch.imm != 0) ? Op::bltu : Op::bgeu;
}

std::optional<std::int64_t> fold(const BinaryOperator& op, std::int64_t a, std::int64_t b) {
  if (op.op == Op::div_trap || op.op == Op::rem_trap) {
    if (b == 0)
      return std::nullopt;
    return op.op == Op::div_trap ? integer::quotient(a, b) : integer::remainder(a, b);
  }
  bool handled = false;
  const std::uint64_t value =
      integer::result(op.op, static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b), handled);
  STALLSCOPE_CHECK(handled, "every operator of three-address code folds");
  return static_cast<std::int64_t>(value);
}

const MemoryWord* memory_word(std::string_view text) {
  for (const MemoryWord& w : kMemoryWords)
    if (w.text == text)
      return &w;
  return nullptr;
}

} // namespace stallscope::isa::tac
