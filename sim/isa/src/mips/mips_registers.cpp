#include "mips/mips_registers.hpp"

#include "asm/text/leniency.hpp"
#include "base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace stallscope::isa::mips {

namespace {

constexpr std::array<std::string_view, 32> kNames = {
    "$zero", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3", "$t0", "$t1", "$t2",
    "$t3",   "$t4", "$t5", "$t6", "$t7", "$s0", "$s1", "$s2", "$s3", "$s4", "$s5",
    "$s6",   "$s7", "$t8", "$t9", "$k0", "$k1", "$gp", "$sp", "$fp", "$ra"};

/// A decimal number below `limit` without leading zeros.
std::optional<RegId> number_below(std::string_view text, unsigned limit) {
  if (text.empty() || text.size() > 2 || (text.size() == 2 && text[0] == '0'))
    return std::nullopt;
  unsigned value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9')
      return std::nullopt;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  return value < limit ? std::optional(static_cast<RegId>(value)) : std::nullopt;
}

std::optional<NamedRegister> shifted(std::optional<RegId> number, RegId first, Spelling spelling) {
  if (!number)
    return std::nullopt;
  return NamedRegister{static_cast<RegId>(first + *number), spelling};
}

} // namespace

std::optional<NamedRegister> register_named(std::string_view text) {
  if (text.size() < 2)
    return std::nullopt;
  const char first = text[0];
  if (first == 'R' || first == 'r')
    return shifted(number_below(text.substr(1), 32), 0, Spelling::plain);
  if (first == 'F' || first == 'f')
    return shifted(number_below(text.substr(1), 32), kFirstFpRegister, Spelling::plain);
  if (first != '$')
    return std::nullopt;
  const std::string_view name = text.substr(1);
  if (const auto number = number_below(name, 32))
    return NamedRegister{*number, Spelling::dollar};
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == text)
      return NamedRegister{static_cast<RegId>(i), Spelling::dollar};
  if (name == "s8")
    return NamedRegister{30, Spelling::dollar};
  if (name == "hi" || name == "lo")
    return NamedRegister{name == "hi" ? kHi : kLo, Spelling::dollar};
  if (name.substr(0, 3) == "fcc")
    return shifted(number_below(name.substr(3), kFlagCount), kFirstFlag, Spelling::dollar);
  if (name[0] == 'f' || name[0] == 'F')
    return shifted(number_below(name.substr(1), 32), kFirstFpRegister, Spelling::dollar);
  return std::nullopt;
}

std::optional<NamedRegister> register_named_leniently(std::string_view text, bool bare) {
  if (const auto found = register_named(text))
    return found;
  if (text.size() < 2)
    return std::nullopt;
  if (text[0] != '$') // t0, but not T0: slides use S1, T1 as line numbers
    return bare && text[0] >= 'a' && text[0] <= 'z' ? register_named("$" + std::string(text))
                                                    : std::nullopt;
  const std::string name = lower(text);
  if (name[1] == 'r' && name != "$ra")
    return register_named(std::string_view(name).substr(1));
  return register_named(name);
}

bool is_register_number(std::string_view text) {
  return text.size() > 1 && text[0] == '$' && text[1] >= '0' && text[1] <= '9';
}

bool is_name_of_compilers(std::string_view text) {
  static constexpr std::array<std::string_view, 7> kNamed{"$sp", "$fp",   "$s8", "$gp",
                                                          "$ra", "$zero", "$at"};
  return std::find(kNamed.begin(), kNamed.end(), text) != kNamed.end();
}

LetterRegisters letter_registers(std::string_view text, bool bare) {
  static constexpr std::array<RegId, 18> kIntegers{25, 24, 15, 14, 13, 12, 11, 10, 9,
                                                   8,  23, 22, 21, 20, 19, 18, 17, 16};
  std::array<RegId, 32> fps{}; // even ones first: they contain doubles
  for (unsigned i = 0; i < fps.size(); ++i)
    fps.at(i) = static_cast<RegId>(kFirstFpRegister + (i < 16 ? 30 - 2 * i : 63 - 2 * i));
  const auto named = [bare](std::string_view word) {
    const auto found = register_named_leniently(word, bare);
    return found ? std::optional(found->reg) : std::nullopt;
  };
  return {text, named, kIntegers, fps};
}

std::string_view register_text(RegId reg, Spelling spelling) {
  static const std::array<std::array<std::string, kRegisterCount>, 2> kTexts = [] {
    std::array<std::array<std::string, kRegisterCount>, 2> texts;
    for (RegId i = 0; i < 32; ++i) {
      texts[0].at(i) = kNames.at(i);
      texts[1].at(i) = fmt::format("R{}", i);
      texts[0].at(kFirstFpRegister + i) = fmt::format("$f{}", i);
      texts[1].at(kFirstFpRegister + i) = fmt::format("F{}", i);
    }
    for (auto& names : texts) {
      names.at(kHi) = "hi";
      names.at(kLo) = "lo";
      for (RegId i = 0; i < kFlagCount; ++i)
        names.at(kFirstFlag + i) = fmt::format("fcc{}", i);
    }
    return texts;
  }();
  return kTexts.at(spelling == Spelling::dollar ? 0 : 1).at(reg);
}

} // namespace stallscope::isa::mips
