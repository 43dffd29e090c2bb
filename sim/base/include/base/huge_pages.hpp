#pragma once

#include <cstddef>

namespace stallscope {

/// Asks the system to back fresh memory with large pages where it can: sequentially written memory
/// spends most of its time in page faults. No effect on contents, or on systems without such a
/// request.
void prefer_huge_pages(void* begin, std::size_t bytes);

} // namespace stallscope
