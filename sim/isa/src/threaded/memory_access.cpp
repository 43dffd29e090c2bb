#include "threaded/memory_access.hpp"

#include "execution/executor_regions.hpp"
#include "program/undeclared.hpp"

#include <algorithm>

namespace stallscope::isa::threaded {

namespace {

/// The part of the page of an address inside the region for which the last access was allowed;
/// nothing if the access exceeds it.
template <class Byte>
void enter_page(PageTable<Byte>& table, const ArchState& state, std::uint64_t address,
                unsigned bytes, Byte* page) {
  constexpr std::uint64_t kPageBytes = Memory::kPageBytes;
  const MemoryRegion& region = (*state.regions)[state.region_hint];
  const std::uint64_t first = address / kPageBytes * kPageBytes;
  const std::uint64_t begin = std::max(first, region.begin);
  const std::uint64_t end_offset = std::min(kPageBytes, region.end - first);
  const std::uint64_t size = end_offset - (begin - first);
  if (address < begin || size < 8 || address - begin > size - bytes)
    return;
  table.set({begin, size - 8, page + (begin - first)});
}

/// Handles a misaligned access. The first one of a program for which they are allowed is left to
/// `execute`, which records it.
bool traps_misaligned(const Context& context, std::uint64_t address, unsigned bytes) {
  return (address & (bytes - 1)) != 0 &&
         (!lets_misaligned_pass(*context.program, context.environment) ||
          !context.state->platform->first_misaligned);
}

/// A read of undeclared memory in a program given as text, except the first access to such memory:
/// that one is left to `execute`, which records it.
bool passes_undeclared(const Context& context, std::uint64_t address, unsigned bytes) {
  return context.state->platform->first_undeclared &&
         reach_undeclared(*context.program, context.environment, *context.state,
                          {address, bytes, false}) == Trap::none;
}

bool straddles(std::uint64_t address, unsigned bytes) {
  return address % Memory::kPageBytes + bytes > Memory::kPageBytes;
}

} // namespace

Loaded load_slowly(Context& context, std::uint64_t address, unsigned bytes, bool must_be_aligned) {
  ArchState& state = *context.state;
  if (must_be_aligned && traps_misaligned(context, address, bytes))
    return {};
  const Trap trap = check_regions(*state.regions, state.region_hint, address, bytes, false);
  if (trap == Trap::none) {
    if (!straddles(address, bytes))
      enter_page(context.readable, state, address, bytes, state.memory.page_to_read(address));
  } else if (trap != Trap::unmapped || !passes_undeclared(context, address, bytes)) {
    return {};
  }
  return {state.memory.load(address, bytes), true};
}

bool store_slowly(Context& context, std::uint64_t address, unsigned bytes, std::uint64_t value,
                  bool must_be_aligned) {
  ArchState& state = *context.state;
  if (must_be_aligned && traps_misaligned(context, address, bytes))
    return false;
  if (check_regions(*state.regions, state.region_hint, address, bytes, true) != Trap::none)
    return false;
  // A page shared with another copy of the memory is copied when written.
  context.readable.forget_page(address);
  context.readable.forget_page(address + bytes - 1);
  if (!straddles(address, bytes))
    enter_page(context.writable, state, address, bytes, state.memory.page_to_write(address));
  state.memory.store(address, bytes, value);
  return true;
}

} // namespace stallscope::isa::threaded
