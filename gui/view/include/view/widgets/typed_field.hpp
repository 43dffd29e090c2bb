#pragma once

#include "view/widgets/widgets.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// A text that has been typed into a field and is to be taken.
struct Typed {
  std::string text;
  bool entered = false; ///< with Enter; otherwise the field was left
};

/// A field of ImGui's at the cursor that shows `value` and is typed into. What has been typed is
/// taken with Enter and whenever the field is left for another place; Escape brings back the value.
/// A text that is refused stays, with the reason below the pointer and in problem_of(), until it is
/// mended or the value changes. `id` is unique in the window; place_of() knows the field by it.
[[nodiscard]] std::optional<Typed> typed_field(const Ui& ui, std::string_view id,
                                               const std::string& value, float width,
                                               const char* hint = "");
/// The same for numbers from `least` to `most`, which refuses all others by itself, with buttons
/// for one less and one more.
[[nodiscard]] std::optional<std::int64_t> number_field(const Ui& ui, std::string_view id,
                                                       std::int64_t value, std::int64_t least,
                                                       std::int64_t most, float width);
/// Why a text is no number in a range; `number` is set when it is one.
[[nodiscard]] std::string why_no_number(std::string_view text, std::int64_t least,
                                        std::int64_t most, std::int64_t& number);

/// What was typed into a field cannot be taken.
void refuse(std::string_view id, std::string why);
/// Why; empty: it can, or nothing has been typed.
[[nodiscard]] const std::string& problem_of(std::string_view id);
/// What stands in a field now, typed or not, taken or not.
[[nodiscard]] std::string text_in(std::string_view id);

} // namespace stallscope::gui
