#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace stallscope::isa {

/// An undo record of one wrong-path change.
struct UndoEntry {
  std::uint64_t address = 0; ///< register number or memory address
  std::uint64_t old_value = 0;
  std::uint8_t bytes = 0; ///< 0: a register
};

/// Old values of registers and memory, newest last. Its storage is reused, and copies contain only
/// the used part.
class UndoLog {
public:
  UndoLog() = default;
  UndoLog(const UndoLog& other) : entries_(other.begin(), other.end()), size_(other.size_) {}
  UndoLog& operator=(const UndoLog& other) {
    if (this != &other) {
      entries_.assign(other.begin(), other.end());
      size_ = other.size_;
    }
    return *this;
  }
  UndoLog(UndoLog&& other) noexcept
      : entries_(std::move(other.entries_)), size_(std::exchange(other.size_, 0)) {}
  UndoLog& operator=(UndoLog&& other) noexcept {
    entries_ = std::move(other.entries_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~UndoLog() = default;

  void push_back(const UndoEntry& entry) {
    if (size_ == entries_.size()) [[unlikely]]
      entries_.resize(2 * size_ + kFirst);
    entries_[size_++] = entry;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t capacity() const { return entries_.capacity(); }
  [[nodiscard]] const UndoEntry& back() const { return entries_[size_ - 1]; }
  [[nodiscard]] const UndoEntry& operator[](std::size_t index) const { return entries_[index]; }
  [[nodiscard]] const UndoEntry* begin() const { return entries_.data(); }
  [[nodiscard]] const UndoEntry* end() const { return entries_.data() + size_; }
  [[nodiscard]] UndoEntry* begin() { return entries_.data(); }
  [[nodiscard]] UndoEntry* end() { return entries_.data() + size_; }

private:
  static constexpr std::size_t kFirst = 64;
  std::vector<UndoEntry> entries_; ///< entries from size_ on are unused
  std::size_t size_ = 0;
};

} // namespace stallscope::isa
