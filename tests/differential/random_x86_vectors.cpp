#include "random_x86_writer.hpp"

namespace stallscope::differential {

std::string X86ExtensionWriter::vector(bool wide) {
  return fmt::format("%{}mm{}", wide ? 'y' : 'x', random_.below(16));
}
std::string X86ExtensionWriter::vector_rm(bool wide) {
  return random_.chance(25) ? memory() : vector(wide);
}

void X86ExtensionWriter::vectors() {
  const bool wide = random_.chance(70);
  switch (random_.below(12)) {
  case 0:
  case 1:
  case 2:
    return in_lanes(wide);
  case 3:
    return across_lanes(wide);
  case 4:
  case 5:
    return chosen_by_constant(wide);
  case 6:
    return between_widths(wide);
  case 7:
  case 8:
    return vector_move(wide);
  case 9:
    return vector_shift(wide);
  default:
    return without_avx();
  }
}

void X86ExtensionWriter::in_lanes(bool wide) {
  if (random_.chance(15)) {
    const std::string_view type = random_.pick({"pd", "ps"});
    emit(fmt::format("vf{}{}{} {}, {}, {}",
                     random_.pick({"madd", "msub", "nmadd", "nmsub", "maddsub", "msubadd"}),
                     random_.pick({"132", "213", "231"}), type, vector_rm(wide), vector(wide),
                     vector(wide)));
    return;
  }
  if (random_.chance(10)) {
    emit(fmt::format(
        "vcmp{}{} {}, {}, {}",
        random_.pick({"eq", "lt", "le", "unord", "neq", "nlt", "nle", "ord", "ge", "gt"}),
        random_.pick({"pd", "ps"}), vector_rm(wide), vector(wide), vector(wide)));
    return;
  }
  if (random_.chance(10)) {
    emit(fmt::format("v{} {}, {}, {}, {}", random_.pick({"blendvpd", "blendvps", "pblendvb"}),
                     vector(wide), vector_rm(wide), vector(wide), vector(wide)));
    return;
  }
  const std::string_view name =
      random_.pick({"addpd",   "addps",   "subpd",   "subps",    "mulpd",     "mulps",   "divpd",
                    "divps",   "minpd",   "minps",   "maxpd",    "maxps",     "andpd",   "andnps",
                    "orps",    "xorpd",   "paddb",   "paddw",    "paddd",     "paddq",   "psubb",
                    "psubw",   "psubd",   "psubq",   "pcmpeqb",  "pcmpeqd",   "pcmpeqq", "pcmpgtb",
                    "pcmpgtd", "pcmpgtq", "pminsb",  "pminsd",   "pmaxsw",    "pmaxub",  "pminud",
                    "pmaxuw",  "pavgb",   "pmullw",  "pmulld",   "pmulhw",    "pmulhuw", "pmuludq",
                    "pmuldq",  "pmaddwd", "pand",    "pandn",    "por",       "pxor",    "paddsb",
                    "paddsw",  "paddusb", "paddusw", "psubsb",   "psubsw",    "psubusb", "psubusw",
                    "psignb",  "psignw",  "psignd",  "pmulhrsw", "pmaddubsw", "psadbw",  "addsubpd",
                    "addsubps"});
  emit(fmt::format("v{} {}, {}, {}", name, vector_rm(wide), vector(wide), vector(wide)));
}

void X86ExtensionWriter::across_lanes(bool wide) {
  if (random_.chance(25)) {
    emit(fmt::format("v{} {}, {}",
                     random_.pick({"sqrtpd", "sqrtps", "pabsb", "pabsw", "pabsd", "movsldup",
                                   "movshdup", "movddup", "cvtdq2ps", "cvtps2dq", "cvttps2dq"}),
                     vector_rm(wide), vector(wide)));
    return;
  }
  if (wide && random_.chance(20)) {
    emit(fmt::format("v{} {}, {}, {}", random_.pick({"permd", "permps"}), vector_rm(true),
                     vector(true), vector(true)));
    return;
  }
  emit(fmt::format(
      "v{} {}, {}, {}",
      random_.pick({"haddpd",   "haddps",    "hsubpd",    "hsubps",    "phaddw",     "phaddd",
                    "phaddsw",  "phsubsw",   "phsubw",    "phsubd",    "pshufb",     "unpcklpd",
                    "unpckhps", "punpcklbw", "punpckhwd", "punpckldq", "punpckhqdq", "packsswb",
                    "packusdw", "packssdw",  "packuswb",  "permilps",  "permilpd"}),
      vector_rm(wide), vector(wide), vector(wide)));
}

void X86ExtensionWriter::chosen_by_constant(bool wide) {
  const unsigned constant = random_.below(256);
  switch (random_.below(4)) {
  case 0:
    emit(fmt::format(
        "v{} ${}, {}, {}, {}",
        random_.pick({"shufps", "shufpd", "blendps", "blendpd", "pblendw", "pblendd", "palignr"}),
        constant, vector_rm(wide), vector(wide), vector(wide)));
    return;
  case 1:
    emit(fmt::format("v{} ${}, {}, {}",
                     random_.pick({"pshufd", "pshuflw", "pshufhw", "permilps", "permilpd"}),
                     constant, vector_rm(wide), vector(wide)));
    return;
  case 2:
    if (random_.chance(50))
      emit(fmt::format("v{} ${}, {}, {}", random_.pick({"permq", "permpd"}), constant,
                       vector_rm(true), vector(true)));
    else
      emit(fmt::format("v{} ${}, {}, {}, {}", random_.pick({"perm2f128", "perm2i128"}), constant,
                       vector_rm(true), vector(true), vector(true)));
    return;
  default:
    emit(fmt::format("v{} ${}, {}, {}", random_.pick({"roundps", "roundpd"}), random_.below(12),
                     vector_rm(wide), vector(wide)));
  }
}

void X86ExtensionWriter::between_widths(bool wide) {
  switch (random_.below(4)) {
  case 0:
    emit(fmt::format("vpmov{}{} {}, {}", random_.pick({"sx", "zx"}),
                     random_.pick({"bw", "bd", "bq", "wd", "wq", "dq"}), vector_rm(false),
                     vector(wide)));
    return;
  case 1:
    emit(fmt::format("vcvt{} {}, {}", random_.pick({"ps2pd", "dq2pd"}), vector_rm(false),
                     vector(wide)));
    return;
  case 2: {
    const std::string_view name = random_.pick({"pd2ps", "pd2dq", "tpd2dq"});
    if (random_.chance(30))
      emit(fmt::format("vcvt{}{} {}, {}", name, wide ? "y" : "x", memory(), vector(false)));
    else
      emit(fmt::format("vcvt{} {}, {}", name, vector(wide), vector(false)));
    return;
  }
  default:
    emit(fmt::format("v{} {}, %{}", random_.pick({"movmskps", "movmskpd", "pmovmskb"}),
                     vector(wide), reg(2)));
  }
}

void X86ExtensionWriter::vector_move(bool wide) {
  const std::string_view move = random_.pick({"movups", "movupd", "movdqu", "lddqu"});
  switch (random_.below(10)) {
  case 8: {
    emit(fmt::format("vptest {}, {}", vector_rm(wide), vector(wide)));
    undefined_ = 0;
    return;
  }
  case 9: {
    const std::string_view name =
        random_.pick({"vmaskmovps", "vmaskmovpd", "vpmaskmovd", "vpmaskmovq"});
    const std::string there = memory();
    if (random_.chance(50))
      emit(fmt::format("{} {}, {}, {}", name, there, vector(wide), vector(wide)));
    else
      emit(fmt::format("{} {}, {}, {}", name, vector(wide), vector(wide), there));
    return;
  }
  case 0:
    emit(fmt::format("v{} {}, {}", move, memory(), vector(wide)));
    return;
  case 1:
    emit(fmt::format("v{} {}, {}", random_.pick({"movups", "movupd", "movdqu"}), vector(wide),
                     memory()));
    return;
  case 2:
    emit(fmt::format("v{} {}, {}", random_.pick({"movaps", "movapd", "movdqa"}), vector(wide),
                     vector(wide)));
    return;
  case 3:
    emit(fmt::format("v{} ${}, {}, {}", random_.pick({"extractf128", "extracti128"}),
                     random_.below(2), vector(true), vector_rm(false)));
    return;
  case 4:
    emit(fmt::format("v{} ${}, {}, {}, {}", random_.pick({"insertf128", "inserti128"}),
                     random_.below(2), vector_rm(false), vector(true), vector(true)));
    return;
  case 5:
    if (wide && random_.chance(40))
      emit(fmt::format("v{} {}, {}", random_.pick({"broadcastf128", "broadcasti128"}), memory(),
                       vector(true)));
    else if (wide && random_.chance(30))
      emit(fmt::format("vbroadcastsd {}, {}", vector_rm(false), vector(true)));
    else
      emit(fmt::format(
          "v{} {}, {}",
          random_.pick({"broadcastss", "pbroadcastb", "pbroadcastw", "pbroadcastd", "pbroadcastq"}),
          vector_rm(false), vector(wide)));
    return;
  case 6:
    if (random_.chance(30))
      emit(std::string(random_.pick({"vzeroupper", "vzeroupper", "vzeroall"})));
    else
      emit(fmt::format("vmov{} {}, {}", random_.pick({"ss", "sd", "q", "d"}), memory(),
                       vector(false)));
    return;
  default:
    emit(fmt::format("vmovd %{}, {}", reg(2), vector(false)));
  }
}

void X86ExtensionWriter::vector_shift(bool wide) {
  switch (random_.below(3)) {
  case 0:
    emit(fmt::format("v{} ${}, {}, {}",
                     random_.pick({"psllw", "pslld", "psllq", "psrlw", "psrld", "psrlq", "psraw",
                                   "psrad", "pslldq", "psrldq"}),
                     random_.below(70), vector(wide), vector(wide)));
    return;
  case 1: {
    std::string count = vector_rm(false);
    if (count[0] == '%' && random_.chance(70)) {
      emit(fmt::format("movl ${}, %eax", random_.below(40)));
      emit(fmt::format("vmovd %eax, {}", count));
    }
    emit(fmt::format(
        "v{} {}, {}, {}",
        random_.pick({"psllw", "pslld", "psllq", "psrlw", "psrld", "psrlq", "psraw", "psrad"}),
        count, vector(wide), vector(wide)));
    return;
  }
  default: {
    const std::string counts = vector(wide);
    if (random_.chance(70))
      emit(fmt::format("vpsrld $26, {}, {}", vector(wide), counts));
    emit(fmt::format("v{} {}, {}, {}",
                     random_.pick({"psllvd", "psllvq", "psrlvd", "psrlvq", "psravd"}), counts,
                     vector(wide), vector(wide)));
  }
  }
}

/// The upper halves of the ymm registers stay.
void X86ExtensionWriter::without_avx() {
  const unsigned constant = random_.below(256);
  switch (random_.below(4)) {
  case 0:
    emit(fmt::format(
        "{} {}, {}",
        random_.pick({"haddpd",  "haddps",  "hsubpd", "hsubps",   "addsubps",  "addsubpd",
                      "phaddsw", "phsubsw", "phaddw", "phaddd",   "phsubw",    "phsubd",
                      "pshufb",  "psignb",  "psignd", "pmulhrsw", "pmaddubsw", "psadbw",
                      "paddsb",  "paddusw", "psubsw", "psubusb",  "movsldup",  "movshdup"}),
        packed_rm(false), xmm()));
    return;
  case 1:
    emit(fmt::format("{} ${}, {}, {}", random_.pick({"palignr", "blendps", "blendpd", "pblendw"}),
                     constant, packed_rm(false), xmm()));
    return;
  case 2:
    if (random_.chance(50))
      emit(fmt::format("insertps ${}, {}, {}", constant, xmm_rm(), xmm()));
    else
      emit(fmt::format("vinsertps ${}, {}, {}, {}", constant, xmm_rm(), xmm(), xmm()));
    return;
  default:
    emit(fmt::format("{} ${}, {}, {}", random_.pick({"roundps", "roundpd"}), random_.below(12),
                     packed_rm(false), xmm()));
  }
}

} // namespace stallscope::differential
