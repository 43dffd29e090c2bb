#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// A field of CSV as RFC 4180 writes it: quoted when it holds a comma, a quote or a line end,
/// quotes doubled. A text that a spreadsheet would take for a formula, as it begins with = + - @, a
/// tab or a carriage return and is no number, gets an apostrophe in front, which makes it a text
/// there: names and outputs may come from anybody. Control characters but tabs and line ends become
/// spaces, as in clean() (base/utf8.hpp), which does the same for messages.
[[nodiscard]] std::string csv_field(std::string_view text);

} // namespace stallscope
