#include "property/generators/program_writer.hpp"
#include "property/notations.hpp"

namespace stallscope::property {

namespace {

/// Data at `area` (512 bytes, address in $s0); $s4.. count loops; $t0..$t7 and $f0..$f10 are free.
class MipsWriter final : public ProgramWriter {
public:
  using ProgramWriter::ProgramWriter;

private:
  std::string reg() { return fmt::format("$t{}", random_.below(8)); }
  std::string fp() { return fmt::format("$f{}", 2 * random_.below(6)); }

  void begin() override {
    line(".data");
    line("area: .space 512");
    line("reals: .double 1.5, -2.25, 0.5, 3.0");
    line(".text");
    line("main:");
    line("la $s0, area");
    line("la $s1, reals");
    for (int i = 0; i < 8; ++i)
      line("li $t{}, {}", i, random_.between(-100, 100));
    for (int i = 0; i < 6; ++i)
      line("l.d $f{}, {}($s1)", 2 * i, 8 * random_.below(4));
  }
  void end() override {
    line("li $v0, 1");
    line("move $a0, {}", reg());
    line("syscall");
    if (random_.chance(50)) {
      line("li $v0, 3");
      line("mov.d $f12, {}", fp());
      line("syscall");
    }
    if (traits_.may_fault && random_.chance(70)) {
      line("{}", random_.pick({"lw $t0, 2($s0)", "sw $t0, 0($zero)", "li $v0, 999\nsyscall",
                               "jr $t9\nnop", "li $t0, 0x7fffffff\nadd $t0, $t0, $t0",
                               "li $v0, 5\nsyscall"}));
      return;
    }
    if (random_.chance(50)) {
      line("li $v0, 10");
      line("syscall");
    }
  }
  void simple_statement() override {
    switch (random_.below(10)) {
    case 0:
      line("nop");
      break;
    case 4: {
      const unsigned position = random_.below(32);
      line("{} {}, {}, {}, {}", random_.pick({"ext", "ins"}), reg(), reg(), position,
           1 + random_.below(32 - position));
      break;
    }
    case 5:
      line("{} {}, {}", random_.pick({"seb", "seh", "wsbh", "dsbh", "dshd", "clz", "clo"}), reg(),
           reg());
      break;
    case 1:
      line("{} {}, {}, {}", random_.pick({"addiu", "slti", "sltiu"}), reg(), reg(),
           random_.between(-64, 64));
      break;
    case 2:
      line("{} {}, {}, {}", random_.pick({"andi", "ori", "xori"}), reg(), reg(),
           random_.below(256));
      break;
    case 3:
      line("{} {}, {}, {}", random_.pick({"sll", "srl", "sra"}), reg(), reg(), random_.below(32));
      break;
    default:
      line("{} {}, {}, {}",
           random_.pick(
               {"addu", "subu", "and", "or", "xor", "nor", "slt", "sltu", "movn", "movz", "rotrv"}),
           reg(), reg(), random_.chance(90) ? reg() : "$zero");
    }
  }
  void address() {
    line("andi $t8, {}, 248", reg());
    line("addu $t8, $t8, $s0");
  }
  void divide() { // by no zero
    line("ori $t9, {}, 1", reg());
    line("{} {}, $t9", random_.pick({"div $zero,", "divu $zero,"}), reg());
    line("{} {}", random_.pick({"mflo", "mfhi"}), reg());
  }
  void move_on_comparison() {
    line("{} {}, {}", random_.pick({"c.un.d", "c.ueq.d", "c.ult.d", "c.ule.d", "c.ne.d"}), fp(),
         fp());
    line("{} {}, {}", random_.pick({"movt", "movf"}), reg(), reg());
  }
  void statement() override {
    switch (random_.below(19)) {
    case 16:
      line("{} {}, {}", random_.pick({"madd", "maddu", "msub", "msubu"}), reg(), reg());
      break;
    case 17: // at any address
      address();
      line("{} {}, {}($t8)",
           random_.pick({"lwl", "lwr", "swl", "swr", "ulw", "usw", "ulhu", "ush"}), reg(),
           random_.below(128));
      break;
    case 18:
      move_on_comparison();
      break;
    case 0:
      address();
      line("{} {}, {}($t8)", random_.pick({"lw", "lh", "lhu", "lb", "lbu", "lw"}), reg(),
           4 * random_.below(8));
      break;
    case 1:
      address();
      line("{} {}, {}($t8)", random_.pick({"sw", "sh", "sb", "sw"}), reg(), 4 * random_.below(8));
      break;
    case 2:
      line("lw {}, {}($s0)", reg(), 4 * random_.below(64));
      break;
    case 3:
      line("sw {}, {}($s0)", reg(), 4 * random_.below(64));
      break;
    case 4:
      line("l.d {}, {}($s0)", fp(), 8 * random_.below(32));
      break;
    case 5:
      line("s.d {}, {}($s0)", fp(), 8 * random_.below(32));
      break;
    case 6:
    case 7:
      line("{} {}, {}, {}", random_.pick({"add.d", "sub.d", "mul.d", "div.d", "add.d", "mul.d"}),
           fp(), fp(), fp());
      break;
    case 8:
      line("{} {}, {}", random_.pick({"mult", "multu"}), reg(), reg());
      line("{} {}", random_.pick({"mflo", "mfhi"}), reg());
      break;
    case 9:
      divide();
      break;
    case 10:
      line("{} {}, {}", random_.pick({"neg.d", "abs.d", "mov.d"}), fp(), fp());
      break;
    case 11:
      line("mtc1 {}, $f10", reg());
      line("cvt.d.w {}, $f10", fp());
      break;
    default:
      simple_statement();
    }
  }
  void loop_head(unsigned depth, int label, int trips) override {
    line("li $s{}, {}", 4 + depth, trips);
    line("L{}:", label);
  }
  void loop_tail(unsigned depth, int label, int) override {
    line("addiu $s{}, $s{}, -1", 4 + depth, 4 + depth);
    line("{} $s{}, L{}", random_.pick({"bgtz", "bnez"}), 4 + depth, label);
    simple_statement();
  }
  void branch(int label) override {
    if (random_.chance(25)) {
      line("{} {}, {}", random_.pick({"c.lt.d", "c.le.d", "c.eq.d"}), fp(), fp());
      line("{} L{}", random_.pick({"bc1t", "bc1f"}), label);
    } else if (random_.chance(40)) {
      line("{} {}, L{}", random_.pick({"bltz", "bgez", "blez", "bgtz", "beqz", "bnez"}), reg(),
           label);
    } else {
      line("{} {}, {}, L{}", random_.pick({"beq", "bne", "blt", "bge"}), reg(), reg(), label);
    }
    simple_statement();
  }
  void jump(int label) override {
    line("{} L{}", random_.pick({"j", "b"}), label);
    simple_statement();
  }
};

} // namespace

std::string random_mips(Random& random, const ProgramTraits& traits) {
  return MipsWriter(random, traits).write();
}

} // namespace stallscope::property
