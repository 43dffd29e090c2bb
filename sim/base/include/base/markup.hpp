#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// Escapes a text for the content or a quoted attribute of XML or HTML: & < > " ' become entities.
/// Other characters are unchanged, including control characters (removed by clean() of utf8.hpp).
[[nodiscard]] std::string escaped_markup(std::string_view text);

} // namespace stallscope
