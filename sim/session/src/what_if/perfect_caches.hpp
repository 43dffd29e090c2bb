#pragma once

#include "machine/description.hpp"

namespace stallscope::session {

/// Fetches, or accesses of data, always hit the cache they go to first: there is none for them any
/// more, and they take as long as a hit.
void make_cache_perfect(machine::Machine& machine, machine::CacheSide side);

} // namespace stallscope::session
