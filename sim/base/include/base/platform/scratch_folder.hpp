#pragma once

#include "base/platform/folder.hpp"

#include <string>
#include <string_view>

namespace stallscope {

/// A private empty folder for temporary files (TMPDIR, otherwise /tmp). It is deleted with this
/// object; if the process is killed, by the first such object of a later process of the same user.
class ScratchFolder {
public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Empty: it could not be created.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const;
  /// Writes a file, also over an older one; false when it could not be written.
  [[nodiscard]] bool write(std::string_view name, std::string_view text) const;

private:
  std::string path_;
  Descriptor lock_; ///< on the folder, held while this process or a forked one lives
};

} // namespace stallscope
