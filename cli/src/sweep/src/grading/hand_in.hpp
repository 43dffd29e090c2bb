#pragma once

#include "base/input_limits.hpp"
#include "base/platform/folder.hpp"
#include "base/platform/scratch_folder.hpp"
#include "base/result.hpp"

#include <string>
#include <string_view>

namespace stallscope::sweep {

/// An opened submission, a folder or a file. Only regular files below it are read; symbolic links,
/// pipes, devices and paths leading out of it are errors, even if files are renamed concurrently.
/// Messages name files relative to the submission, and contain no other paths of the host.
class HandIn {
public:
  static constexpr std::size_t kMostFileBytes = InputLimits::program;
  static constexpr std::size_t kMostHeaders = InputLimits::headers;
  static constexpr std::size_t kMostHeaderBytes = InputLimits::header;

  /// The path may contain links, but its last component, the submission, must not be a link, since
  /// the student controls it.
  [[nodiscard]] static Result<HandIn> open(const std::string& path);

  [[nodiscard]] bool is_folder() const { return name_.empty(); }

  /// The content of a file; for a single-file submission that file, regardless of its name. `what`:
  /// the expected content, for messages.
  [[nodiscard]] Result<std::string> read(const std::string& file, std::size_t most_bytes,
                                         std::string_view what) const;

  /// Copies a program into a temporary folder, for C with the headers beside it; unreadable headers
  /// are omitted. Returns the name of the copy: the last component of `file`, with the extension of
  /// a single-file submission, which determines the notation.
  [[nodiscard]] Result<std::string> copy(const std::string& file, const ScratchFolder& to) const;

private:
  HandIn(Folder folder, std::string name) : folder_(std::move(folder)), name_(std::move(name)) {}

  Folder folder_;    ///< the submission, or the folder of a single file
  std::string name_; ///< name of a single-file submission; otherwise empty
};

} // namespace stallscope::sweep
