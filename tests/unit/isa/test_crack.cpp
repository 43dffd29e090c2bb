#include "asm_testing.hpp"
#include "isa/crack.hpp"
#include "isa/registers.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace stallscope;
using namespace stallscope::isa;
using testing::assembled;

namespace {

/// "load r2 > t0; compute t0 r3 > t1": kind, registers read, registers written; f: fused.
std::string shape(const CrackedOps& ops) {
  const auto reg = [](RegId r) {
    return is_temporary(r) ? "t" + std::to_string(r - kFirstTemporary) : std::to_string(r);
  };
  std::string text;
  for (const CrackedOp& op : ops) {
    text += text.empty() ? "" : "; ";
    text += op.fused ? "+" : "";
    switch (op.kind) {
    case CrackedKind::compute:
      text += "compute";
      break;
    case CrackedKind::load:
      text += "load";
      break;
    case CrackedKind::store_address:
      text += "address";
      break;
    case CrackedKind::store_data:
      text += "data";
      break;
    case CrackedKind::store:
      text += "store";
      break;
    case CrackedKind::branch:
      text += "branch";
      break;
    }
    for (const RegisterRead& read : op.sources())
      text += " " + reg(read.reg);
    text += op.write_count > 0 ? " >" : "";
    for (const RegId written : op.destinations())
      text += " " + reg(written);
  }
  return text;
}

std::string cracked(Isa isa, std::string_view text, const CrackRules& rules = {}) {
  const Program program = assembled(isa, text);
  return shape(crack(program.code.front(), rules));
}

bool pair_fuses(Isa isa, std::string_view text, const CrackRules& rules) {
  const Program program = assembled(isa, text);
  return fuses(program.code.at(0), program.code.at(1), rules);
}

} // namespace

TEST_CASE("instructions of a load-store machine are one micro-op, stores two", "[crack]") {
  CHECK(cracked(Isa::riscv, "add x3, x4, x5") == "compute 4 5 > 3");
  CHECK(cracked(Isa::riscv, "ld x3, 8(x4)") == "load 4 > 3");
  CHECK(cracked(Isa::riscv, "sd x3, 8(x4)") == "address 4; data 3");
  CHECK(cracked(Isa::riscv, "fsd f3, 8(x4)") == "address 4; data 35");
  CHECK(cracked(Isa::riscv, "l: beq x3, x4, l") == "branch 3 4");
  CHECK(cracked(Isa::riscv, "jalr x1, 0(x5)") == "branch 5 > 1");
  CHECK(cracked(Isa::mips, "mult $4, $5") == "compute 4 5 > 65 64");
  CHECK(cracked(Isa::mips, "sw $4, 8($5)") == "address 5; data 4");
  CHECK(cracked(Isa::tac, "a = b + c") == "compute 1 2 > 3");
  CHECK(cracked(Isa::tac, "mem[a] = b") == "address 1; data 2");

  CrackRules whole;
  whole.split_store = false;
  CHECK(cracked(Isa::riscv, "sd x3, 8(x4)", whole) == "store 4 3");
  CrackRules fused;
  fused.fuse_store = true;
  CHECK(cracked(Isa::riscv, "sd x3, 8(x4)", fused) == "address 4; +data 3");
}

TEST_CASE("atomic operations load, compute and store", "[crack]") {
  CHECK(cracked(Isa::riscv, "amoadd.d x3, x5, (x4)") ==
        "load 4 > t0; compute t0 5 > t1; address 4; data t1; compute t0 > 3");
  CHECK(cracked(Isa::riscv, "amoadd.d x0, x5, (x4)") ==
        "load 4 > t0; compute t0 5 > t1; address 4; data t1");
  CHECK(cracked(Isa::riscv, "lr.d x3, (x4)") == "load 4 > 3");
  CHECK(cracked(Isa::riscv, "sc.d x3, x5, (x4)") == "address 4; data 5; compute > 3");
}

TEST_CASE("first and last frame an instruction", "[crack]") {
  const Program program = assembled(Isa::riscv, "amoadd.d x3, x5, (x4)");
  const CrackedOps ops = crack(program.code.front());
  REQUIRE(ops.size() == 5);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    CHECK(ops[i].first == (i == 0));
    CHECK(ops[i].last == (i + 1 == ops.size()));
  }
}

TEST_CASE("pairs that build a constant fuse", "[crack]") {
  CrackRules rules;
  rules.fuse_lui_addi = true;
  const char* const pair = "lui x5, 0x12345\naddi x5, x5, 0x678";
  CHECK(pair_fuses(Isa::riscv, pair, rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, pair, {}));
  CHECK(pair_fuses(Isa::riscv, "auipc x5, 1\naddi x5, x5, 4", rules));
  CHECK(pair_fuses(Isa::mips, "lui $5, 0x1234\nori $5, $5, 0x678", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "lui x5, 1\naddi x6, x5, 4", rules)); // x5 stays visible
  CHECK_FALSE(pair_fuses(Isa::riscv, "lui x5, 1\naddi x5, x6, 4", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "lui x5, 1\nadd x5, x5, x6", rules));
  const Program program = assembled(Isa::riscv, pair);
  const CrackedOps ops = crack_pair(program.code[0], program.code[1], rules);
  CHECK(shape(ops) == "compute > 5");
  CHECK(ops[0].first);
  CHECK(ops[0].last);
}

TEST_CASE("a comparison and the branch on it fuse", "[crack]") {
  CrackRules rules;
  rules.fuse_compare_branch = true;
  CHECK(pair_fuses(Isa::riscv, "l: slt x5, x6, x7\nbnez x5, l", rules));
  CHECK(pair_fuses(Isa::riscv, "l: sltiu x5, x6, 7\nbeqz x5, l", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "l: slt x5, x6, x7\nbne x5, x8, l", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "l: slt x5, x6, x7\nbnez x6, l", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "l: add x5, x6, x7\nbnez x5, l", rules));
  const Program program = assembled(Isa::riscv, "l: slt x5, x6, x7\nbnez x5, l");
  CHECK(shape(crack_pair(program.code[0], program.code[1], rules)) == "branch 6 7 > 5");
}
