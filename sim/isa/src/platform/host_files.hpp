#pragma once

#include "base/input_limits.hpp"
#include "base/platform/folder.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// A host file, as a program sees it: its content at the time of the first open.
struct HostFile {
  std::string path;
  std::string content;
  bool directory = false;
  struct Entry {
    std::string name;
    unsigned char type = 0; ///< as in struct dirent: DT_REG, DT_DIR, ...
  };
  std::vector<Entry> entries; ///< of a directory, sorted by name, with "." and ".."
};

/// Limits for stored files.
struct HostFileLimits {
  std::uint64_t file_bytes = InputLimits::guest_file;
  std::uint64_t total_bytes = InputLimits::guest_files_bytes; ///< total of all contents and lists
  std::size_t paths = InputLimits::guest_files;
};

/// The files below one directory of the host, read-only. Every answer is stored, including that a
/// file does not exist: the same request always gives the same answer, so that a run can be
/// repeated. Nothing outside the directory is accessible, neither by an absolute path nor by `..`
/// nor through symbolic links; only regular files and directories are.
///
/// May be used by several threads concurrently.
class HostFiles {
public:
  /// `directory` is a host path. Empty: no files.
  explicit HostFiles(const std::string& directory,
                     Resolution resolution = Resolution::by_kernel_if_possible,
                     HostFileLimits limits = {});

  /// The directory could be opened (or is empty).
  [[nodiscard]] bool ok() const { return ok_; }
  /// The number of the file at that path, or a negative Linux errno. Regular files larger than
  /// HostFileLimits::file_bytes cannot be opened (-EFBIG); -ENFILE after requests for too many
  /// files.
  [[nodiscard]] std::int64_t find(const std::string& path);
  /// Bytes that find() will add to total_bytes() for a regular file at that path; 0 if the path was
  /// requested before.
  [[nodiscard]] std::uint64_t bytes_to_copy(const std::string& path) const;
  /// The file for a number returned by find(). The reference remains valid.
  [[nodiscard]] const HostFile& file(std::uint32_t number) const;
  /// Size of all stored contents and lists.
  [[nodiscard]] std::uint64_t total_bytes() const;

private:
  std::int64_t read(const std::string& path);

  mutable std::mutex mutex_;
  const HostFileLimits limits_;
  bool ok_ = true;
  std::optional<Folder> directory_;           ///< none: no files
  std::map<std::string, std::int64_t> known_; ///< by path as given: number or errno
  std::vector<std::unique_ptr<const HostFile>> files_;
  std::uint64_t total_bytes_ = 0;
};

} // namespace stallscope::isa
