#include "property/generators/program_writer.hpp"
#include "property/notations.hpp"

namespace stallscope::property {

namespace {

/// A register under its four names.
struct Names {
  std::string_view byte, word, half, whole;
};

/// Data at `area` (512 bytes, address in %rbx; the last eight hold the address of a function);
/// %r12, %r13, %r14 count loops, %r15 is for addresses; the others and %xmm0 to %xmm5 are free.
class X86Writer final : public ProgramWriter {
public:
  using ProgramWriter::ProgramWriter;

private:
  const Names& names() {
    static constexpr std::array<Names, 9> kFree{{{"%al", "%ax", "%eax", "%rax"},
                                                 {"%cl", "%cx", "%ecx", "%rcx"},
                                                 {"%dl", "%dx", "%edx", "%rdx"},
                                                 {"%sil", "%si", "%esi", "%rsi"},
                                                 {"%dil", "%di", "%edi", "%rdi"},
                                                 {"%r8b", "%r8w", "%r8d", "%r8"},
                                                 {"%r9b", "%r9w", "%r9d", "%r9"},
                                                 {"%r10b", "%r10w", "%r10d", "%r10"},
                                                 {"%r11b", "%r11w", "%r11d", "%r11"}}};
    return kFree.at(random_.below(kFree.size()));
  }
  /// Draws one of 1, 2, 4 and 8 bytes, mostly the last two.
  unsigned width() { return random_.chance(70) ? 2 + random_.below(2) : random_.below(2); }
  static std::string_view name_of(const Names& names, unsigned width) {
    const std::array<std::string_view, 4> by_width{names.byte, names.word, names.half, names.whole};
    return by_width.at(width);
  }
  static char suffix(unsigned width) { return "bwlq"[width]; }
  std::string reg(unsigned width = 3) { return std::string(name_of(names(), width)); }
  std::string fp() { return fmt::format("%xmm{}", random_.below(6)); }
  /// Few places, so that stores and loads meet, some of them with a part of each other.
  std::string place(unsigned width) {
    const unsigned bytes = 1U << width;
    if (random_.chance(60))
      return fmt::format("{}(%rbx)", 8 * random_.below(6) + bytes * random_.below(8 / bytes));
    line("movq {}, %r15", reg());
    line("andl $0x3f8, %r15d");
    return random_.chance(50) ? "(%rbx,%r15)" : fmt::format("{}(%rbx,%r15)", 8 * random_.below(4));
  }

  void begin() override {
    line(".data");
    line(".balign 8");
    line("area: .zero 2048");
    line("reals: .double 1.5, -2.25, 0.5, 3.0");
    line(".text");
    line("f0: movq %rdi, %rax");
    line("xorq %rsi, %rax");
    line("ret");
    line("f1: pushq %rdx");
    line("addl $3, %ecx");
    line("popq %rdx");
    line("ret");
    line("main:");
    line("leaq area(%rip), %rbx");
    line("leaq reals(%rip), %r15");
    for (const std::string_view name : {"rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9"})
      line("movq ${}, %{}", random_.between(-100, 100), name);
    line("movabsq ${}, %r10", random_.next() >> 1);
    line("movabsq ${}, %r11", random_.next() >> 1);
    for (int i = 0; i < 6; ++i)
      line("movsd {}(%r15), %xmm{}", 8 * random_.below(4), i);
  }
  void end() override {
    line("movq {}, (%rbx)", reg());
    line("movl $0, %eax");
    line("ret");
  }
  void simple_statement() override {
    const unsigned w = width();
    const char s = suffix(w);
    switch (random_.below(10)) {
    case 0:
      line("{}{} ${}, {}", random_.pick({"add", "sub", "and", "or", "xor", "cmp", "adc"}), s,
           random_.between(-100, 100), reg(w));
      break;
    case 1:
      line("{}{} ${}, {}", random_.pick({"shl", "shr", "sar", "rol", "ror"}), s,
           random_.below(8U << w), reg(w));
      break;
    case 2:
      line("{}{} %cl, {}", random_.pick({"shl", "shr", "sar"}), s, reg(w));
      break;
    case 3:
      line("{}{} {}", random_.pick({"neg", "not", "inc", "dec"}), s, reg(w));
      break;
    case 4:
      line("leaq {}({},{},{}), {}", random_.between(-64, 64), reg(), reg(), 1U << random_.below(4),
           reg());
      break;
    case 5:
      line("{} {}, {}", random_.pick({"movzbl", "movsbl"}), reg(0), reg(2));
      break;
    case 6:
      line("set{} {}", condition(), reg(0));
      break;
    case 7:
      line("cmov{} {}, {}", condition(), reg(), reg());
      break;
    default:
      line("{}{} {}, {}", random_.pick({"add", "sub", "and", "or", "xor", "mov", "cmp", "test"}), s,
           reg(w), reg(w));
    }
  }
  std::string_view condition() {
    return random_.pick({"e", "ne", "l", "ge", "le", "g", "b", "ae", "be", "a", "s", "ns"});
  }
  /// Through memory: what is pushed and where it is popped to lies there.
  void push_and_pop(bool through_memory) {
    line("pushq {}", through_memory ? place(3) : reg());
    if (!through_memory)
      simple_statement();
    line("popq {}", through_memory ? place(3) : reg());
  }
  void fp_statement(unsigned kind) {
    switch (kind) {
    case 0:
      line("movsd {}, {}", place(3), fp());
      break;
    case 1:
      line("movsd {}, {}", fp(), place(3));
      break;
    case 2:
      line("{} {}, {}", random_.pick({"addsd", "subsd", "mulsd", "divsd", "sqrtsd"}),
           random_.chance(50) ? fp() : place(3), fp());
      break;
    default:
      line("cvtsi2sdq {}, {}", random_.chance(50) ? reg() : place(3), fp());
    }
  }
  void statement() override {
    const unsigned w = width();
    const char s = suffix(w);
    const unsigned kind = random_.below(22);
    switch (kind) {
    case 0:
    case 1:
      line("mov{} {}, {}", s, place(w), reg(w));
      break;
    case 2:
    case 3:
      line("mov{} {}, {}", s, reg(w), place(w));
      break;
    case 4:
    case 5:
      line("{}{} {}, {}", random_.pick({"add", "sub", "and", "or", "xor", "cmp"}), s, place(w),
           reg(w));
      break;
    case 6:
    case 7:
      line("{}{} {}, {}", random_.pick({"add", "sub", "and", "or", "xor"}), s, reg(w), place(w));
      break;
    case 8:
      line("{}{} ${}, {}", random_.pick({"add", "mov", "and", "cmp"}), s, random_.between(-90, 90),
           place(w));
      break;
    case 9:
    case 10:
      push_and_pop(kind == 9);
      break;
    case 11:
      line("xchg{} {}, {}", s, reg(w), random_.chance(50) ? reg(w) : place(w));
      break;
    case 12:
      line("{}{} {}, {}", random_.pick({"xadd", "cmpxchg"}), s, reg(w), place(w));
      break;
    case 13:
      line("{}q {}", random_.pick({"mul", "imul"}), random_.chance(50) ? reg() : place(3));
      break;
    case 14: // by an odd number, of a dividend that the quotient is not too large for
      line("movq ${}, %rcx", 2 * random_.below(50) + 3);
      line("cqto");
      line("idivq %rcx");
      break;
    case 15:
      line("imulq {}, {}", random_.chance(50) ? reg() : place(3), reg());
      break;
    case 16:
    case 17:
    case 18:
    case 19:
      fp_statement(kind - 16);
      break;
    case 20:
      line("set{} {}", condition(), place(0));
      break;
    default:
      simple_statement();
    }
  }
  static std::string_view counter(unsigned depth) {
    return std::array<std::string_view, kMaxDepth>{"%r12", "%r13", "%r14"}.at(depth);
  }
  void loop_head(unsigned depth, int label, int trips) override {
    line("movq ${}, {}", trips, counter(depth));
    line("L{}:", label);
  }
  void loop_tail(unsigned depth, int label, int) override {
    if (random_.chance(50))
      line("decq {}", counter(depth));
    else
      line("subq $1, {}", counter(depth));
    line("jne L{}", label);
  }
  void branch(int label) override {
    const unsigned w = width();
    if (random_.chance(20)) {
      line("ucomisd {}, {}", fp(), fp());
      line("{} L{}", random_.pick({"ja", "jbe", "jp"}), label);
      return;
    }
    if (random_.chance(40)) // fuses with the jump, and reads memory
      line("{}{} {}, {}", random_.pick({"cmp", "add", "sub"}), suffix(w), place(w), reg(w));
    else
      line("{}{} {}, {}", random_.pick({"cmp", "test"}), suffix(w), reg(w), reg(w));
    line("j{} L{}", condition(), label);
  }
  void jump(int label) override { line("jmp L{}", label); }
  void call() override {
    const unsigned function = random_.below(2);
    if (random_.chance(40)) {
      line("call f{}", function);
      return;
    }
    line("leaq f{}(%rip), %r15", function);
    if (random_.chance(50)) {
      line("call *%r15");
      return;
    }
    line("movq %r15, 2040(%rbx)");
    line("call *2040(%rbx)");
  }
};

} // namespace

std::string random_x86(Random& random, const ProgramTraits& traits) {
  return X86Writer(random, traits).write();
}

} // namespace stallscope::property
