#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

// Wording of the command line: help within 100 columns, and error messages with the value found,
// the values expected and a suggestion.
namespace stallscope::cli {

/// Help texts whose lines are at most 100 columns long.
class WrappingFormatter final : public CLI::Formatter {
public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

/// Decimal digits only, without sign: CLI11's own check accepts -3 as a very large number.
[[nodiscard]] CLI::Validator
whole_number(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A number of bytes from 1 on, such as 65536, 512M or 512MiB.
[[nodiscard]] CLI::Validator byte_size();

/// Exactly one of these words.
[[nodiscard]] CLI::Validator one_of(std::vector<std::string> words);

/// "expected auto, always or never; did you mean 'never'?"
[[nodiscard]] std::string expected_words(const std::string& found,
                                         const std::vector<std::string>& words);

/// The word of an enumeration value.
template <class Enum>
[[nodiscard]] CLI::Validator word_of(const std::map<std::string, Enum>& values) {
  const auto replace = [&values](std::string& word) -> std::string {
    const auto found = values.find(CLI::detail::to_lower(word));
    if (found != values.end()) {
      word = std::to_string(static_cast<std::underlying_type_t<Enum>>(found->second));
      return {};
    }
    std::vector<std::string> words;
    words.reserve(values.size());
    for (const auto& [name, value] : values)
      words.push_back(name);
    return expected_words(word, words);
  };
  return CLI::Validator(replace, "");
}

/// All commands, in the order of the help text.
[[nodiscard]] inline std::vector<CLI::App*> commands_of(CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// The error message for a command line, for standard error. `words`: the arguments as typed.
[[nodiscard]] std::string complaint(const CLI::App& app, const CLI::ParseError& error,
                                    const std::vector<std::string>& words);

} // namespace stallscope::cli
