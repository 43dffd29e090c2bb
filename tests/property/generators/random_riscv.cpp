#include "property/generators/program_writer.hpp"
#include "property/notations.hpp"

namespace stallscope::property {

namespace {

/// Data at `area` (512 bytes, address in s0); s4.. count loops; t0..t6 and a0..a5 are free; f0..f2
/// are functions.
class RiscvWriter final : public ProgramWriter {
public:
  using ProgramWriter::ProgramWriter;

private:
  bool wide() const { return traits_.xlen == 64; }
  std::string reg() {
    const unsigned n = random_.below(11);
    return n < 5 ? fmt::format("t{}", n) : fmt::format("a{}", n - 5);
  }

  void begin() override {
    line(".data");
    line("area: .space 512");
    line(".text");
    line("main:");
    line("la s0, area");
    for (int i = 0; i < 5; ++i)
      line("li t{}, {}", i, random_.between(-2000, 2000));
    for (int i = 0; i < 6; ++i)
      line("li a{}, {}", i, random_.between(-100, 100));
  }
  void end() override {
    line("li a7, 1");
    line("ecall");
    if (traits_.may_fault && random_.chance(70))
      line("{}", random_.pick({"lw t0, 2(s0)", "sw t0, 0(zero)", "li a7, 999\necall",
                               "jr zero\nnop", "ebreak"}));
    line("li a7, {}", random_.chance(50) ? 10 : 93);
    line("ecall");
    line("f0:");
    for (int n = random_.between(1, 4); n > 0; --n)
      simple_statement();
    line("ret");
    line("nop");
    line("f1:"); // calls on, so it keeps its return address on the stack
    line("addi sp, sp, -16");
    line("{} ra, 8(sp)", wide() ? "sd" : "sw");
    line("call f0");
    simple_statement();
    line("{} ra, 8(sp)", wide() ? "ld" : "lw");
    line("addi sp, sp, 16");
    line("ret");
    line("nop");
    line("f2:"); // an early return
    line("beqz a0, f2_out");
    simple_statement();
    simple_statement();
    line("f2_out: jalr zero, 0(ra)");
    line("nop");
  }
  void simple_statement() override {
    switch (random_.below(8)) {
    case 0:
      line("{} {}, {}, {}", random_.pick({"addi", "andi", "ori", "xori", "slti", "sltiu"}), reg(),
           reg(), random_.between(-512, 511));
      break;
    case 1:
      line("{} {}, {}, {}", random_.pick({"slli", "srli", "srai"}), reg(), reg(),
           random_.below(32));
      break;
    case 2:
      line("lui {}, {}", reg(), random_.below(1 << 19));
      break;
    case 3:
      line("{} {}, {}", random_.pick({"mv", "neg", "not", "seqz", "snez"}), reg(), reg());
      break;
    case 4:
      if (wide()) {
        line("{} {}, {}, {}", random_.pick({"addw", "subw", "sllw", "sraw"}), reg(), reg(), reg());
        break;
      }
      [[fallthrough]];
    default:
      line("{} {}, {}, {}",
           random_.pick({"add", "sub", "and", "or", "xor", "slt", "sltu", "sll", "srl", "sra"}),
           random_.chance(95) ? reg() : "zero", reg(), random_.chance(90) ? reg() : "zero");
    }
  }
  void statement() override {
    switch (random_.below(14)) {
    case 0:
      line("andi t5, {}, 248", reg());
      line("add t5, t5, s0");
      line("{} {}, {}(t5)", random_.pick({"lw", "lh", "lhu", "lb", "lbu"}), reg(),
           4 * random_.below(8));
      break;
    case 1:
      line("andi t5, {}, 248", reg());
      line("add t5, t5, s0");
      line("{} {}, {}(t5)", random_.pick({"sw", "sh", "sb"}), reg(), 4 * random_.below(8));
      break;
    case 2:
      line("{} {}, {}(s0)", wide() ? random_.pick({"ld", "lwu"}) : std::string_view("lw"), reg(),
           8 * random_.below(64));
      break;
    case 3:
      line("{} {}, {}(s0)", wide() ? "sd" : "sw", reg(), 8 * random_.below(64));
      break;
    case 4:
    case 5:
      line("{} {}, {}, {}", random_.pick({"mul", "mulh", "mulhu", "mulhsu"}), reg(), reg(), reg());
      break;
    case 6:
      line("{} {}, {}, {}", random_.pick({"div", "divu", "rem", "remu"}), reg(), reg(), reg());
      break;
    case 7:
      line("rdinstret {}", reg());
      break;
    default:
      simple_statement();
    }
  }
  void loop_head(unsigned depth, int label, int trips) override {
    line("li s{}, {}", 4 + depth, trips);
    line("L{}:", label);
  }
  void loop_tail(unsigned depth, int label, int) override {
    line("addi s{}, s{}, -1", 4 + depth, 4 + depth);
    line("{} s{}, L{}", random_.pick({"bgtz", "bnez"}), 4 + depth, label);
    simple_statement();
  }
  void branch(int label) override {
    if (random_.chance(30))
      line("{} {}, L{}", random_.pick({"beqz", "bnez", "bltz", "bgez", "blez", "bgtz"}), reg(),
           label);
    else
      line("{} {}, {}, L{}",
           random_.pick({"beq", "bne", "blt", "bge", "bltu", "bgeu", "bgt", "ble"}), reg(), reg(),
           label);
    simple_statement();
  }
  void jump(int label) override {
    line("j L{}", label);
    simple_statement();
  }
  void call() override {
    const unsigned function = random_.below(3);
    if (random_.chance(30)) { // through a register
      line("la t6, f{}", function);
      line("jalr t6");
    } else {
      line("{} f{}", random_.pick({"call", "jal"}), function);
    }
    simple_statement();
  }
};

} // namespace

std::string random_riscv(Random& random, const ProgramTraits& traits) {
  return RiscvWriter(random, traits).write();
}

std::string random_program(isa::Isa isa, Random& random, const ProgramTraits& traits) {
  switch (isa) {
  case isa::Isa::tac:
    return random_tac(random, traits);
  case isa::Isa::mips:
    return random_mips(random, traits);
  case isa::Isa::riscv:
    return random_riscv(random, traits);
  case isa::Isa::x86:
    return random_x86(random, traits);
  }
  return {};
}

} // namespace stallscope::property
