#pragma once

#include "base/platform/folder.hpp"

#include <string>
#include <string_view>

namespace stallscope {

/// A private empty folder for temporary files (in TMPDIR, otherwise /tmp). The destructor deletes
/// the folder; if the process is killed, the first such object of a later process of the same user
/// deletes it.
class ScratchFolder {
public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// The folder's path; empty when the folder could not be created.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const;
  /// Writes or overwrites a file; false when it could not be written.
  [[nodiscard]] bool write(std::string_view name, std::string_view text) const;

private:
  std::string path_;
  Descriptor lock_; ///< lock on the folder, held while this process or a forked one lives
};

} // namespace stallscope
