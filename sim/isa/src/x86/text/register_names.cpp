#include "x86/text/register_names.hpp"

#include "base/ascii.hpp"

#include <fmt/format.h>

#include <array>
#include <unordered_map>

namespace stallscope::isa::x86 {

namespace {

constexpr std::array<std::string_view, 8> kLegacy{"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};

/// Names together with their registers, in the order of the hardware.
struct Names {
  std::vector<std::string> all;
  std::unordered_map<std::string, Register> by_name;

  Names() {
    for (unsigned n = 0; n < 16; ++n)
      for (const std::uint8_t width : {3, 2, 1, 0})
        add(name_of(static_cast<RegId>(kRax + n), width),
            {static_cast<RegId>(kRax + n), width, false});
    for (unsigned n = 0; n < 4; ++n)
      add(fmt::format("{}h", kLegacy.at(n)[0]), {static_cast<RegId>(kRax + n), 0, true});
    for (unsigned n = 0; n < 16; ++n)
      add(fmt::format("xmm{}", n), {static_cast<RegId>(kXmm0 + n), kXmmWidth, false});
    for (unsigned n = 0; n < 16; ++n)
      add(fmt::format("ymm{}", n), {static_cast<RegId>(kXmm0 + n), kYmmWidth, false});
  }

private:
  void add(std::string name, Register reg) {
    by_name.emplace(name, reg);
    all.push_back(std::move(name));
  }
};

const Names& names() {
  static const Names kNames;
  return kNames;
}

} // namespace

std::string name_of(RegId reg, std::uint8_t width) {
  const auto n = static_cast<unsigned>(reg - kRax);
  if (n >= 8) {
    static constexpr std::array<std::string_view, 4> kNumbered{"b", "w", "d", ""};
    return fmt::format("r{}{}", n, kNumbered.at(width));
  }
  const std::string_view legacy = kLegacy.at(n);
  switch (width) {
  case 3:
    return fmt::format("r{}", legacy);
  case 2:
    return fmt::format("e{}", legacy);
  case 1:
    return std::string(legacy);
  default:
    return n < 4 ? fmt::format("{}l", legacy[0]) : fmt::format("{}l", legacy);
  }
}

std::optional<Register> register_named(std::string_view text) {
  constexpr std::size_t kLongest = 5;
  if (text.size() > kLongest)
    return std::nullopt;
  const auto it = names().by_name.find(lower(text));
  return it == names().by_name.end() ? std::nullopt : std::optional(it->second);
}

const std::vector<std::string>& all_names() {
  return names().all;
}

std::vector<std::string> program_names(std::uint8_t width) {
  std::vector<std::string> result(kCarryFlag + 1U);
  for (RegId n = 0; n < 16; ++n) {
    result[kRax + n] = name_of(static_cast<RegId>(kRax + n), width);
    result[kXmm0 + n] = fmt::format("xmm{}", n);
  }
  result[kFlags] = "flags";
  result[kCarryFlag] = "cf";
  result[kMoved] = "moved";
  for (RegId n = 0; n < kBetweenCount; ++n)
    result[kFirstBetween + n] = fmt::format("between{}", n + 1);
  return result;
}

} // namespace stallscope::isa::x86
