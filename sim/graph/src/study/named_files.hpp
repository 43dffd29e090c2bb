#pragma once

#include "base/input_limits.hpp"
#include "base/platform/folder.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::graph {

/// Files that a graph or an ONNX model names. It may be a stranger's: only plain files of limited
/// size are read, below the folder in which it lies itself. Each is read once and kept.
class NamedFiles {
public:
  /// Beside `file`; "-", which is standard input, lies in the current folder. `expected`: what the
  /// files are, for messages.
  NamedFiles(const std::string& file, std::string_view expected);

  /// The content of a file, which lasts as long as this object.
  [[nodiscard]] Result<std::string_view> read(const std::string& name);

private:
  std::optional<Folder> folder_;
  std::string_view expected_;
  std::map<std::string, std::string> files_;
  std::size_t bytes_ = 0; ///< of all files
};

} // namespace stallscope::graph
