#include "machine/machine_file.hpp"
#include "machine/toml_reader.hpp"
#include "machine/toml_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

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

Result<std::string> read_file(const std::string& file) {
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::status(file, failed);
  if (status.type() == std::filesystem::file_type::not_found)
    return file_error(file, "there is no such file",
                      "a machine file, or a preset: see `stallscope machines`");
  if (status.type() == std::filesystem::file_type::directory)
    return file_error(file, "this is a folder", "a machine file");
  std::ifstream in(file, std::ios::binary);
  // One byte more than is allowed, so that a larger file is seen to be larger without reading all
  // of it.
  std::string text(kMaxFileBytes + 1, '\0');
  if (!in || (in.read(text.data(), static_cast<std::streamsize>(text.size())), in.bad()))
    return file_error(file, "the file cannot be read", "a machine file that you may read");
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMaxFileBytes)
    return file_error(file, fmt::format("the file is larger than {} bytes", kMaxFileBytes),
                      "a machine file in TOML");
  // TOML allows no control characters but line ends and tabs.
  if (std::any_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t';
      }))
    return file_error(file, "this is a binary file, not text", "a machine file in TOML");
  return text;
}

} // namespace

Result<Machine> load_machine(const std::string& name_or_file,
                             const std::vector<Setting>& settings) {
  if (is_file_name(name_or_file)) {
    Result<std::string> text = read_file(name_or_file);
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
