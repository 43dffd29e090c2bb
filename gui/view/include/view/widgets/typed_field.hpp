#pragma once

#include "view/widgets/widgets.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// A text submitted in a field.
struct Typed {
  std::string text;
  bool entered = false; ///< by Enter; otherwise the field lost focus
};

/// An ImGui text field that shows `value`. Input is submitted by Enter and when the field loses
/// focus; Escape restores the value. Rejected text stays, with the reason below the pointer and in
/// problem_of(), until it is corrected or the value changes. `id` is unique in the window;
/// place_of() finds the field by it.
[[nodiscard]] std::optional<Typed> typed_field(const Ui& ui, std::string_view id,
                                               const std::string& value, float width,
                                               const char* hint = "");
/// A field for numbers from `least` to `most`, with validation and buttons to decrement and
/// increment.
[[nodiscard]] std::optional<std::int64_t> number_field(const Ui& ui, std::string_view id,
                                                       std::int64_t value, std::int64_t least,
                                                       std::int64_t most, float width);
/// Why a text is not a number in the range; if it is, sets `number` and returns an empty string.
[[nodiscard]] std::string why_no_number(std::string_view text, std::int64_t least,
                                        std::int64_t most, std::int64_t& number);

/// Marks a field's input as rejected.
void refuse(std::string_view id, std::string why);
/// The reason; empty: accepted, or no input.
[[nodiscard]] const std::string& problem_of(std::string_view id);
/// The current text of a field, submitted or not.
[[nodiscard]] std::string text_in(std::string_view id);

} // namespace stallscope::gui
