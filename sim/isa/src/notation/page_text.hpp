#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// A text without what a page, a form of an exam or an input method has put into it, line for line:
/// character references (&nbsp; &lt; &#39;); letters, digits and signs of full width; quotation
/// marks around a whole line; <br> and full stops at the end of a line. What stands between
/// quotation marks is kept. nullopt: there is nothing of the kind.
[[nodiscard]] std::optional<std::string> text_of_page(std::string_view text);

} // namespace stallscope::isa
