#pragma once

#include "x86/micro_ops/build.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// The prefix of a string operation.
enum class Repeat : std::uint8_t {
  none,
  plain,       ///< rep; of comparisons while they find equal: repe, repz
  until_equal, ///< repne, repnz
};
/// Of "rep", "repe", "repne" and so on.
[[nodiscard]] std::optional<Repeat> repeat_named(std::string_view word);

/// movs, stos, lods, cmps and scas, with the suffix of a size.
[[nodiscard]] bool is_string_operation(std::string_view name);
/// Whether the operation takes the prefix: lods none, movs and stos rep alone.
[[nodiscard]] bool takes_repeat(std::string_view name, Repeat repeat);

/// A string operation as the instructions it stands for: one for each step, with a prefix in a loop
/// whose count leaves flags as they are. The pointers go upwards. Empty: the name is none.
///
/// Processors have faster ways for long stretches; a loop is what gcc -mstringop-strategy=loop
/// makes.
[[nodiscard]] std::vector<Statement> string_operation(std::string_view name, Repeat repeat);

} // namespace stallscope::isa::x86
