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

/// Files named by a graph or an ONNX model. The graph may come from an untrusted source: only
/// regular files of limited size in its own folder or below are read. Each is read once and cached.
class NamedFiles {
public:
  /// `file`: the graph's file, whose folder is used; for "-", standard input, the current folder.
  /// `expected`: describes the files in messages.
  NamedFiles(const std::string& file, std::string_view expected);

  /// The content of a file; valid as long as this object.
  [[nodiscard]] Result<std::string_view> read(const std::string& name);

private:
  std::optional<Folder> folder_;
  std::string_view expected_;
  std::map<std::string, std::string> files_;
  std::size_t bytes_ = 0; ///< total of all files
};

} // namespace stallscope::graph
