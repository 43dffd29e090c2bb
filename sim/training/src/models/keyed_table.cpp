#include "keyed_table.hpp"

#include "machine/toml_reader.hpp"

namespace stallscope::training {

std::optional<machine::Value> tree_of(std::string_view toml, std::string_view what,
                                      machine::Report& report) {
  machine::TomlResult read = machine::read_toml(toml, what);
  if (!read.tree)
    report.error(read.place, std::move(read.message), std::move(read.expected));
  else
    read.tree->place = {}; // a missing key has no location in the file
  return std::move(read.tree);
}

bool is_file_name(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".toml");
}

Result<NamedText>
find_text(const std::string& name_or_file, std::string_view what,
          const std::vector<std::pair<std::string_view, std::string_view>>& shipped,
          Streams streams, const FileReader& read) {
  if (is_file_name(name_or_file)) {
    Result<std::string> text =
        read(name_or_file, machine::kMaxFileBytes, "a file of a " + std::string(what), streams);
    if (!text)
      return text.diagnostics();
    return NamedText{name_or_file, std::move(text).value()};
  }
  std::vector<std::string_view> names;
  for (const auto& [name, text] : shipped) {
    if (name == name_or_file)
      return NamedText{std::string(name) + ".toml", std::string(text)};
    names.push_back(name);
  }
  Diagnostic problem;
  problem.message = "unknown " + std::string(what) + " " + machine::in_quotes(name_or_file);
  problem.expected =
      "one of " + machine::joined(names) + ", or a file name that has a '/' or ends in .toml";
  problem.suggestion = nearest_word(name_or_file, names);
  return problem;
}

} // namespace stallscope::training
