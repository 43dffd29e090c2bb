#include "command_line/command_line_words.hpp"

#include "base/byte_size.hpp"
#include "base/diagnostic.hpp"
#include "input_output/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace stallscope::cli {

namespace {

constexpr unsigned kHelpColumns = 100;
constexpr std::size_t kDescriptionColumn = 30;

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

std::string meant(const std::string& found, const std::vector<std::string>& words) {
  const std::vector<std::string_view> candidates(words.begin(), words.end());
  const std::string_view nearest = nearest_word(found, candidates);
  return nearest.empty() ? std::string{} : fmt::format("; did you mean '{}'?", nearest);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

std::string unexpected(const CLI::App& command) {
  const std::vector<std::string> left = command.remaining(true);
  const std::string word = left.empty() ? std::string{} : left.front();
  if (!word.empty() && word.front() == '-') {
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("unknown option '{}'{}", name, meant(name, option_names(command)));
  }
  return fmt::format("'{}' is one argument too many", word);
}

} // namespace

std::string WrappingFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = "  " + make_option_name(option, is_positional) + make_option_opts(option);
  std::string text;
  if (name.size() + 1 < kDescriptionColumn) {
    name.resize(kDescriptionColumn, ' ');
  } else {
    text = name + "\n";
    name.assign(kDescriptionColumn, ' ');
  }
  return text + wrapped(name, make_option_desc(option), kHelpColumns);
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](const std::string& word) -> std::string {
    std::uint64_t value = 0;
    const char* end = word.data() + word.size();
    const auto [last, error] = std::from_chars(word.data(), end, value);
    if (error == std::errc{} && last == end && value >= least && value <= most)
      return {};
    return most == std::numeric_limits<std::uint64_t>::max() &&
                   error != std::errc::result_out_of_range
               ? fmt::format("'{}' is no number that fits; expected a whole number from {} on",
                             word, least)
               : fmt::format("'{}' is no number that fits; expected a whole number from {} to {}",
                             word, least, most);
  };
  return CLI::Validator(check, "");
}

CLI::Validator byte_size() {
  const auto check = [](const std::string& word) -> std::string {
    return parse_byte_size(word).value_or(0) > 0
               ? std::string{}
               : fmt::format("'{}' is no size; expected bytes, such as 65536 or 512MiB", word);
  };
  return CLI::Validator(check, "");
}

CLI::Validator one_of(std::vector<std::string> words) {
  const auto check = [words = std::move(words)](const std::string& word) -> std::string {
    const bool known = std::find(words.begin(), words.end(), word) != words.end();
    return known ? std::string{} : expected_words(word, words);
  };
  return CLI::Validator(check, "");
}

std::string expected_words(const std::string& found, const std::vector<std::string>& words) {
  return fmt::format("'{}' is unknown; expected {}{}", found, listed(words), meant(found, words));
}

namespace {

/// Replaces CLI11's wording of an error by ours, where CLI11 gives only a text.
std::string problem_of(const CLI::App& command, const CLI::ParseError& error) {
  std::string text = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
    return unexpected(command);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr)
    return text;
  const std::string option = text.substr(0, text.find(':'));
  for (const CLI::Option* known : command.get_options()) {
    if (known->get_name() != option)
      continue;
    if (known->results().size() > 1)
      return fmt::format("{} is given {} times; expected it once", option, known->results().size());
    if (known->results().empty() || known->results().front().empty())
      return fmt::format("{}: its value is missing; expected {}", option, known->get_type_name());
  }
  return text;
}

} // namespace

std::string complaint(const CLI::App& app, const CLI::ParseError& error,
                      const std::vector<std::string>& words) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (!chosen.empty()) {
    const CLI::App& command = *chosen.front();
    return fmt::format("stallscope: error: {}\n  'stallscope {} --help' shows what there is\n",
                       problem_of(command, error), command.get_name());
  }
  const std::vector<std::string> names = command_names(app);
  std::string problem = fmt::format("a command is missing; expected {}", listed(names));
  if (!words.empty())
    problem = fmt::format("'{}' is no command; expected {}{}", words.front(), listed(names),
                          meant(words.front(), names));
  return fmt::format("stallscope: error: {}\n  'stallscope --help' shows what there is\n", problem);
}

} // namespace stallscope::cli
