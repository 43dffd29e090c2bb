#include "subject/source_files.hpp"

#include "base/read_file.hpp"
#include "input_output/console.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

namespace stallscope::cli {

namespace {

/// Candidate paths below a folder, best first: the full name, then its last component, because
/// programs are often compiled on another computer.
std::vector<std::string> candidates(const std::string& root, const std::string& file) {
  std::vector<std::string> names;
  if (file.compare(0, root.size(), root) == 0)
    names.push_back(file.substr(root.size()));
  else if (file.front() != '/')
    names.push_back(file);
  if (const std::string last = std::filesystem::path(file).filename().string();
      !last.empty() && (names.empty() || names.back() != last))
    names.push_back(last);
  return names;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

} // namespace

bool search_folders(SourceFiles& sources, const std::vector<std::string>& asked,
                    const std::vector<std::string>& programs) {
  bool all = true;
  for (const std::string& folder : asked)
    if (!sources.search(folder)) {
      print_error(fmt::format("--source-path {}: expected a folder that can be read", folder));
      all = false;
    }
  if (asked.empty())
    for (const std::string& program : programs)
      if (program != "-")
        (void)sources.search(std::filesystem::path(program).parent_path().string());
  return all;
}

bool SourceFiles::search(const std::string& folder) {
  std::error_code failed;
  std::string path = std::filesystem::canonical(folder.empty() ? "." : folder, failed).string();
  if (failed)
    return false;
  auto opened = Folder::open(path);
  if (!opened)
    return false;
  if (path.back() != '/')
    path += '/';
  roots_.push_back({std::move(path), std::move(*opened)});
  return true;
}

std::vector<std::string> SourceFiles::read(const std::string& file) {
  if (files_.size() > kMostFiles) {
    if (files_.size() == kMostFiles + 1)
      problems_.push_back(
          fmt::format("more than {} source files are named; no more are looked for", kMostFiles));
    return {};
  }
  if (file.empty())
    return {};
  for (const Root& root : roots_)
    for (const std::string& name : candidates(root.path, file)) {
      const Descriptor opened = root.folder.open_below(name, Links::follow_below);
      std::string text;
      if (!opened.ok())
        continue;
      const ReadEnd end = read_plain_file(opened, kMostBytes, text);
      if (end == ReadEnd::complete)
        return lines_of(text);
      if (end != ReadEnd::failed) {
        problems_.push_back(fmt::format("{}: {}", file, read_problem(end, kMostBytes)));
        return {};
      }
    }
  problems_.push_back(fmt::format("{}: not found in a folder that may be read", file));
  return {};
}

std::string SourceFiles::line(std::string_view file, std::uint32_t number) {
  const auto [entry, is_new] = files_.try_emplace(std::string(file));
  if (is_new)
    entry->second = read(entry->first);
  return number <= entry->second.size() ? entry->second[number - 1] : std::string{};
}

} // namespace stallscope::cli
