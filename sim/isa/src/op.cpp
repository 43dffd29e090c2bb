#include "isa/op.hpp"

namespace stallscope::isa {

namespace {

constexpr std::array<std::string_view, 3> kIsaNames{"tac", "mips", "riscv"};

constexpr std::array<std::string_view, kOpClassCount> kOpClassNames{
    "integer", "shift",    "multiply",    "divide",    "load",       "store",      "branch",
    "jump",    "fp_add",   "fp_multiply", "fp_divide", "fp_compare", "fp_convert", "fp_move",
    "fp_load", "fp_store", "fp_fused",    "atomic",    "system",     "nop"};

template <class Enum, std::size_t N>
std::optional<Enum> find_name(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name)
      return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace

std::string_view name(Isa isa) {
  return kIsaNames[static_cast<std::size_t>(isa)];
}

std::optional<Isa> isa_from_name(std::string_view name) {
  return find_name<Isa>(kIsaNames, name);
}

std::string_view name(OpClass op_class) {
  return kOpClassNames[static_cast<std::size_t>(op_class)];
}

std::optional<OpClass> op_class_from_name(std::string_view name) {
  return find_name<OpClass>(kOpClassNames, name);
}

} // namespace stallscope::isa
