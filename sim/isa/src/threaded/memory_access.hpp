#pragma once

#include "threaded/step.hpp"

namespace stallscope::isa::threaded {

/// What a load found; `done` is false when it traps.
struct Loaded {
  std::uint64_t value = 0;
  bool done = false;
};

/// Memory accesses to addresses that the page tables do not know (any more), or that cross the end
/// of what they know. They check the program's regions, and enter the page if they can.
[[nodiscard]] Loaded load_slowly(Context& context, std::uint64_t address, unsigned bytes,
                                 bool must_be_aligned);
/// False when the store traps; nothing has changed then.
[[nodiscard]] bool store_slowly(Context& context, std::uint64_t address, unsigned bytes,
                                std::uint64_t value, bool must_be_aligned);

} // namespace stallscope::isa::threaded
