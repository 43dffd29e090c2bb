#pragma once

#include "base/input_limits.hpp"
#include "base/platform/folder.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

class SourceFiles;

/// Permits reading source files below the folders of --source-path, by default below those of the
/// programs ("-" has none). False, with an error printed, if a path is not a folder.
[[nodiscard]] bool search_folders(SourceFiles& sources, const std::vector<std::string>& asked,
                                  const std::vector<std::string>& programs);

/// The source lines named by an executable's line table. File names are untrusted: only regular
/// files of limited size below folders chosen by the user are read; others are reported once and
/// have no lines.
class SourceFiles {
public:
  static constexpr std::size_t kMostBytes = InputLimits::source_file;
  static constexpr std::size_t kMostFiles = InputLimits::source_files;

  /// Permits reading files below this folder. False: not a readable folder.
  [[nodiscard]] bool search(const std::string& folder);
  /// Adds the lines of an assembled program.
  void add(const std::string& name, std::vector<std::string> lines) {
    files_[name] = std::move(lines);
  }
  /// A line by number from 1; empty when it does not exist. Each file is read once.
  [[nodiscard]] std::string line(std::string_view file, std::uint32_t number);
  /// The files without lines and the reasons, one sentence each.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

private:
  struct Root {
    std::string path; ///< absolute, without links, ends in '/'
    Folder folder;
  };
  [[nodiscard]] std::vector<std::string> read(const std::string& file);

  std::vector<Root> roots_;
  std::map<std::string, std::vector<std::string>> files_;
  std::vector<std::string> problems_;
};

} // namespace stallscope::cli
