#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// A CSV field after RFC 4180: quoted when it contains a comma, a quote or a newline, with quotes
/// doubled. Against formula injection, text that a spreadsheet would take for a formula (it begins
/// with = + - @, a tab or a carriage return and is not a number) gets a leading apostrophe: names
/// and outputs are untrusted. Control characters other than tabs and newlines become spaces, as in
/// clean() (base/utf8.hpp) for messages.
[[nodiscard]] std::string csv_field(std::string_view text);

} // namespace stallscope
