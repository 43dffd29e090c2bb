#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace stallscope {

/// Memory of vectors that are written once from front to back. From 2 MiB on it is asked for in
/// large pages, where the system has them (Linux: "madvise" or "always" in
/// /sys/kernel/mm/transparent_hugepage/enabled): a fault for each 4 KiB takes longer than writing
/// them.
template <class T> struct LargePages {
  using value_type = T;
  static constexpr std::size_t kPageBytes = std::size_t{2} << 20;

  LargePages() = default;
  template <class U> LargePages(const LargePages<U>&) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < kPageBytes)
      return static_cast<T*>(::operator new(bytes));
    const std::size_t whole = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
    void* const memory = std::aligned_alloc(kPageBytes, whole);
    if (memory == nullptr)
      throw std::bad_alloc();
#if defined(__linux__)
    (void)madvise(memory, whole, MADV_HUGEPAGE); // only a wish
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    if (count * sizeof(T) < kPageBytes)
      ::operator delete(memory);
    else
      std::free(memory);
  }
  template <class U> bool operator==(const LargePages<U>&) const noexcept {
    return true;
  }
};

template <class T> using LargeVector = std::vector<T, LargePages<T>>;

} // namespace stallscope
