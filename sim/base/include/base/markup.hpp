#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// A text as the content or a quoted attribute of XML or HTML: & < > " ' as entities. Everything
/// else stays, line ends and other control characters too (clean of utf8.hpp takes those away).
[[nodiscard]] std::string escaped_markup(std::string_view text);

} // namespace stallscope
