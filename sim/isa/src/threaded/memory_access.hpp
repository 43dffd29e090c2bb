#pragma once

#include "threaded/step.hpp"

namespace stallscope::isa::threaded {

/// The result of a load; `done` is false if it traps.
struct Loaded {
  std::uint64_t value = 0;
  bool done = false;
};

/// Memory accesses to addresses that are not (or no longer) in the page tables, or that cross the
/// end of an entry. They check the program's regions, and add the page if possible.
[[nodiscard]] Loaded load_slowly(Context& context, std::uint64_t address, unsigned bytes,
                                 bool must_be_aligned);
/// False if the store traps; nothing has changed then.
[[nodiscard]] bool store_slowly(Context& context, std::uint64_t address, unsigned bytes,
                                std::uint64_t value, bool must_be_aligned);

} // namespace stallscope::isa::threaded
