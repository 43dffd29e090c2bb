#include "model/files/file_browser.hpp"

#include "base/ascii.hpp"
#include "isa/assemble.hpp"
#include "isa/compile_c.hpp"
#include "model/language/strings.hpp"
#include "model/run/opened_file.hpp"
#include "trace/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

namespace stallscope::gui {

namespace fs = std::filesystem;

namespace {

/// A file of another subject than a program, by name: a machine or plan, an order, a graph, a
/// trace.
bool is_other_run(const std::string& name) {
  return is_machine_file(name) || name.ends_with(".csv") || name.ends_with(".graph") ||
         trace::format_of_name(name).has_value();
}

} // namespace

bool is_program_file(std::string_view name) {
  const std::string file(name);
  return isa::isa_from_file_name(file).has_value() || isa::is_c_file(file) ||
         (file.size() > 4 && file.compare(file.size() - 4, 4, ".elf") == 0);
}

std::string bytes_in_words(std::uint64_t bytes) {
  constexpr double kKilo = 1000;
  if (bytes < 1000)
    return fmt::format("{} B", bytes);
  const double kilobytes = static_cast<double>(bytes) / kKilo;
  return kilobytes < kKilo ? fmt::format("{:.1f} KB", kilobytes)
                           : fmt::format("{:.1f} MB", kilobytes / kKilo);
}

bool FileBrowser::read(const std::string& folder) {
  std::error_code error;
  std::vector<FileEntry> entries;
  fs::directory_iterator it(folder, error);
  for (; !error && it != fs::directory_iterator(); it.increment(error)) {
    FileEntry entry;
    entry.name = it->path().filename().string();
    std::error_code ignored; // a dangling link is shown as an empty file
    entry.folder = it->is_directory(ignored);
    if (!all_files_ &&
        (entry.name.front() == '.' ||
         (!entry.folder && !is_program_file(entry.name) && !is_other_run(entry.name))))
      continue;
    const auto size = entry.folder ? 0 : it->file_size(ignored);
    entry.bytes = ignored ? 0 : size;
    entries.push_back(std::move(entry));
  }
  if (error) {
    problem_ = tr(Text::folder_unreadable, {folder, error.message()});
    return false;
  }
  std::sort(entries.begin(), entries.end(), [](const FileEntry& a, const FileEntry& b) {
    return std::tuple(!a.folder, lower(a.name), a.name) <
           std::tuple(!b.folder, lower(b.name), b.name);
  });
  problem_.clear();
  folder_ = folder;
  entries_ = std::move(entries);
  return true;
}

bool FileBrowser::go_to(const std::string& folder) {
  std::error_code error;
  const fs::path path = fs::absolute(folder.empty() ? "." : folder, error).lexically_normal();
  std::string name = path.string();
  while (name.size() > 1 && name.back() == '/')
    name.pop_back();
  return read(error ? folder : name);
}

bool FileBrowser::up() {
  return go_to(fs::path(folder_).parent_path().string());
}

void FileBrowser::refresh() {
  (void)read(folder_);
}

void FileBrowser::show_all_files(bool all) {
  all_files_ = all;
  refresh();
}

std::vector<PathPart> FileBrowser::parts() const {
  std::vector<PathPart> parts;
  fs::path so_far;
  for (const fs::path& part : fs::path(folder_)) {
    so_far /= part;
    parts.push_back({part.string(), so_far.string()});
  }
  return parts;
}

std::string FileBrowser::path_of(const std::string& name) const {
  if (name == "~" || name.substr(0, 2) == "~/")
    if (const char* home = std::getenv("HOME"); home != nullptr) // single-threaded
      return home + name.substr(1);
  return (fs::path(folder_) / name).lexically_normal().string(); // an absolute name replaces the
                                                                 // folder
}

std::optional<std::string> FileBrowser::pick(const std::string& name) {
  const std::string path = path_of(name);
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    (void)go_to(path);
    return std::nullopt;
  }
  if (fs::is_regular_file(path, ignored)) {
    problem_.clear();
    return path;
  }
  problem_ = tr(Text::no_such_file, {path});
  return std::nullopt;
}

} // namespace stallscope::gui
