#include "riscv/register_names.hpp"

#include <charconv>

namespace stallscope::isa::riscv {

std::optional<RegId> register_named(std::string_view text) {
  if (text.size() < 2 || text.size() > 4)
    return std::nullopt;
  if (text == "fp")
    return RegId{8};
  for (std::size_t i = 0; i < kRegisterNames.size(); ++i)
    if (kRegisterNames[i] == text)
      return static_cast<RegId>(i);
  if (text[0] != 'x' && text[0] != 'f')
    return std::nullopt;
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number >= 32 ||
      (text[1] == '0' && text.size() > 2))
    return std::nullopt;
  return static_cast<RegId>(number + (text[0] == 'f' ? kFirstFpRegister : 0U));
}

} // namespace stallscope::isa::riscv
