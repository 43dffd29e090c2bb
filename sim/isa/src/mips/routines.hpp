#pragma once

#include <string>
#include <string_view>

namespace stallscope::isa::mips {

struct Routines {
  /// Every branch of it has a nop behind it, so that it is the same with and without delay slots.
  std::string text;
  bool order_is_assumed = false; ///< it takes numbers in pairs, and no order was found
};

/// The functions of the compiler's library that a program calls without defining them; an empty
/// text when there is none.
[[nodiscard]] Routines routines_for(std::string_view text);

} // namespace stallscope::isa::mips
