#include "graph/memory/allocators.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace stallscope::graph {

namespace {

struct AllocatorEvent {
  Ticks tick = 0;
  bool allocate = false;
  std::size_t block = 0;
};

/// Events by time; blocks released in a tick are available to allocations in the same tick.
std::vector<AllocatorEvent> events_of(const MemoryCurve& trace) {
  std::vector<AllocatorEvent> events;
  for (std::size_t i = 0; i < trace.blocks.size(); ++i) {
    events.push_back({trace.blocks[i].from, true, i});
    events.push_back({trace.blocks[i].until, false, i});
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const AllocatorEvent& a, const AllocatorEvent& b) {
                     return a.tick != b.tick ? a.tick < b.tick : a.allocate < b.allocate;
                   });
  return events;
}

std::uint64_t up_to(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Blocks within segments, for one device and pool.
class CachingPool {
public:
  CachingPool(AllocatorRun& run, std::uint64_t limit) : run_(run), limit_(limit) {}

  /// The address, or none if the device has too little memory.
  std::optional<std::uint64_t> allocate(std::uint64_t bytes) {
    const std::uint64_t size = std::max(kBlockUnit, up_to(bytes, kBlockUnit));
    const bool small = size <= kSmallBlock;
    auto best = blocks_.end();
    for (auto block = blocks_.begin(); block != blocks_.end(); ++block)
      if (block->second.free && block->second.small == small && block->second.bytes >= size &&
          (best == blocks_.end() || block->second.bytes < best->second.bytes))
        best = block;
    if (best == blocks_.end())
      best = add_segment(size, small);
    if (best == blocks_.end())
      return std::nullopt;
    const std::uint64_t rest = best->second.bytes - size;
    // Large blocks are split only if more than 1 MiB remains.
    if (small ? rest >= kBlockUnit : rest > kSmallBlock) {
      ++run_.splits;
      Block behind = best->second;
      behind.bytes = rest;
      best->second.bytes = size;
      blocks_[best->first + size] = behind;
    }
    best->second.free = false;
    return best->first;
  }

  void release(std::uint64_t address) {
    auto block = blocks_.find(address);
    block->second.free = true;
    const auto next = std::next(block);
    if (next != blocks_.end() && next->second.free &&
        next->second.segment == block->second.segment) {
      ++run_.merges;
      block->second.bytes += next->second.bytes;
      blocks_.erase(next);
    }
    if (block == blocks_.begin())
      return;
    const auto before = std::prev(block);
    if (before->second.free && before->second.segment == block->second.segment) {
      ++run_.merges;
      before->second.bytes += block->second.bytes;
      blocks_.erase(block);
    }
  }

  /// Adds what this pool has reserved, and its free blocks.
  void add_to(AllocatorSample& sample) const {
    sample.reserved += reserved_;
    for (const auto& [address, block] : blocks_) {
      if (!block.free)
        continue;
      sample.free += block.bytes;
      ++sample.free_blocks;
      sample.largest_free = std::max(sample.largest_free, block.bytes);
    }
  }

private:
  struct Block {
    std::uint64_t bytes = 0;
    std::uint64_t segment = 0;
    bool free = true;
    bool small = false;
  };

  std::map<std::uint64_t, Block>::iterator add_segment(std::uint64_t size, bool small) {
    const std::uint64_t bytes = small                ? kSmallSegment
                                : size < kOwnSegment ? kLargeSegment
                                                     : up_to(size, kSmallSegment);
    if (limit_ > 0 && reserved_ + bytes > limit_)
      return_segments();
    if (limit_ > 0 && reserved_ + bytes > limit_)
      return blocks_.end();
    const std::uint64_t address = next_address_;
    next_address_ += bytes;
    reserved_ += bytes;
    segments_[address] = bytes;
    ++run_.device_calls;
    return blocks_.emplace(address, Block{bytes, address, true, small}).first;
  }

  /// Gives segments that are one free block back to the device.
  void return_segments() {
    for (auto block = blocks_.begin(); block != blocks_.end();) {
      const auto segment = segments_.find(block->second.segment);
      if (!block->second.free || block->second.bytes != segment->second) {
        ++block;
        continue;
      }
      reserved_ -= segment->second;
      segments_.erase(segment);
      block = blocks_.erase(block);
      ++run_.device_calls;
      ++run_.returned;
    }
  }

  AllocatorRun& run_;
  std::uint64_t limit_;
  std::map<std::uint64_t, Block> blocks_;           ///< by address
  std::map<std::uint64_t, std::uint64_t> segments_; ///< bytes by address
  std::uint64_t next_address_ = 0;
  std::uint64_t reserved_ = 0;
};

void note(AllocatorRun& run, const AllocatorSample& sample) {
  run.peak_allocated = std::max(run.peak_allocated, sample.allocated);
  run.peak_reserved = std::max(run.peak_reserved, sample.reserved);
  if (!run.samples.empty() && run.samples.back().tick == sample.tick)
    run.samples.back() = sample;
  else
    run.samples.push_back(sample);
}

/// Completes a run from its samples.
AllocatorRun summed_up(AllocatorRun run) {
  std::uint64_t most = 0;
  for (const AllocatorSample& sample : run.samples) {
    if (sample.allocated > most) {
      most = sample.allocated;
      run.unused_at_peak = sample.reserved - std::min(sample.reserved, most);
    }
    if (sample.allocated > 0)
      run.worst_fragmentation = std::max(run.worst_fragmentation, sample.fragmentation());
  }
  return run;
}

/// A failure with what the device's allocator has, of which `in_use` bytes were requested.
AllocatorFailure failure_of(const AllocatorEvent& event, const StorageBlock& block,
                            std::uint64_t in_use, const AllocatorSample& there) {
  return {event.tick,     block.node, block.device,       block.bytes,          in_use,
          there.reserved, there.free, there.largest_free, there.fragmentation()};
}

AllocatorRun immediate(const MemoryCurve& trace, std::uint64_t limit) {
  AllocatorRun run;
  run.name = "immediate";
  std::map<std::uint32_t, std::uint64_t> in_use; // by device
  std::uint64_t now = 0;
  for (const AllocatorEvent& event : events_of(trace)) {
    const StorageBlock& block = trace.blocks[event.block];
    std::uint64_t& here = in_use[block.device];
    if (event.allocate && limit > 0 && here + block.bytes > limit) {
      run.failure = failure_of(event, block, here, {event.tick, here, here, 0, 0, 0});
      break;
    }
    here = event.allocate ? here + block.bytes : here - block.bytes;
    now = event.allocate ? now + block.bytes : now - block.bytes;
    ++run.device_calls;
    note(run, {event.tick, now, now, 0, 0, 0});
  }
  return summed_up(std::move(run));
}

AllocatorRun caching(const MemoryCurve& trace, std::uint64_t limit) {
  AllocatorRun run;
  run.name = "caching";
  std::map<std::uint32_t, CachingPool> pools;
  std::map<std::uint32_t, std::uint64_t> in_use; // by device
  std::vector<std::uint64_t> address(trace.blocks.size(), 0);
  std::uint64_t now = 0;
  for (const AllocatorEvent& event : events_of(trace)) {
    const StorageBlock& block = trace.blocks[event.block];
    CachingPool& pool = pools.try_emplace(block.device, run, limit).first->second;
    std::uint64_t& here = in_use[block.device];
    if (event.allocate) {
      const auto found = pool.allocate(block.bytes);
      if (!found) {
        AllocatorSample there;
        pool.add_to(there);
        run.failure = failure_of(event, block, here, there);
        break;
      }
      address[event.block] = *found;
    } else {
      pool.release(address[event.block]);
    }
    here = event.allocate ? here + block.bytes : here - block.bytes;
    now = event.allocate ? now + block.bytes : now - block.bytes;
    AllocatorSample sample;
    sample.tick = event.tick;
    sample.allocated = now;
    for (const auto& [device, of] : pools)
      of.add_to(sample);
    note(run, sample);
  }
  return summed_up(std::move(run));
}

/// Free pages stay reserved; an allocation uses any free pages and reserves new ones if they are
/// too few.
AllocatorRun stitching(const MemoryCurve& trace, std::uint64_t page, std::uint64_t limit) {
  struct Pages {
    std::uint64_t used = 0;
    std::uint64_t reserved = 0;
    std::uint64_t in_use = 0; ///< requested bytes
  };
  AllocatorRun run;
  run.name = "stitching";
  std::map<std::uint32_t, Pages> devices;
  std::uint64_t now = 0;
  for (const AllocatorEvent& event : events_of(trace)) {
    const StorageBlock& block = trace.blocks[event.block];
    const std::uint64_t count = up_to(block.bytes, page) / page;
    Pages& here = devices[block.device];
    const std::uint64_t needed = event.allocate ? here.used + count : here.used - count;
    if (limit > 0 && needed > here.reserved && needed * page > limit) {
      const std::uint64_t free = (here.reserved - here.used) * page;
      run.failure = failure_of(event, block, here.in_use,
                               {event.tick, here.in_use, here.reserved * page, free, 1, free});
      break;
    }
    here.used = needed;
    if (needed > here.reserved) {
      run.device_calls += needed - here.reserved; // each page is created by a separate call
      here.reserved = needed;
    }
    here.in_use = event.allocate ? here.in_use + block.bytes : here.in_use - block.bytes;
    now = event.allocate ? now + block.bytes : now - block.bytes;
    AllocatorSample sample{event.tick, now, 0, 0, 0, 0};
    for (const auto& [device, of] : devices) { // free pages become one block where they are mapped
      const std::uint64_t free = (of.reserved - of.used) * page;
      sample.reserved += of.reserved * page;
      sample.free += free;
      sample.free_blocks += free > 0 ? 1 : 0;
      sample.largest_free = std::max(sample.largest_free, free);
    }
    note(run, sample);
  }
  return summed_up(std::move(run));
}

} // namespace

std::vector<AllocatorRun> run_allocators(const MemoryCurve& trace, std::uint64_t page_bytes,
                                         std::uint64_t limit) {
  return {immediate(trace, limit), caching(trace, limit), stitching(trace, page_bytes, limit)};
}

} // namespace stallscope::graph
