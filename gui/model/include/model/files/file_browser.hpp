#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// An entry of a folder.
struct FileEntry {
  std::string name;
  bool folder = false;
  std::uint64_t bytes = 0; ///< size of a file

  bool operator==(const FileEntry&) const = default;
};

/// A component of the current folder's path, from the root.
struct PathPart {
  std::string name;
  std::string path;
};

/// The folder shown by an open or save dialog.
class FileBrowser {
public:
  /// Opens a folder; false: failed, with the reason in problem() and the folder unchanged.
  bool go_to(const std::string& folder);
  bool up();
  /// Reads the folder again.
  void refresh();
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] std::vector<PathPart> parts() const;
  /// Folders, then files, sorted by name ignoring case; hidden files, and files that are not
  /// programs, are included on request only.
  [[nodiscard]] const std::vector<FileEntry>& entries() const { return entries_; }
  [[nodiscard]] bool all_files() const { return all_files_; }
  void show_all_files(bool all);
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Resolves a typed or clicked name: absolute, "~/..." relative to the home folder, otherwise
  /// relative to this folder.
  [[nodiscard]] std::string path_of(const std::string& name) const;
  /// Opens a folder of that name, or returns the path of an existing file. Nothing: a folder was
  /// opened, or the file does not exist (see problem()).
  [[nodiscard]] std::optional<std::string> pick(const std::string& name);

private:
  bool read(const std::string& folder);

  std::string folder_;
  std::string problem_;
  std::vector<FileEntry> entries_;
  bool all_files_ = false;
};

/// Whether a file can be opened, by its name: assembly in one of the notations, C, or an executable
/// (".elf").
[[nodiscard]] bool is_program_file(std::string_view name);

/// "312 bytes", "4.2 KB", "1.0 MB".
[[nodiscard]] std::string bytes_in_words(std::uint64_t bytes);

} // namespace stallscope::gui
