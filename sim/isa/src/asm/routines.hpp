#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stallscope::isa::assembly {

/// A C library function as instructions of the simulated machine.
struct Routine {
  std::string_view name;
  std::string_view text;
};

/// The text of those that a program calls without defining them, and of what these call, behind
/// `before`; empty when there is none. `calls` are the mnemonics of calls.
[[nodiscard]] std::string routines_called(std::string_view text, std::span<const Routine> routines,
                                          std::span<const std::string_view> calls,
                                          std::string_view before);

/// A statement of the text begins with one of the words.
[[nodiscard]] bool has_mnemonic(std::string_view text, std::span<const std::string_view> words);

} // namespace stallscope::isa::assembly
