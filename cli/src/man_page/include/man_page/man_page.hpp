#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

// Parts of man pages, in the basic requests of man(7).
namespace stallscope::man_page {

/// Escapes a text.
[[nodiscard]] std::string roff(std::string_view text);

/// A paragraph, broken into short lines.
[[nodiscard]] std::string prose(std::string_view text);

/// Preformatted lines.
[[nodiscard]] std::string verbatim(std::string_view lines);

/// The start of a page: `name` of the program, a short description, and the `arguments` of the
/// synopsis, in roff.
[[nodiscard]] std::string beginning(std::string_view name, std::string_view version,
                                    std::string_view what, std::string_view arguments);

/// An entry of a list.
[[nodiscard]] std::string entry(std::string_view what, std::string_view words);

/// The options of a program or a command, one entry each.
[[nodiscard]] std::string options(const CLI::App& command);

} // namespace stallscope::man_page
