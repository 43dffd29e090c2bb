#include "array_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace stallscope::isa {

namespace {

/// Index of the parameter with this name; if none, the number of parameters.
std::size_t parameter_called(std::string_view name, const std::vector<CParameter>& parameters) {
  return static_cast<std::size_t>(std::find_if(parameters.begin(), parameters.end(),
                                               [name](const CParameter& p) {
                                                 return p.name < p.words.size() &&
                                                        p.words[p.name] == name;
                                               }) -
                                  parameters.begin());
}

/// The tokens between the brackets of an index: [begin, end); none: derived from a pointer.
std::optional<std::pair<std::size_t, std::size_t>> bracket_at(const CParameter& parameter,
                                                              std::size_t level) {
  if (level >= parameter.opened.size() || parameter.words[parameter.opened[level]] != "[")
    return std::nullopt;
  const std::size_t begin = parameter.opened[level] + 1;
  std::size_t end = begin;
  for (unsigned depth = 1; end < parameter.words.size(); ++end) {
    depth += parameter.words[end] == "[" ? 1 : 0;
    if (parameter.words[end] == "]" && --depth == 0)
      break;
  }
  return std::pair{begin, end};
}

bool says_nothing_of_length(std::string_view word) {
  return word == "static" || word == "const" || word == "volatile";
}

Diagnostic problem_in_list(const CallArgument& argument, std::string message,
                           std::string expected) {
  Diagnostic d;
  d.file = "--call";
  d.line = 1;
  d.column = argument.column;
  d.message = std::move(message);
  d.expected = std::move(expected);
  return d;
}

std::string name_in_words(const CParameter& parameter, std::size_t number) {
  return parameter.name < parameter.words.size()
             ? fmt::format("'{}'", parameter.words[parameter.name])
             : fmt::format("argument {}", number + 1);
}

} // namespace

std::string length_text(const CParameter& parameter, std::size_t begin, std::size_t end,
                        const CallText& call, const std::vector<CParameter>& parameters) {
  std::string text;
  bool of_parameter = false;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string& word = parameter.words[i];
    const std::size_t other = parameter_called(word, parameters);
    text += text.empty() ? "" : " ";
    if (other == parameters.size()) {
      text += word;
      continue;
    }
    const bool given = other < call.arguments.size() && !call.arguments[other].text.empty();
    text += given ? fmt::format("((long)({}))", call.arguments[other].text) : "1";
    of_parameter = true;
  }
  return of_parameter ? fmt::format("({0}) > 0 ? ({0}) : 1", text) : text;
}

std::optional<std::uint64_t> length_at(const CParameter& parameter, std::size_t level,
                                       const CallText& call,
                                       const std::vector<CParameter>& parameters) {
  const auto bracket = bracket_at(parameter, level);
  if (!bracket)
    return std::nullopt;
  auto [begin, end] = *bracket;
  while (begin < end && says_nothing_of_length(parameter.words[begin]))
    ++begin;
  if (end != begin + 1)
    return std::nullopt;
  const std::string& word = parameter.words[begin];
  if (const std::size_t other = parameter_called(word, parameters);
      other < std::min(parameters.size(), call.arguments.size())) {
    const std::optional<std::int64_t> value = call.arguments[other].number;
    return value && *value > 0 ? std::optional<std::uint64_t>(*value) : std::nullopt;
  }
  std::uint64_t value = 0;
  const auto [behind, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && behind == word.data() + word.size() && value > 0
             ? std::optional(value)
             : std::nullopt;
}

std::optional<std::uint64_t> rows_of(std::size_t number, const CallText& call,
                                     const std::vector<CParameter>& parameters) {
  const CallArgument& argument = call.arguments[number];
  const CParameter& parameter = parameters[number];
  std::uint64_t row = 1;
  for (std::size_t level = argument.lengths.size(); level < parameter.dimensions(); ++level) {
    const auto length = length_at(parameter, level, call, parameters);
    if (!length || *length > kMaxCallElements || row > kMaxCallElements)
      return std::nullopt;
    row *= *length;
  }
  return argument.lengths.size() == 1 ? (argument.lengths[0] + row - 1) / row : argument.lengths[0];
}

std::string least_length(std::size_t number, const CallText& call,
                         const std::vector<CParameter>& parameters) {
  const CParameter& parameter = parameters[number];
  const auto bracket = bracket_at(parameter, 0);
  const auto rows = rows_of(number, call, parameters);
  if (!bracket || !rows || length_at(parameter, 0, call, parameters))
    return {};
  auto [begin, end] = *bracket;
  while (begin < end && says_nothing_of_length(parameter.words[begin]))
    ++begin;
  if (begin == end || parameter.words[begin] == "*")
    return {};
  const std::string length = length_text(parameter, begin, end, call, parameters);
  return fmt::format("(long)({0}) > {1} ? ({0}) : {1}", length, *rows);
}

std::optional<Diagnostic> problem_with_lengths(std::size_t number, const CallText& call,
                                               const std::vector<CParameter>& parameters) {
  const CallArgument& argument = call.arguments[number];
  const CParameter& parameter = parameters[number];
  const std::string name = name_in_words(parameter, number);
  for (std::size_t level = 1; level < parameter.dimensions(); ++level) {
    const auto bracket = bracket_at(parameter, level);
    for (std::size_t i = bracket ? bracket->first : 0; bracket && i < bracket->second; ++i) {
      const std::size_t other = parameter_called(parameter.words[i], parameters);
      if (other < call.arguments.size() && other < parameters.size() &&
          call.arguments[other].kind != CallArgument::Kind::value)
        return problem_in_list(call.arguments[other],
                               fmt::format("the rows of {} are as long as '{}' says, and this is "
                                           "no number",
                                           name, parameter.words[i]),
                               "a number");
    }
    if (argument.kind != CallArgument::Kind::list)
      continue;
    const auto length = length_at(parameter, level, call, parameters);
    if (length && level < argument.lengths.size() && argument.lengths[level] > *length)
      return problem_in_list(argument,
                             fmt::format("a row of {} has {} elements here, and {} by the call",
                                         name, argument.lengths[level], *length),
                             fmt::format("rows of up to {} elements", *length));
  }
  if (argument.kind == CallArgument::Kind::list && argument.repeats &&
      argument.lengths.size() == 1 && parameter.dimensions() > 1)
    return problem_in_list(
        argument, fmt::format("{} consists of rows, and values are repeated without any", name),
        "rows in braces, such as {{7 x 3} x 2}");
  return std::nullopt;
}

} // namespace stallscope::isa
