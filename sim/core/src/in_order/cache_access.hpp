#pragma once

// Cache accesses of the fetch stage and the memory stage, on wrong paths too.

#include "common/cache_access.hpp"
#include "in_order/pipeline.hpp"

namespace stallscope::core {

/// InFlightOp::ready_at while the cache refuses the access.
inline constexpr std::uint64_t kRefused = std::uint64_t{1} << 62;

/// Accesses the instruction cache for the bytes of the next instruction that earlier fetches have
/// not delivered, and sets the cycles it takes. False, with the reason, when the access must be
/// retried. Without fetch_bytes, one access to a line serves all instructions fetched from it in
/// the same cycle.
template <class Sink> bool Pipeline<Sink>::access_fetch_cache(std::uint64_t pc, unsigned size) {
  const Hierarchy& hierarchy = core_.hierarchy();
  const unsigned line_bytes = hierarchy.caches().levels[hierarchy.first_for(true)].line_bytes;
  const std::uint64_t block = machine_.fetch_bytes;
  const std::uint64_t end = pc + size;
  std::uint64_t begin = pc;
  if (block != 0) // whole blocks, except the block already fetched
    begin = s_.fetched_to == pc && pc % block != 0 ? (pc + block - 1) / block * block
                                                   : pc / block * block;
  const std::uint64_t last_line = (end - 1) / line_bytes;
  const bool shares_line = block == 0 && pc / line_bytes == last_line && last_line == fetched_line_;
  if (!shares_line) {
    fetching_cycles_ = 1;
    fetch_missed_ = false;
  }
  if (!shares_line && begin < end) { // several blocks: one access, and one more cycle for each
                                     // further block
    const std::uint64_t blocks = block == 0 ? 1 : (end - begin + block - 1) / block;
    const std::uint64_t bytes = block == 0 ? size : blocks * block;
    const CacheAnswer answer = access_cache(
        hierarchy, s_.memory,
        {.address = begin, .bytes = static_cast<unsigned>(bytes), .fetch = true, .pc = pc}, now());
    if (!answer.accepted) {
      fetch_gap_ = {answer.refusal(Reason::icache_miss)};
      return false;
    }
    fetching_cycles_ = answer.cycles + blocks - 1;
    fetch_missed_ = answer.miss;
  }
  fetched_line_ = last_line;
  s_.fetched_to = end;
  return true;
}

/// Sends the access of an operation in the memory stage to the data cache. A refused access is
/// retried in the next cycle.
template <class Sink> void Pipeline<Sink>::access_data(InFlightOp& op) {
  // extra cycles of an access that is split
  const std::uint64_t more_cycles = cycles_on(op, op.lane, true) - 1;
  op.access_refused = false;
  op.cache_miss = false;
  op.ready_at = now() + more_cycles;
  if (op.access_bytes == 0)
    return; // the operation trapped, or is a store-conditional that stores nothing
  const isa::Instruction& instruction = program_.instruction(op.instruction);
  const CacheAnswer answer = access_cache(core_.hierarchy(), s_.memory,
                                          {.address = op.address,
                                           .bytes = op.access_bytes,
                                           .write = isa::writes_memory(instruction),
                                           .pc = instruction.pc},
                                          now());
  op.accessed = true;
  if (!answer.accepted) {
    op.access_refused = true;
    op.refusal = answer.refusal(Reason::dcache_miss);
    op.ready_at = kRefused;
    return;
  }
  op.cache_miss = answer.miss;
  op.ready_at = now() + answer.cycles - 1 + more_cycles;
}

/// Retries refused accesses, oldest first within a stage, before new accesses are made.
template <class Sink> void Pipeline<Sink>::retry_accesses() {
  for (const unsigned lane : occupied(plan_.front_count, lane_count()))
    for (unsigned i = 0; plan_.lanes[lane].accesses_memory && i < s_.lanes[lane].count; ++i)
      if (InFlightOp& op = op_at(s_.lanes[lane].slots[i]); op.access_refused)
        access_data(op);
}

} // namespace stallscope::core
