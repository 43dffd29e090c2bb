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

/// Lets source files be read below the folders of --source-path, else below those of the programs
/// ("-" has none). False, with an error printed: one that was asked for is no folder.
[[nodiscard]] bool search_folders(SourceFiles& sources, const std::vector<std::string>& asked,
                                  const std::vector<std::string>& programs);

/// The lines of source files that the line table of an executable names. Whoever made the
/// executable has chosen these names, so files are read only below folders that the user has
/// chosen, plain ones only and up to a size; others are said once and have no lines.
class SourceFiles {
public:
  static constexpr std::size_t kMostBytes = InputLimits::source_file;
  static constexpr std::size_t kMostFiles = InputLimits::source_files;

  /// Files below this folder may be read. False: it is no folder that can be read.
  [[nodiscard]] bool search(const std::string& folder);
  /// The lines of a program that was assembled.
  void add(const std::string& name, std::vector<std::string> lines) {
    files_[name] = std::move(lines);
  }
  /// A line by its number from 1; empty when it is not there. Each file is read once.
  [[nodiscard]] std::string line(std::string_view file, std::uint32_t number);
  /// What was looked for and why it has no lines, a sentence each.
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
