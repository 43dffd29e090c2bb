#include "random_x86_writer.hpp"

namespace stallscope::differential {

void X86ExtensionWriter::rest() {
  high_allowed_ = false;
  if (!features_.haswell)
    return bits();
  switch (random_.below(8)) {
  case 0:
  case 1:
  case 2:
    return gather();
  case 3: {
    const unsigned w = 2 + random_.below(2);
    emit(fmt::format("{}{} {}, %{}, %{}", random_.pick({"pdep", "pext"}), kSuffix.at(w), rm(w),
                     reg(w), reg(w)));
    return;
  }
  case 4: {
    const unsigned w = random_.below(4);
    emit(fmt::format("crc32{} {}, %{}", kSuffix.at(w), rm(w), reg(w == 3 ? 3 : 2)));
    return;
  }
  case 5:
    return of_sse(vex());
  case 6:
    return of_avx();
  default:
    return hint();
  }
}

/// Indices 0 to 31 of elements within the memory that blocks share.
void X86ExtensionWriter::gather() {
  const unsigned indices = random_.below(16);
  const unsigned mask = (indices + 1 + random_.below(15)) % 16;
  unsigned to = random_.below(16);
  while (to == mask || to == indices)
    to = random_.below(16);
  const bool index_quads = random_.chance(50);
  const bool data_quads = random_.chance(50);
  const bool wide = random_.chance(60);
  const char vector = wide ? 'y' : 'x';
  const char index_vector = index_quads || !data_quads ? vector : 'x';
  const char data_vector = data_quads || !index_quads ? vector : 'x';
  emit("leaq mem(%rip), %r14");
  emit(fmt::format("vpsrl{} ${}, %{}mm{}, %{}mm{}", index_quads ? "q" : "d", index_quads ? 59 : 27,
                   vector, indices, vector, indices));
  const bool real = random_.chance(50);
  emit(fmt::format("v{}gather{}{} %{}mm{}, {}(%r14,%{}mm{},{}), %{}mm{}", real ? "" : "p",
                   index_quads ? "q" : "d",
                   real         ? data_quads ? "pd" : "ps"
                   : data_quads ? "q"
                                : "d",
                   data_vector, mask, random_.below(8), index_vector, indices,
                   random_.pick({"1", "2", "4"}), data_vector, to));
}

void X86ExtensionWriter::of_sse(bool avx) {
  const std::string v = avx ? "v" : "";
  switch (random_.below(4)) {
  case 0:
    emit("leaq mem+64(%rip), %rdi");
    emit(fmt::format("{}maskmovdqu {}, {}", v, xmm(), xmm()));
    emit("subq $mem, %rdi"); // addresses are not the same everywhere
    undefined_ = 0;
    return;
  case 1:
    emit(fmt::format("{}mpsadbw ${}, {}, {}{}", v, random_.below(256), packed_rm(avx), other(avx),
                     xmm()));
    return;
  case 2:
    emit(fmt::format("{}phminposuw {}, {}", v, packed_rm(avx), xmm()));
    return;
  default:
    emit(fmt::format("{}pclmulqdq ${}, {}, {}{}", v, random_.below(256), packed_rm(avx), other(avx),
                     xmm()));
  }
}

void X86ExtensionWriter::of_avx() {
  const bool wide = random_.chance(60);
  switch (random_.below(4)) {
  case 0:
    emit(fmt::format("vtest{} {}, {}", random_.pick({"ps", "pd"}), vector_rm(wide), vector(wide)));
    undefined_ = 0;
    return;
  case 1:
    emit(fmt::format("vcvtph2ps {}, {}", vector_rm(false), vector(wide)));
    return;
  case 2:
    emit(fmt::format("vcvtps2ph ${}, {}, {}", random_.below(8), vector(wide), vector_rm(false)));
    return;
  default:
    emit(fmt::format("vmpsadbw ${}, {}, {}, {}", random_.below(256), vector_rm(true), vector(true),
                     vector(true)));
  }
}

void X86ExtensionWriter::hint() {
  if (random_.chance(50))
    emit(fmt::format("{} {}", random_.pick({"prefetcht0", "prefetcht1", "prefetchnta"}), memory()));
  else
    emit(std::string(random_.pick({"mfence", "lfence", "sfence"})));
}

} // namespace stallscope::differential
