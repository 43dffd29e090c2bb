#pragma once

#include <cstddef>
#include <string>

namespace stallscope::gui {

/// A memory-mapped file: only the used parts are read, a small fraction of a 20 MB Chinese font.
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
