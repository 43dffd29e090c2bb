#pragma once

#include <cstddef>

namespace stallscope {

/// Asks the system to back fresh memory with large pages where it can: of memory that is written
/// once from end to end, most of the time goes into page faults. Contents do not change, and
/// nothing happens where the system knows no such request.
void prefer_huge_pages(void* begin, std::size_t bytes);

} // namespace stallscope
