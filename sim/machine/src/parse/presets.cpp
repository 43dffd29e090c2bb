#include "base/read_file.hpp"
#include "machine/machine_file.hpp"
#include "machine/toml_reader.hpp"
#include "machine/toml_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::machine {

namespace {

Diagnostic file_error(const std::string& file, std::string message, std::string expected = {}) {
  Diagnostic d;
  d.file = file;
  d.message = std::move(message);
  d.expected = std::move(expected);
  return d;
}

bool is_file_name(const std::string& name) {
  constexpr std::string_view kEnding = ".toml";
  return name.find('/') != std::string::npos ||
         (name.size() >= kEnding.size() &&
          name.compare(name.size() - kEnding.size(), kEnding.size(), kEnding) == 0);
}

Result<std::string> read_machine_file(const std::string& file, Streams streams) {
  Result<std::string> text = read_file(
      file, kMaxFileBytes, "a machine file, or a preset: see `stallscope machines`", streams);
  if (!text)
    return text;
  // TOML allows control characters only as line ends and tabs.
  if (std::any_of(text->begin(), text->end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t';
      }))
    return file_error(file, "this is a binary file, not text", "a machine file in TOML");
  return text;
}

} // namespace

Result<Machine> load_machine(const std::string& name_or_file, const std::vector<Setting>& settings,
                             Streams streams) {
  if (is_file_name(name_or_file)) {
    Result<std::string> text = read_machine_file(name_or_file, streams);
    if (!text)
      return text.diagnostics();
    return parse_machine(name_or_file, *text, settings);
  }
  std::vector<std::string_view> names;
  for (const PresetInfo& preset : presets()) {
    if (preset.name == name_or_file)
      return parse_machine(fmt::format("{}.toml", preset.name), preset.toml, settings);
    names.push_back(preset.name);
  }
  Diagnostic d;
  d.message = fmt::format("unknown machine {}", in_quotes(name_or_file));
  d.expected =
      fmt::format("one of {}, or a file name that has a '/' or ends in .toml", joined(names));
  d.suggestion = nearest_word(name_or_file, names);
  return d;
}

} // namespace stallscope::machine
