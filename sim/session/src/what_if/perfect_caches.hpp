#pragma once

#include "machine/description.hpp"

namespace stallscope::session {

/// Makes fetches, or data accesses, always hit their first cache: the caches are removed, and
/// accesses take the hit time.
void make_cache_perfect(machine::Machine& machine, machine::CacheSide side);

} // namespace stallscope::session
