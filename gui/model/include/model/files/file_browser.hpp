#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A line of a folder's list.
struct FileEntry {
  std::string name;
  bool folder = false;
  std::uint64_t bytes = 0; ///< of a file

  bool operator==(const FileEntry&) const = default;
};

/// A part of the present folder's path, from the root on.
struct PathPart {
  std::string name;
  std::string path;
};

/// The folder that a dialog for opening and saving shows.
class FileBrowser {
public:
  /// Goes to a folder; false: it stays where it is, and problem() says why.
  bool go_to(const std::string& folder);
  bool up();
  /// Reads the folder again.
  void refresh();
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] std::vector<PathPart> parts() const;
  /// Folders, then files, each by name, case ignored; hidden ones are left out, and files that are
  /// no programs, unless all are wanted.
  [[nodiscard]] const std::vector<FileEntry>& entries() const { return entries_; }
  [[nodiscard]] bool all_files() const { return all_files_; }
  void show_all_files(bool all);
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// What a name that was typed or clicked on stands for: an absolute path as it is, "~/..." below
  /// the home folder, others below this folder.
  [[nodiscard]] std::string path_of(const std::string& name) const;
  /// Goes to a folder of that name, or gives the path of a file that is there. Nothing: it went, or
  /// there is no such file, which problem() says.
  [[nodiscard]] std::optional<std::string> pick(const std::string& name);

private:
  bool read(const std::string& folder);

  std::string folder_;
  std::string problem_;
  std::vector<FileEntry> entries_;
  bool all_files_ = false;
};

/// Whether a file can be opened here, by its name: assembly in one of the notations, C, or an
/// executable file (".elf").
[[nodiscard]] bool is_program_file(std::string_view name);

/// "312 bytes", "4.2 KB", "1.0 MB".
[[nodiscard]] std::string bytes_in_words(std::uint64_t bytes);

} // namespace stallscope::gui
