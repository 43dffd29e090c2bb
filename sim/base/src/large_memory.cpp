#include "base/large_memory.hpp"

#include "base/huge_pages.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace stallscope {

namespace {

#ifdef __linux__
constexpr std::size_t kLarge = std::size_t{1} << 20;

/// Size of a block in whole large pages, so that all of it has the same page size and can be moved
/// together.
std::size_t whole_pages(std::size_t bytes) {
  constexpr std::size_t kPage = std::size_t{2} << 20;
  return (bytes + kPage - 1) / kPage * kPage;
}

bool has_own_pages(std::size_t bytes) {
  return bytes >= kLarge;
}

void* own_pages(std::size_t bytes) {
  void* block = mmap(nullptr, whole_pages(bytes), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return block == MAP_FAILED ? nullptr : block;
}
#else
bool has_own_pages(std::size_t) {
  return false;
}
std::size_t whole_pages(std::size_t bytes) {
  return bytes;
}
#endif

void* grown(void* block, std::size_t bytes, std::size_t more_bytes) {
#ifdef __linux__
  if (has_own_pages(more_bytes)) {
    if (has_own_pages(bytes)) {
      void* moved = mremap(block, whole_pages(bytes), whole_pages(more_bytes), MREMAP_MAYMOVE);
      return moved == MAP_FAILED ? nullptr : moved;
    }
    void* pages = own_pages(more_bytes);
    if (pages != nullptr && bytes > 0) {
      std::memcpy(pages, block, bytes);
      std::free(block);
    }
    return pages;
  }
#endif
  (void)bytes;
  return std::realloc(block, more_bytes);
}

} // namespace

void* grow_memory(void* block, std::size_t bytes, std::size_t more_bytes) {
  void* more = grown(block, bytes, more_bytes);
  if (more == nullptr)
    throw std::bad_alloc();
  if (has_own_pages(more_bytes))
    prefer_huge_pages(more, whole_pages(more_bytes));
  return more;
}

void release_memory(void* block, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  if (has_own_pages(bytes)) {
    munmap(block, whole_pages(bytes));
    return;
  }
#endif
  std::free(block);
}

} // namespace stallscope
