#include "riscv/immediate.hpp"

#include <utility>

namespace stallscope::isa::riscv {

namespace {

using Gather = std::int64_t (*)(std::uint32_t);

template <std::size_t... kIndex>
constexpr std::array<Gather, kImmCount> make_gatherers(std::index_sequence<kIndex...>) {
  return {&gather<static_cast<Imm>(kIndex)>...};
}
constexpr std::array<Gather, kImmCount> kGatherers =
    make_gatherers(std::make_index_sequence<kImmCount>{});

} // namespace

std::int64_t gather(Imm imm, std::uint32_t bits) {
  return kGatherers[static_cast<std::size_t>(imm)](bits);
}

std::uint32_t scatter(Imm imm, std::int64_t value) {
  std::uint32_t bits = 0;
  for (const ImmSlice& slice : layout_of(imm).slices)
    bits |= (static_cast<std::uint32_t>(value >> slice.to) & ((1U << slice.length) - 1))
            << slice.from;
  return bits;
}

bool fits(Imm imm, std::int64_t value) {
  if (imm == Imm::c_upper)
    return (value >= 0 && value < 0x20) || (value >= 0xfffe0 && value <= 0xfffff);
  const ImmLayout& layout = layout_of(imm);
  return value >= layout.low() && value <= layout.high() && value % layout.multiple() == 0;
}

} // namespace stallscope::isa::riscv
