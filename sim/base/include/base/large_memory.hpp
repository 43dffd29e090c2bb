#pragma once

#include <cstddef>

namespace stallscope {

/// Memory for data that are written once from end to end and become long, in bytes. Where the
/// system can, large blocks have pages of their own: they grow without being copied, and large
/// pages back them.
///
/// As std::realloc; a block is grown and released with the size that it was asked for with.
/// Throws std::bad_alloc.
[[nodiscard]] void* grow_memory(void* block, std::size_t bytes, std::size_t more_bytes);
void release_memory(void* block, std::size_t bytes);

} // namespace stallscope
