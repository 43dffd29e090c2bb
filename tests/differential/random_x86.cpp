#include "random_x86_writer.hpp"

#include <algorithm>

namespace stallscope::differential {

namespace {

class Writer : public X86ExtensionWriter {
public:
  using X86ExtensionWriter::X86ExtensionWriter;

  X86Blocks write(unsigned count) {
    std::string code = "\t.text\n\t.globl _start\n_start:\n";
    std::string data = "\t.data\n\t.align 16\n";
    for (unsigned n = 0; n < count; ++n) {
      body_.clear();
      undefined_ = 0;
      emit(fmt::format("cmpq %{}, %{}", reg(3), reg(3)));
      for (int left = random_.between(1, 6); left > 0; --left)
        instruction();
      result_.blocks.push_back(body_);
      code += load(n) + body_ + save(n);
      data += inputs(n);
    }
    code += "\tmovl $1, %eax\n\tmovl $1, %edi\n\tleaq out(%rip), %rsi\n";
    code += fmt::format("\tmovl ${}, %edx\n\tsyscall\n", count * kBlockBytes + kMemoryBytes);
    code += "\tmovl $60, %eax\n\tmovl $0, %edi\n\tsyscall\n";
    data += fmt::format("\t.align 16\nout:\t.zero {}\nmem:\t.zero {}\n", count * kBlockBytes,
                        kMemoryBytes);
    result_.text = code + data;
    return std::move(result_);
  }

private:
  void instruction() {
    high_allowed_ = true;
    switch (random_.below(features_.haswell ? 37 : 29)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return two();
    case 4:
      return one();
    case 5:
      return shift();
    case 6:
      return multiply();
    case 7:
      return divide();
    case 8:
      return extend();
    case 9:
      return condition();
    case 10:
      return address();
    case 11:
      return stack();
    case 12:
      return skip();
    case 13:
      return other();
    case 14:
    case 15:
    case 16:
      return fp_arithmetic();
    case 17:
    case 18:
      return fp_convert();
    case 19:
      return fp_move();
    case 20:
      return fp_bits();
    case 21:
      return fp_compare();
    case 22:
      return bits();
    case 23:
      return exchange();
    case 24:
      return bit_manipulation();
    case 25:
      return packed_move();
    case 26:
    case 27:
      return packed();
    case 28:
      return packed_constant();
    case 29:
    case 30:
      return rest();
    default:
      return vectors();
    }
  }

  void two() {
    const unsigned w = random_.below(4);
    const std::string name(
        random_.pick({"mov", "add", "adc", "sub", "sbb", "cmp", "and", "or", "xor", "test"}));
    if (name == "adc" || name == "sbb")
      need_flags();
    // Neither a register with REX beside ah, nor two memory operands.
    high_allowed_ = false;
    std::string source = input(w);
    const bool may_store = source.find('(') == std::string::npos;
    if (source[0] == '%' && w == 0 && random_.chance(30)) {
      source = fmt::format("%{}", random_.pick({"ah", "bh", "cl", "dl"}));
      emit(fmt::format("{}b {}, %{}", name, source, random_.pick({"al", "ch", "dh", "bl"})));
    } else {
      const std::string destination = may_store && random_.chance(35) ? memory() : operand(w);
      const bool sized = random_.chance(50) || source[0] == '$' || destination[0] != '%';
      emit(fmt::format("{}{} {}, {}", name, sized ? std::string(1, kSuffix.at(w)) : "", source,
                       destination));
    }
    if (name != "mov")
      undefined_ = 0;
  }

  void one() {
    const std::string_view name = random_.pick({"inc", "dec", "neg", "not"});
    if (name == "inc" || name == "dec")
      need_flags();
    const unsigned w = random_.below(4);
    emit(fmt::format("{}{} {}", name, kSuffix.at(w), rm(w)));
    if (name == "neg")
      undefined_ = 0;
  }

  void shift() {
    const std::string_view name = random_.pick({"shl", "sal", "shr", "sar", "rol", "ror"});
    const unsigned w = random_.below(4);
    need_flags();
    const unsigned kind = random_.below(3);
    std::string count;
    unsigned by = 1;
    if (kind == 0) {
      by = random_.below(w == 3 ? 64 : 32);
      count = fmt::format("${}, ", by);
    } else if (kind == 1) {
      count = "%cl, ";
    }
    emit(fmt::format("{}{} {}{}", name, kSuffix.at(w), count, rm(w)));
    if (kind == 1 || by > 1)
      undefined_ |= kOf;
    if (w < 2 && (kind == 1 || by >= 8U << w)) // shifted out altogether
      undefined_ |= kCf;
  }

  void multiply() {
    const unsigned w = 1 + random_.below(3);
    switch (random_.below(4)) {
    case 0:
      emit(fmt::format("imul{} {}, %{}", kSuffix.at(w), rm(w), reg(w)));
      break;
    case 1:
      emit(fmt::format("imul{} {}, {}, %{}", kSuffix.at(w), immediate(w), rm(w), reg(w)));
      break;
    default: {
      const unsigned wide = random_.below(4);
      emit(fmt::format("{}{} {}", random_.pick({"mul", "imul"}), kSuffix.at(wide), rm(wide)));
    }
    }
    undefined_ = kZf | kSf | kPf;
  }

  /// Quotients that fit: the upper half is below the divisor, or the sign of the lower one.
  void divide() {
    const unsigned w = 1 + random_.below(3);
    const char suffix = kSuffix.at(w);
    if (random_.chance(50)) {
      emit("movl $0, %edx");
      emit(fmt::format("orq $1, %{}", kRegisters[1][3]));
      emit(fmt::format("div{} %{}", suffix, kRegisters[1][w]));
    } else {
      emit(fmt::format("shr{} $1, %{}", suffix, kRegisters[3][w]));
      emit(fmt::format("or{} $2, %{}", suffix, kRegisters[3][w]));
      emit(w == 3 ? "cqto" : w == 2 ? "cltd" : "cwtd");
      emit(fmt::format("idiv{} %{}", suffix, kRegisters[3][w]));
    }
    undefined_ = kAllFlags;
  }

  void extend() {
    if (random_.chance(20)) {
      emit(std::string(random_.pick({"cltq", "cwtl", "cbtw", "cqto", "cltd", "cwtd"})));
      return;
    }
    const unsigned from = random_.below(3);
    const unsigned to = from + 1 + random_.below(3 - from);
    const bool sign = from == 2 || random_.chance(50);
    high_allowed_ = false;
    emit(fmt::format("mov{}{}{} {}, %{}", sign ? 's' : 'z', kSuffix.at(from), kSuffix.at(to),
                     rm(from), reg(to)));
  }

  void condition() {
    need_flags();
    const char* const c = kConditions.at(random_.below(16));
    if (random_.chance(50))
      emit(fmt::format("set{} {}", c, rm(0)));
    else {
      const unsigned w = 1 + random_.below(3);
      emit(fmt::format("cmov{} {}, %{}", c, rm(w), reg(w)));
    }
  }

  void address() {
    const unsigned w = 1 + random_.below(3);
    emit(fmt::format("lea{} {}(%{},%{},{}), %{}", kSuffix.at(w), random_.between(-1000, 1000),
                     reg(3), reg(3), random_.pick({"1", "2", "4", "8"}), reg(w)));
  }

  void stack() {
    const unsigned w = random_.chance(80) ? 3 : 1;
    const char suffix = kSuffix.at(w);
    const std::string pushed = random_.chance(50) ? "%" + reg(w) : immediate(std::min(w, 2U));
    emit(fmt::format("push{} {}", suffix, pushed));
    emit(fmt::format("pop{} {}", suffix, random_.chance(30) ? memory() : "%" + reg(w)));
  }

  void skip() {
    need_flags();
    emit(fmt::format("j{} 1f", kConditions.at(random_.below(16))));
    emit(fmt::format("mov{} ${}, %{}", 'l', random_.below(1000), reg(2)));
    emit(fmt::format("leaq 1(%{}), %{}", reg(3), reg(3)));
    body_ += "1:\n";
  }

  void other() {
    const unsigned w = 1 + random_.below(3);
    switch (random_.below(features_.counts ? 5 : 4)) {
    case 0:
      high_allowed_ = false;
      emit(fmt::format("xchg{} %{}, %{}", kSuffix.at(w), reg(w), reg(w)));
      return;
    case 1:
      emit(w == 3 ? fmt::format("bswapq %{}", reg(3)) : fmt::format("bswapl %{}", reg(2)));
      return;
    case 2:
      need_flags();
      emit(fmt::format("bt{} %{}, %{}", kSuffix.at(w), reg(w), reg(w)));
      undefined_ = kOf | kSf | kPf;
      return;
    case 3: {
      const std::string source = reg(w); // a bit there is
      emit(fmt::format("or{} $64, %{}", kSuffix.at(w), source));
      emit(fmt::format("{}{} %{}, %{}", random_.pick({"bsf", "bsr"}), kSuffix.at(w), source,
                       reg(w)));
      undefined_ = kAllFlags & ~kZf;
      return;
    }
    default: {
      const std::string_view name = random_.pick({"popcnt", "tzcnt", "lzcnt"});
      emit(fmt::format("{}{} {}, %{}", name, kSuffix.at(w), rm(w), reg(w)));
      undefined_ = name == "popcnt" ? 0 : kOf | kSf | kPf;
    }
    }
  }

  void fp_arithmetic() {
    const std::string_view name =
        random_.pick({"add", "sub", "mul", "div", "min", "max", "sqrt", "add", "mul"});
    const std::string_view type = random_.pick({"sd", "ss"});
    const std::string source = xmm_rm();
    if (vex())
      emit(fmt::format("v{}{} {}, {}, {}", name, type, source, xmm(), xmm()));
    else
      emit(fmt::format("{}{} {}, {}", name, type, source, xmm()));
  }

  void fp_convert() {
    const char suffix = kSuffix.at(2 + random_.below(2));
    const unsigned w = suffix == 'q' ? 3 : 2;
    const std::string_view type = random_.pick({"sd", "ss"});
    switch (random_.below(4)) {
    case 0:
      if (vex())
        emit(fmt::format("vcvtsi2{}{} {}, {}, {}", type, suffix, rm(w), xmm(), xmm()));
      else
        emit(fmt::format("cvtsi2{}{} {}, {}", type, suffix, rm(w), xmm()));
      return;
    case 1:
      emit(fmt::format("{}cvtt{}2si {}, %{}", vex() ? "v" : "", type, xmm_rm(), reg(w)));
      return;
    case 2:
      emit(fmt::format("cvt{}2si {}, %{}", type, xmm_rm(), reg(w)));
      return;
    default: {
      const std::string name = type == "sd" ? "cvtsd2ss" : "cvtss2sd";
      if (vex())
        emit(fmt::format("v{} {}, {}, {}", name, xmm_rm(), xmm(), xmm()));
      else
        emit(fmt::format("{} {}, {}", name, xmm_rm(), xmm()));
    }
    }
  }

  void fp_move() {
    const std::string_view type = random_.pick({"sd", "ss"});
    switch (random_.below(6)) {
    case 0:
      emit(fmt::format("mov{} {}, {}", type, xmm_rm(), xmm()));
      return;
    case 1:
      emit(fmt::format("mov{} {}, {}", type, xmm(), memory()));
      return;
    case 2:
      emit(fmt::format("movq %{}, {}", reg(3), xmm()));
      return;
    case 3:
      emit(fmt::format("movq {}, %{}", xmm(), reg(3)));
      emit(fmt::format("movd %{}, {}", reg(2), xmm()));
      return;
    case 4:
      emit(fmt::format("{} {}, {}", random_.pick({"movapd", "movaps", "movq"}), xmm(), xmm()));
      return;
    default:
      if (vex())
        emit(fmt::format("vmov{} {}, {}, {}", type, xmm(), xmm(), xmm()));
      else
        emit(fmt::format("movd {}, %{}", xmm(), reg(2)));
    }
  }

  void fp_bits() {
    const std::string_view name = random_.pick(
        {"andpd", "andps", "pand", "andnpd", "pandn", "orpd", "por", "xorpd", "xorps", "pxor"});
    if (random_.chance(15))
      emit(fmt::format("unpcklps {}, {}", xmm(), xmm()));
    else if (random_.chance(15))
      emit(fmt::format("cvtps2pd {}, {}", xmm(), xmm()));
    else if (vex())
      emit(fmt::format("v{} {}, {}, {}", name, xmm(), xmm(), xmm()));
    else if (random_.chance(30))
      emit(fmt::format("{} mask+{}(%rip), {}", name, 16 * random_.below(3), xmm()));
    else
      emit(fmt::format("{} {}, {}", name, xmm(), xmm()));
  }

  void fp_compare() {
    emit(fmt::format("{}{} {}, {}", random_.pick({"ucomis", "comis"}), random_.pick({"d", "s"}),
                     xmm_rm(), xmm()));
    undefined_ = 0;
  }

  [[nodiscard]] std::string load(unsigned n) const {
    std::string text = fmt::format("b{}:\n", n);
    for (unsigned r = 0; r < 16; ++r)
      if (r != kStack)
        text += fmt::format("\tmovq in{}+{}(%rip), %{}\n", n, 8 * r, kRegisters.at(r)[3]);
    for (unsigned x = 0; x < 16; ++x)
      text += fmt::format("\tmovaps in{}+{}(%rip), %xmm{}\n", n, kXmmOffset + 16 * x, x);
    for (unsigned x = 0; x < 16 && features_.avx; ++x)
      text += fmt::format("\tvinsertf128 $1, in{}+{}(%rip), %ymm{}, %ymm{}\n", n,
                          kUpperOffset + 16 * x, x, x);
    return text;
  }

  std::string save(unsigned n) {
    const std::size_t at = n * kBlockBytes;
    std::string text;
    for (unsigned f = 0; f < kFlagConditions.size(); ++f)
      if ((undefined_ & 1U << f) == 0)
        text += fmt::format("\tset{} out+{}(%rip)\n", kFlagConditions.at(f), at + kFlagOffset + f);
    text += "\tmovl $0, %r14d\n";
    for (unsigned r = 0; r < 16; ++r)
      if (r != kStack)
        text += fmt::format("\tmovq %{}, out+{}(%rip)\n", kRegisters.at(r)[3], at + 8 * r);
    for (unsigned x = 0; x < 16; ++x)
      text += fmt::format("\tmovups %xmm{}, out+{}(%rip)\n", x, at + kXmmOffset + 16 * x);
    for (unsigned x = 0; x < 16 && features_.avx; ++x)
      text +=
          fmt::format("\tvextractf128 $1, %ymm{}, out+{}(%rip)\n", x, at + kUpperOffset + 16 * x);
    return text;
  }

  std::string inputs(unsigned n) {
    std::string text;
    if (n == 0)
      text += "mask:\t.quad 0x7fffffffffffffff, 0, 0x8000000000000000, 0, 0x7fffffff, 0\n";
    text += fmt::format("in{}:", n);
    for (unsigned r = 0; r < 16; ++r)
      text += fmt::format("\t.quad {:#x}\n", r == kBase ? 0 : interesting());
    for (unsigned half = 0; half < 64; ++half)
      text += fmt::format("\t.quad {:#x}\n", interesting_real());
    return text;
  }

  X86Blocks result_;
};

} // namespace

X86Blocks random_x86(std::uint64_t seed, unsigned blocks, const X86Features& features) {
  return Writer(seed, features).write(blocks);
}

std::string name_of_output(std::size_t byte) {
  if (byte < kXmmOffset)
    return kRegisters.at(byte / 8)[3];
  if (byte >= kUpperOffset && byte < kFlagOffset)
    return fmt::format("ymm{}, {} quarter", (byte - kUpperOffset) / 16,
                       byte % 16 < 8 ? "third" : "last");
  if (byte < kFlagOffset)
    return fmt::format("xmm{}, {} half", (byte - kXmmOffset) / 16,
                       byte % 16 < 8 ? "lower" : "upper");
  return byte - kFlagOffset < kFlagNames.size() ? kFlagNames.at(byte - kFlagOffset) : "nothing";
}

} // namespace stallscope::differential
