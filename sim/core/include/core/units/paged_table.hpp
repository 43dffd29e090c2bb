#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace stallscope::core {

/// A hardware table as a plain value that is cheap to copy (copy on write): entries lie in pages of
/// 4 KiB, shared by copies until one of them is written. A read is two loads; the first write to a
/// shared page copies it.
template <class T> class PagedTable {
public:
  static constexpr std::size_t kPageEntries = [] {
    std::size_t entries = 1;
    while (entries * 2 * sizeof(T) <= 4096)
      entries *= 2;
    return entries;
  }();

  PagedTable() = default;
  /// `size` entries equal to `initial`, all on one shared page until something is written.
  PagedTable(std::size_t size, const T& initial) : size_(size) {
    if (size == 0)
      return;
    const auto page = std::make_shared<Page>();
    page->fill(initial);
    pages_.assign((size + kPageEntries - 1) / kPageEntries, page);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const T& operator[](std::size_t index) const {
    return (*pages_[index / kPageEntries])[index % kPageEntries];
  }
  /// An entry for writing. The entries behind it on its page may be written through its address.
  [[nodiscard]] T& write(std::size_t index) {
    std::shared_ptr<Page>& page = pages_[index / kPageEntries];
    if (page.use_count() != 1) [[unlikely]]
      page = std::make_shared<Page>(*page);
    return (*page)[index % kPageEntries];
  }

  bool operator==(const PagedTable& other) const {
    if (size_ != other.size_)
      return false;
    for (std::size_t i = 0; i < pages_.size(); ++i)
      if (pages_[i] != other.pages_[i] && *pages_[i] != *other.pages_[i])
        return false;
    return true;
  }

  /// Size in bytes of the pages not shared with `other`; of all pages when `other` is null. A page
  /// that occurs several times in the table counts once for each run of adjacent occurrences.
  [[nodiscard]] std::uint64_t bytes_beyond(const PagedTable* other) const {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      const bool counted = i > 0 && pages_[i] == pages_[i - 1];
      const bool shared =
          other != nullptr && i < other->pages_.size() && pages_[i] == other->pages_[i];
      bytes += counted || shared ? 0 : sizeof(Page);
    }
    return bytes;
  }

private:
  using Page = std::array<T, kPageEntries>;
  std::vector<std::shared_ptr<Page>> pages_;
  std::size_t size_ = 0;
};

} // namespace stallscope::core
