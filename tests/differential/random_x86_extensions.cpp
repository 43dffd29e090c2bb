#include "random_x86_writer.hpp"

namespace stallscope::differential {

void X86ExtensionWriter::flag_operation() {
  const std::string_view name = random_.pick({"stc", "clc", "cmc", "lahf", "sahf"});
  if (name == "lahf") // AF as well
    define_flags();
  else
    need_flags();
  emit(std::string(name));
}

void X86ExtensionWriter::bits() {
  if (random_.chance(15))
    return flag_operation();
  const unsigned w = 1 + random_.below(3);
  const char suffix = kSuffix.at(w);
  need_flags();
  if (random_.chance(50)) {
    const std::string_view name = random_.pick({"bts", "btr", "btc", "bt"});
    if (random_.chance(50))
      emit(fmt::format("{}{} %{}, %{}", name, suffix, reg(w), reg(w)));
    else
      emit(fmt::format("{}{} ${}, {}", name, suffix, random_.below(8U << w), rm(w)));
    undefined_ = kOf | kSf | kPf;
    return;
  }
  const std::string_view name = random_.pick({"shld", "shrd"});
  unsigned by = random_.below(8U << w);
  high_allowed_ = false;
  if (w == 1 || random_.chance(50)) { // of 16 bits counts in %cl may be too high
    emit(fmt::format("{}{} ${}, %{}, {}", name, suffix, by, reg(w), rm(w)));
  } else {
    emit(fmt::format("{}{} %cl, %{}, %{}", name, suffix, reg(w), reg(w)));
    by = 2;
  }
  if (by > 1)
    undefined_ |= kOf;
}

void X86ExtensionWriter::exchange() {
  const unsigned w = random_.below(4);
  high_allowed_ = false;
  switch (random_.below(4)) {
  case 0:
    emit(fmt::format("xchg{} %{}, {}", kSuffix.at(w), reg(w), memory()));
    return;
  case 1:
    emit(fmt::format("lock xadd{} %{}, {}", kSuffix.at(w), reg(w), memory()));
    undefined_ = 0;
    return;
  case 2: {
    const std::string there = memory();
    if (random_.chance(50))
      emit(fmt::format("mov{} {}, %{}", kSuffix.at(w), there, kRegisters[0][w]));
    emit(fmt::format("lock cmpxchg{} %{}, {}", kSuffix.at(w), reg(w), there));
    undefined_ = 0;
    return;
  }
  default:
    string_operation(kSuffix.at(w));
  }
}

void X86ExtensionWriter::string_operation(char suffix) {
  define_flags(); // which a count of 0 leaves
  emit("leaq mem+64(%rip), %rdi");
  emit("leaq mem+80(%rip), %rsi");
  emit(fmt::format("movl ${}, %ecx", random_.below(6)));
  if (random_.chance(50)) {
    emit(fmt::format("{}{}{}", random_.pick({"repe ", "repne ", ""}),
                     random_.pick({"cmps", "scas"}), suffix));
    emit("setb %bl");
    emit("setle %dl");
  } else if (random_.chance(20)) {
    emit(fmt::format("lods{}", suffix));
  } else {
    emit(fmt::format("{}{}{}", random_.pick({"rep ", "rep ", ""}), random_.pick({"stos", "movs"}),
                     suffix));
  }
  emit("subq $mem, %rdi"); // addresses are not the same everywhere
  emit("subq $mem, %rsi");
  undefined_ = 0;
}

void X86ExtensionWriter::bit_manipulation() {
  const unsigned w = 2 + random_.below(2);
  const char suffix = kSuffix.at(w);
  high_allowed_ = false;
  if (!features_.haswell)
    return bits();
  switch (random_.below(6)) {
  case 0:
    emit(fmt::format("andn{} {}, %{}, %{}", suffix, rm(w), reg(w), reg(w)));
    undefined_ = kPf;
    return;
  case 1:
    emit(fmt::format("{}{} {}, %{}", random_.pick({"blsi", "blsr", "blsmsk"}), suffix, rm(w),
                     reg(w)));
    undefined_ = kPf;
    return;
  case 2:
    emit(fmt::format("{}{} %{}, {}, %{}", random_.pick({"shlx", "shrx", "sarx"}), suffix, reg(w),
                     rm(w), reg(w)));
    return;
  case 3: {
    const std::string_view name = random_.pick({"bzhi", "bextr"});
    emit(fmt::format("{}{} %{}, {}, %{}", name, suffix, reg(w), rm(w), reg(w)));
    undefined_ = name == "bzhi" ? kPf : kPf | kSf;
    return;
  }
  case 4:
    if (random_.chance(50))
      emit(fmt::format("rorx{} ${}, {}, %{}", suffix, random_.below(64), rm(w), reg(w)));
    else
      emit(fmt::format("mulx{} {}, %{}, %{}", suffix, rm(w), reg(w), reg(w)));
    return;
  default:
    if (random_.chance(50))
      emit(fmt::format("movbe{} {}, %{}", suffix, memory(), reg(w)));
    else
      emit(fmt::format("movbe{} %{}, {}", suffix, reg(w), memory()));
  }
}

/// 16 bytes that are aligned: constants and inputs.
std::string X86ExtensionWriter::aligned() {
  return fmt::format("mask+{}(%rip)", 16 * random_.below(27));
}
std::string X86ExtensionWriter::packed_rm(bool avx) {
  return random_.chance(70) ? xmm() : avx ? memory() : aligned();
}
/// AVX: the first source.
std::string X86ExtensionWriter::other(bool avx) {
  return avx ? xmm() + ", " : "";
}

void X86ExtensionWriter::packed_move() {
  const bool avx = vex();
  const std::string v = avx ? "v" : "";
  switch (random_.below(8)) {
  case 0:
    emit(fmt::format("{}{} {}, {}", v, random_.pick({"movups", "movupd", "movdqu"}), memory(),
                     xmm()));
    return;
  case 1:
    emit(fmt::format("{}{} {}, {}", v, random_.pick({"movups", "movupd", "movdqu"}), xmm(),
                     memory()));
    return;
  case 2:
    emit(fmt::format("{}{} {}, mem+{}(%rip)", v, random_.pick({"movaps", "movapd", "movdqa"}),
                     xmm(), 16 * random_.below(16)));
    return;
  case 3:
    emit(fmt::format("{}{} {}, {}{}", v, random_.pick({"movhps", "movlps", "movhpd", "movlpd"}),
                     memory(), other(avx), xmm()));
    return;
  case 4:
    emit(fmt::format("{}{} {}, {}", v, random_.pick({"movhps", "movlps"}), xmm(), memory()));
    return;
  case 5:
    emit(fmt::format("{}{} {}, {}{}", v, random_.pick({"movhlps", "movlhps"}), xmm(), other(avx),
                     xmm()));
    return;
  case 6:
    emit(fmt::format("{}{} {}, %{}", v, random_.pick({"movmskpd", "movmskps", "pmovmskb"}), xmm(),
                     reg(2)));
    return;
  default:
    emit(fmt::format("{}{} {}, {}", v, random_.pick({"movaps", "movapd", "movdqa"}),
                     avx ? xmm() : aligned(), xmm()));
  }
}

void X86ExtensionWriter::packed_compare(bool avx) {
  const std::string v = avx ? "v" : "";
  const std::string_view predicate =
      random_.pick({"eq", "lt", "le", "unord", "neq", "nlt", "nle", "ord"});
  const std::string_view type = random_.pick({"sd", "ss", "pd", "ps"});
  const bool scalar = type[0] == 's';
  emit(fmt::format("{}cmp{}{} {}, {}{}", v, predicate, type, scalar ? xmm_rm() : packed_rm(avx),
                   other(avx), xmm()));
}

void X86ExtensionWriter::fused_product() {
  const std::string_view type = random_.pick({"sd", "ss", "pd", "ps"});
  emit(fmt::format("vf{}{}{} {}, {}, {}", random_.pick({"madd", "msub", "nmadd", "nmsub"}),
                   random_.pick({"132", "213", "231"}), type,
                   type[0] == 's' ? xmm_rm() : packed_rm(true), xmm(), xmm()));
}

void X86ExtensionWriter::packed() {
  const bool avx = vex();
  const std::string v = avx ? "v" : "";
  const unsigned kind = random_.below(features_.haswell ? 9 : 5);
  switch (kind) {
  case 0:
    emit(fmt::format("{}{}{} {}, {}{}", v,
                     random_.pick({"add", "sub", "mul", "div", "min", "max", "unpckl", "unpckh",
                                   "and", "andn", "or", "xor"}),
                     random_.pick({"pd", "ps"}), packed_rm(avx), other(avx), xmm()));
    return;
  case 1:
    emit(fmt::format("{}{} {}, {}", v,
                     random_.pick({"sqrtpd", "sqrtps", "cvtdq2ps", "cvtps2dq", "cvttps2dq",
                                   "cvtps2pd", "cvtdq2pd", "cvtpd2dq", "cvttpd2dq", "cvtpd2ps"}),
                     xmm(), xmm()));
    return;
  case 2:
    packed_compare(avx);
    return;
  case 3:
  case 4:
    emit(
        fmt::format("{}{} {}, {}{}", v,
                    random_.pick({"paddb",     "paddw",     "paddd",      "paddq",      "psubb",
                                  "psubw",     "psubd",     "psubq",      "pcmpeqb",    "pcmpeqw",
                                  "pcmpeqd",   "pcmpgtb",   "pcmpgtw",    "pcmpgtd",    "pminsw",
                                  "pmaxsw",    "pminub",    "pmaxub",     "pavgb",      "pavgw",
                                  "pmullw",    "pmulhw",    "pmulhuw",    "pmuludq",    "pmaddwd",
                                  "punpcklbw", "punpcklwd", "punpckldq",  "punpcklqdq", "punpckhbw",
                                  "punpckhwd", "punpckhdq", "punpckhqdq", "packsswb",   "packssdw",
                                  "packuswb",  "psllw",     "psrld",      "psraw",      "psllq"}),
                    packed_rm(avx), other(avx), xmm()));
    return;
  case 5:
    emit(fmt::format(
        "{}{} {}, {}{}", v,
        random_.pick({"pcmpeqq", "pcmpgtq", "pminsb", "pminsd", "pmaxsb", "pmaxsd", "pminuw",
                      "pminud", "pmaxuw", "pmaxud", "pmulld", "pmuldq", "packusdw"}),
        packed_rm(avx), other(avx), xmm()));
    return;
  case 6:
    emit(fmt::format("{}{} {}, {}", v,
                     random_.pick({"pabsb", "pabsw", "pabsd", "pmovsxbw", "pmovsxbd", "pmovsxbq",
                                   "pmovsxwd", "pmovsxwq", "pmovsxdq", "pmovzxbw", "pmovzxbd",
                                   "pmovzxwd", "pmovzxdq", "movddup"}),
                     xmm(), xmm()));
    return;
  case 7:
    if (avx)
      emit(fmt::format("v{} {}, {}, {}, {}", random_.pick({"blendvpd", "blendvps", "pblendvb"}),
                       xmm(), packed_rm(true), xmm(), xmm()));
    else
      emit(fmt::format("{} %xmm0, {}, {}", random_.pick({"blendvpd", "blendvps", "pblendvb"}),
                       packed_rm(false), xmm()));
    return;
  default:
    fused_product();
  }
}

void X86ExtensionWriter::packed_constant() {
  const bool avx = vex();
  const std::string v = avx ? "v" : "";
  const unsigned constant = random_.below(256);
  switch (random_.below(features_.haswell ? 6 : 3)) {
  case 0:
    emit(fmt::format("{}{} ${}, {}, {}", v, random_.pick({"pshufd", "pshuflw", "pshufhw"}),
                     constant, packed_rm(avx), xmm()));
    return;
  case 1:
    emit(fmt::format("{}{} ${}, {}, {}{}", v, random_.pick({"shufps", "shufpd"}), constant,
                     packed_rm(avx), other(avx), xmm()));
    return;
  case 2:
    emit(fmt::format("{}{} ${}, {}{}", v,
                     random_.pick({"psllw", "pslld", "psllq", "psrlw", "psrld", "psrlq", "psraw",
                                   "psrad", "pslldq", "psrldq"}),
                     random_.below(70), other(avx), xmm()));
    return;
  case 3:
    emit(fmt::format("{}{} ${}, {}, {}{}", v, random_.pick({"roundsd", "roundss"}),
                     random_.below(4), xmm_rm(), other(avx), xmm()));
    return;
  case 4:
    if (random_.chance(50))
      emit(fmt::format("{}pextrq ${}, {}, {}", v, random_.below(2), xmm(), rm(3)));
    else
      emit(fmt::format("{}{} ${}, {}, %{}", v, random_.pick({"pextrb", "pextrw", "pextrd"}),
                       constant, xmm(), reg(2)));
    return;
  default:
    if (random_.chance(50))
      emit(fmt::format("{}pinsrq ${}, {}, {}{}", v, random_.below(2), rm(3), other(avx), xmm()));
    else
      emit(fmt::format("{}{} ${}, %{}, {}{}", v, random_.pick({"pinsrb", "pinsrw", "pinsrd"}),
                       constant, reg(2), other(avx), xmm()));
  }
}

} // namespace stallscope::differential
