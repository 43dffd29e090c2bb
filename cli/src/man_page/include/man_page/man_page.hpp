#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

// Parts of man pages, in the few requests of man(7) that every formatter knows.
namespace stallscope::man_page {

/// A text that means nothing but itself.
[[nodiscard]] std::string roff(std::string_view text);

/// A paragraph, in short lines.
[[nodiscard]] std::string prose(std::string_view text);

/// Lines as they are.
[[nodiscard]] std::string verbatim(std::string_view lines);

/// How a page begins: `name` of the program, what it is (in a few words), and behind its name in
/// the synopsis `arguments`, in roff.
[[nodiscard]] std::string beginning(std::string_view name, std::string_view version,
                                    std::string_view what, std::string_view arguments);

/// An entry of a list.
[[nodiscard]] std::string entry(std::string_view what, std::string_view words);

/// The options of a program or a command, an entry each.
[[nodiscard]] std::string options(const CLI::App& command);

} // namespace stallscope::man_page
