#include "random_x86.hpp"

#include <fmt/format.h>

#include <array>

namespace stallscope::differential {

namespace {

using property::Random;

constexpr std::array<std::array<const char*, 4>, 16> kRegisters{{
    {"al", "ax", "eax", "rax"},
    {"cl", "cx", "ecx", "rcx"},
    {"dl", "dx", "edx", "rdx"},
    {"bl", "bx", "ebx", "rbx"},
    {"spl", "sp", "esp", "rsp"},
    {"bpl", "bp", "ebp", "rbp"},
    {"sil", "si", "esi", "rsi"},
    {"dil", "di", "edi", "rdi"},
    {"r8b", "r8w", "r8d", "r8"},
    {"r9b", "r9w", "r9d", "r9"},
    {"r10b", "r10w", "r10d", "r10"},
    {"r11b", "r11w", "r11d", "r11"},
    {"r12b", "r12w", "r12d", "r12"},
    {"r13b", "r13w", "r13d", "r13"},
    {"r14b", "r14w", "r14d", "r14"},
    {"r15b", "r15w", "r15d", "r15"},
}};
constexpr unsigned kStack = 4;
constexpr unsigned kBase = 14; ///< of memory operands; 0 outside them
constexpr std::array<char, 4> kSuffix{'b', 'w', 'l', 'q'};
constexpr std::array<const char*, 16> kConditions{"o", "no", "b", "ae", "e", "ne", "be", "a",
                                                  "s", "ns", "p", "np", "l", "ge", "le", "g"};
constexpr std::array<const char*, 5> kFlagNames{"OF", "CF", "ZF", "SF", "PF"};
constexpr std::array<const char*, 5> kFlagConditions{"o", "b", "e", "s", "p"};

enum Flag : unsigned { kOf = 1, kCf = 2, kZf = 4, kSf = 8, kPf = 16, kAllFlags = 31 };

class Writer {
public:
  Writer(std::uint64_t seed, const X86Features& features) : random_(seed), features_(features) {}

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
  void emit(const std::string& text) { body_ += "\t" + text + "\n"; }

  /// A register that instructions may use.
  unsigned any() {
    unsigned n = kStack;
    while (n == kStack || n == kBase)
      n = random_.below(16);
    return n;
  }
  std::string reg(unsigned width) { return kRegisters.at(any()).at(width); }
  /// With the percent sign; of bytes also ah, ch, dh, bh.
  std::string operand(unsigned width) {
    if (width == 0 && high_allowed_ && random_.chance(15))
      return fmt::format("%{}", random_.pick({"ah", "ch", "dh", "bh"}));
    return "%" + reg(width);
  }
  std::string xmm() { return fmt::format("%xmm{}", random_.below(16)); }

  /// Makes the base point into memory; flags stay.
  std::string memory() {
    emit("leaq mem+64(%rip), %r14");
    if (random_.chance(50))
      return fmt::format("{}(%r14)", random_.between(-64, 100));
    emit(fmt::format("movq ${}, %r13", random_.between(-4, 7)));
    return fmt::format("{}(%r14,%r13,{})", random_.between(-16, 32),
                       random_.pick({"1", "2", "4", "8"}));
  }

  std::uint64_t interesting() {
    static constexpr std::array<std::uint64_t, 20> kCorners{0,
                                                            1,
                                                            0x7f,
                                                            0x80,
                                                            0xff,
                                                            0x7fff,
                                                            0x8000,
                                                            0xffff,
                                                            0x7fffffff,
                                                            0x80000000,
                                                            0xffffffff,
                                                            1ULL << 63,
                                                            ~0ULL >> 1,
                                                            ~0ULL,
                                                            0x3ff0000000000000,
                                                            0x7ff0000000000000,
                                                            0xfff8000000000000,
                                                            0x7ff0000000000001,
                                                            0x8000000000000000,
                                                            0x3f800000};
    switch (random_.below(4)) {
    case 0:
      return kCorners.at(random_.below(kCorners.size()));
    case 1:
      return random_.next() >> random_.below(64);
    default:
      return random_.next();
    }
  }
  std::uint64_t interesting_real() {
    static constexpr std::array<std::uint64_t, 16> kCorners{0,
                                                            0x8000000000000000,
                                                            0x7ff0000000000000,
                                                            0xfff0000000000000,
                                                            0x7ff8000000000000,
                                                            0xfff8000000000123,
                                                            0x7ff4000000000001,
                                                            0x0000000000000001,
                                                            0x43e0000000000000,
                                                            0xc3e0000000000000,
                                                            0x41dfffffffc00000,
                                                            0xc1e0000000000000,
                                                            0x7fc000007f800000,
                                                            0x7fa0000180000001,
                                                            0x4f0000003f800000,
                                                            0xbff0000000000000};
    switch (random_.below(4)) {
    case 0:
      return kCorners.at(random_.below(kCorners.size()));
    case 1: // a moderate double
      return (random_.next() >> 12) | (0x3f0ULL + random_.below(64)) << 52 |
             (random_.next() & 1) << 63;
    case 2: // a moderate single in the low half
      return (random_.next() << 32) |
             ((random_.next() & 0x807fffff) | (0x70ULL + random_.below(64)) << 23);
    default:
      return random_.next();
    }
  }
  std::string immediate(unsigned width) {
    const std::uint64_t value = interesting();
    switch (width) {
    case 0:
      return fmt::format("${}", static_cast<int>(static_cast<std::int8_t>(value)));
    case 1:
      return fmt::format("${}", static_cast<std::int16_t>(value));
    default:
      return fmt::format("${}", static_cast<std::int32_t>(value));
    }
  }
  std::string input(unsigned width) {
    const unsigned kind = random_.below(10);
    return kind < 3 ? immediate(width) : kind < 5 ? memory() : operand(width);
  }
  std::string rm(unsigned width) { return random_.chance(30) ? memory() : operand(width); }

  void define_flags() {
    emit(fmt::format("cmpl %{}, %{}", reg(2), reg(2)));
    undefined_ = 0;
  }
  void need_flags() {
    if (undefined_ != 0)
      define_flags();
  }

  void instruction() {
    high_allowed_ = true;
    switch (random_.below(22)) {
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
    default:
      return fp_compare();
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
    const std::string pushed = random_.chance(50) ? "%" + reg(3) : immediate(2);
    emit(fmt::format("pushq {}", pushed));
    emit(fmt::format("popq {}", random_.chance(30) ? memory() : "%" + reg(3)));
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

  std::string xmm_rm() { return random_.chance(25) ? memory() : xmm(); }
  bool vex() { return features_.avx && random_.chance(35); }

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

  static std::string load(unsigned n) {
    std::string text = fmt::format("b{}:\n", n);
    for (unsigned r = 0; r < 16; ++r)
      if (r != kStack)
        text += fmt::format("\tmovq in{}+{}(%rip), %{}\n", n, 8 * r, kRegisters.at(r)[3]);
    for (unsigned x = 0; x < 16; ++x)
      text += fmt::format("\tmovq in{}+{}(%rip), %xmm{}\n", n, 128 + 8 * x, x);
    return text;
  }

  std::string save(unsigned n) {
    const std::size_t at = n * kBlockBytes;
    std::string text;
    for (unsigned f = 0; f < kFlagConditions.size(); ++f)
      if ((undefined_ & 1U << f) == 0)
        text += fmt::format("\tset{} out+{}(%rip)\n", kFlagConditions.at(f), at + 256 + f);
    text += "\tmovl $0, %r14d\n";
    for (unsigned r = 0; r < 16; ++r)
      if (r != kStack)
        text += fmt::format("\tmovq %{}, out+{}(%rip)\n", kRegisters.at(r)[3], at + 8 * r);
    for (unsigned x = 0; x < 16; ++x)
      text += fmt::format("\tmovq %xmm{}, out+{}(%rip)\n", x, at + 128 + 8 * x);
    return text;
  }

  std::string inputs(unsigned n) {
    std::string text;
    if (n == 0)
      text += "mask:\t.quad 0x7fffffffffffffff, 0, 0x8000000000000000, 0, 0x7fffffff, 0\n";
    text += fmt::format("in{}:", n);
    for (unsigned r = 0; r < 16; ++r)
      text += fmt::format("\t.quad {:#x}\n", r == kBase ? 0 : interesting());
    for (unsigned x = 0; x < 16; ++x)
      text += fmt::format("\t.quad {:#x}\n", interesting_real());
    return text;
  }

  Random random_;
  X86Features features_;
  X86Blocks result_;
  std::string body_;
  unsigned undefined_ = 0; ///< flags
  bool high_allowed_ = true;
};

} // namespace

X86Blocks random_x86(std::uint64_t seed, unsigned blocks, const X86Features& features) {
  return Writer(seed, features).write(blocks);
}

std::string name_of_output(std::size_t byte) {
  if (byte < 128)
    return kRegisters.at(byte / 8)[3];
  if (byte < 256)
    return fmt::format("xmm{}", (byte - 128) / 8);
  return byte - 256 < kFlagNames.size() ? kFlagNames.at(byte - 256) : "nothing";
}

} // namespace stallscope::differential
