#pragma once

#include "x86/build/build.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// The prefix of a string operation.
enum class Repeat : std::uint8_t {
  none,
  plain,       ///< rep; for comparisons, continues while equal: repe, repz
  until_equal, ///< repne, repnz
};
/// Parses "rep", "repe", "repne" and so on.
[[nodiscard]] std::optional<Repeat> repeat_named(std::string_view word);

/// movs, stos, lods, cmps and scas, with a size suffix.
[[nodiscard]] bool is_string_operation(std::string_view name);
/// Whether the operation accepts the prefix: lods accepts none, movs and stos only rep.
[[nodiscard]] bool takes_repeat(std::string_view name, Repeat repeat);

/// The equivalent instructions for a string operation: one for each step, with a prefix in a loop
/// whose counter does not change flags. The pointers are increased. Empty: a different name.
///
/// Processors have faster methods for long ranges; gcc -mstringop-strategy=loop generates a loop.
[[nodiscard]] std::vector<Statement> string_operation(std::string_view name, Repeat repeat);

} // namespace stallscope::isa::x86
