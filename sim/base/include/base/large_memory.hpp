#pragma once

#include <cstddef>

namespace stallscope {

/// Memory for large, sequentially written data, in bytes. Where possible large blocks have their
/// own pages: they grow without being copied, and are backed by large pages.
///
/// Works as std::realloc, except that growing and releasing need the size that was requested.
/// Throws std::bad_alloc.
[[nodiscard]] void* grow_memory(void* block, std::size_t bytes, std::size_t more_bytes);
void release_memory(void* block, std::size_t bytes);

} // namespace stallscope
