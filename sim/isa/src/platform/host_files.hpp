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

/// A file of the host, as a program sees it: its content when it was first opened.
struct HostFile {
  std::string path;
  std::string content;
  bool directory = false;
  struct Entry {
    std::string name;
    unsigned char type = 0; ///< as in struct dirent: DT_REG, DT_DIR, ...
  };
  std::vector<Entry> entries; ///< of a directory, in order of their names, with "." and ".."
};

/// What is kept of them at most.
struct HostFileLimits {
  std::uint64_t file_bytes = InputLimits::guest_file;
  std::uint64_t total_bytes = InputLimits::guest_files_bytes; ///< of all contents and lists
  std::size_t paths = InputLimits::guest_files;
};

/// The files below one directory of the host, to be read only. What has been asked for once, and
/// that it does not exist, is kept: asking again gives the same answer, so that a run can be
/// repeated. Nothing outside the directory can be named: neither by an absolute path nor by `..`
/// nor through symbolic links; and nothing that is no plain file or directory.
///
/// May be used by several threads at once.
class HostFiles {
public:
  /// `directory` is a path of the host. Empty: there are no files.
  explicit HostFiles(const std::string& directory,
                     Resolution resolution = Resolution::by_kernel_if_possible,
                     HostFileLimits limits = {});

  /// The directory could be opened (or is empty).
  [[nodiscard]] bool ok() const { return ok_; }
  /// The number of the file of that path, or a negative errno of Linux. Plain files of more than
  /// HostFileLimits::file_bytes cannot be opened (-EFBIG); -ENFILE when too many files have been
  /// asked for.
  [[nodiscard]] std::int64_t find(const std::string& path);
  /// What find() is about to add to total_bytes() for a plain file of that path; 0 when the path
  /// has been asked for before.
  [[nodiscard]] std::uint64_t bytes_to_copy(const std::string& path) const;
  /// The file of a number that find() has given. It stays where it is.
  [[nodiscard]] const HostFile& file(std::uint32_t number) const;
  /// Of all contents and lists that are kept.
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
