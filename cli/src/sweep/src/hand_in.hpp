#pragma once

#include "base/input_limits.hpp"
#include "base/platform/folder.hpp"
#include "base/platform/scratch_folder.hpp"
#include "base/result.hpp"

#include <string>
#include <string_view>

namespace stallscope::sweep {

/// What somebody has handed in, a folder or a file, opened. Only plain files below it are read;
/// symbolic links, pipes, devices and paths that lead out of it are problems, whoever renames what
/// meanwhile. A problem names files from the hand-in on, and nothing of the host.
class HandIn {
public:
  static constexpr std::size_t kMostFileBytes = InputLimits::program;
  static constexpr std::size_t kMostHeaders = InputLimits::headers;
  static constexpr std::size_t kMostHeaderBytes = InputLimits::header;

  /// The path may lead through links, but the hand-in, its last part, may be none: who hands in
  /// chooses that.
  [[nodiscard]] static Result<HandIn> open(const std::string& path);

  [[nodiscard]] bool is_folder() const { return name_.empty(); }

  /// All of a file; of a hand-in that is a file that one, by whatever name. `what` is what messages
  /// expect of it.
  [[nodiscard]] Result<std::string> read(const std::string& file, std::size_t most_bytes,
                                         std::string_view what) const;

  /// Copies a program into a folder of ours, one of C with the headers beside it; headers that
  /// cannot be read are left out. Gives the name of the copy: the last part of `file`, with the
  /// extensions of a hand-in that is a file, as they tell the notation.
  [[nodiscard]] Result<std::string> copy(const std::string& file, const ScratchFolder& to) const;

private:
  HandIn(Folder folder, std::string name) : folder_(std::move(folder)), name_(std::move(name)) {}

  Folder folder_;    ///< the hand-in, or where it lies when it is a file
  std::string name_; ///< of a hand-in that is a file; else empty
};

} // namespace stallscope::sweep
