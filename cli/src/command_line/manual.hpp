#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stallscope::cli {

// Manuals generated from the option definitions of the commands.

/// The man page in the requests of man(7).
[[nodiscard]] std::string man_page_of(CLI::App& app);
/// Completions for shells.
[[nodiscard]] std::string bash_completion(CLI::App& app);
[[nodiscard]] std::string zsh_completion(CLI::App& app);

} // namespace stallscope::cli
