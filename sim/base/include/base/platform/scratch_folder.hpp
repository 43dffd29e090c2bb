#pragma once

#include "base/platform/folder.hpp"

#include <string>
#include <string_view>

namespace stallscope {

/// An empty folder for temporary files (TMPDIR, else /tmp) that nobody else may look into. It goes
/// with this object, and what is in it; if the process is killed, with the first such object of a
/// later process of the same user.
class ScratchFolder {
public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Empty: it could not be made.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const;
  /// Writes a file, also over an older one; false when it could not be written.
  [[nodiscard]] bool write(std::string_view name, std::string_view text) const;

private:
  std::string path_;
  Descriptor lock_; ///< on the folder, held as long as this process or one it has forked lives
};

} // namespace stallscope
