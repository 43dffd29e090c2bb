#pragma once

#include <cstddef>
#include <string>

namespace stallscope::gui {

/// A file in memory, of which only those parts are read that are looked at: of a Chinese font of
/// 20 MB a small share.
class MappedFile {
public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  /// Null when it cannot be read.
  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace stallscope::gui
