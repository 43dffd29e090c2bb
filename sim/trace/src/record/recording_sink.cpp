#include "base/check.hpp"
#include "base/huge_pages.hpp"
#include "trace/sinks.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace stallscope::trace {

namespace {

/// Size of a chunk. Chunks are never copied; a single vector growing with the run would be copied
/// repeatedly.
constexpr std::size_t kChunkEvents = std::size_t{1} << 20;
constexpr std::size_t kFirstEvents = 256; // initial capacity, for short records

/// A new chunk's base is this far below its first operation, so that slightly older ones do not
/// need another chunk.
constexpr std::uint64_t kBaseSlack = 4096;

} // namespace

EventChunk& RecordingSink::add_chunk(Cycle cycle, std::uint64_t oldest_op, std::size_t room) {
  EventChunk chunk;
  chunk.base_cycle = cycle.value;
  chunk.base_op = oldest_op - std::min(oldest_op, kBaseSlack);
  if (!log_.chunks.empty()) { // full size at once, because a long log will fill the chunk
    chunk.events.reserve(std::max(kChunkEvents, room));
    prefer_huge_pages(chunk.events.data(), chunk.events.capacity() * sizeof(Event));
  } else {
    chunk.events.swap(spare_);
    chunk.events.reserve(std::max(kFirstEvents, room));
  }
  log_.chunks.push_back(std::move(chunk));
  chunk_ = &log_.chunks.back();
  return *chunk_;
}

void RecordingSink::make_room(Cycle cycle, OpId op, OpId other) {
  if (chunk_ != nullptr && chunk_->events.size() < kChunkEvents && cycle_fits(*chunk_, cycle) &&
      op_fits(*chunk_, op) && other_fits(*chunk_, other)) {
    chunk_->events.reserve(std::min(2 * chunk_->events.size(), kChunkEvents));
    return;
  }
  // The older of the two is the base: `other` has a range of 2^31 operations from it, `op` 2^32.
  std::uint64_t oldest = op.value;
  if (other && (oldest == 0 || other.value < oldest))
    oldest = other.value;
  add_chunk(cycle, oldest, 0);
  STALLSCOPE_CHECK(op_fits(*chunk_, op) && other_fits(*chunk_, other),
                   "an event names two operations 2^31 apart");
}

EventBlock block_of(const EventLog& log, Cycle cycle, OpId op) {
  static_assert(sizeof(Event) == sizeof(EventBlock::Entry::words));
  constexpr std::uint32_t kMoves = ~0U;
  EventBlock block;
  const auto from_place = [&](std::uint64_t number) {
    const auto distance = static_cast<std::int64_t>(number - op.value);
    block.oldest_op = std::min(block.oldest_op, distance);
    block.youngest_op = std::max(block.youngest_op, distance);
    return static_cast<std::uint32_t>(distance);
  };
  for (const EventChunk& chunk : log.chunks)
    for (const Event& event : chunk.events) {
      EventBlock::Entry entry;
      entry.words = std::bit_cast<std::array<std::uint32_t, 4>>(event);
      const std::uint64_t at = chunk.base_cycle + event.cycle - cycle.value;
      block.last_cycle = std::max(block.last_cycle, at);
      entry.words[0] = static_cast<std::uint32_t>(at);
      entry.moves[0] = kMoves;
      if (event.op != kNoEventOp) {
        entry.words[1] = from_place(chunk.base_op + event.op);
        entry.moves[1] = kMoves;
      }
      if (const auto what = static_cast<What>(event.what);
          event.other != kNoOther && what != What::begin && what != What::late) {
        entry.words[2] =
            from_place(chunk.base_op + static_cast<std::uint64_t>(std::int64_t{event.other}));
        entry.moves[2] = kMoves;
      }
      block.entries.push_back(entry);
    }
  return block;
}

void RecordingSink::append(const EventBlock& block, Cycle cycle, OpId op) {
  if (block.entries.empty())
    return;
  const OpId oldest{op.value + static_cast<std::uint64_t>(block.oldest_op)};
  const OpId youngest{op.value + static_cast<std::uint64_t>(block.youngest_op)};
  const auto fits = [&](const EventChunk& chunk) {
    return chunk.events.size() + block.entries.size() <= kChunkEvents && cycle_fits(chunk, cycle) &&
           cycle_fits(chunk, Cycle{cycle.value + block.last_cycle}) && op_fits(chunk, oldest) &&
           op_fits(chunk, youngest) && other_fits(chunk, oldest) && other_fits(chunk, youngest);
  };
  if (chunk_ == nullptr || !fits(*chunk_))
    add_chunk(cycle, oldest.value, block.entries.size());
  EventChunk& chunk = *chunk_;
  const auto op_shift = static_cast<std::uint32_t>(op.value - chunk.base_op);
  const std::array<std::uint32_t, 4> shift{
      static_cast<std::uint32_t>(cycle.value - chunk.base_cycle), op_shift, op_shift, 0};
  const std::size_t before = chunk.events.size();
  chunk.events.resize(before + block.entries.size());
  Event* to = chunk.events.data() + before;
  for (const EventBlock::Entry& entry : block.entries) {
    std::array<std::uint32_t, 4> words;
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = entry.words[i] + (shift[i] & entry.moves[i]);
    *to++ = std::bit_cast<Event>(words);
  }
}

RecordingSink::Mark RecordingSink::mark() const {
  return {log_.chunks.size(), log_.chunks.empty() ? 0 : log_.chunks.back().events.size()};
}

void RecordingSink::go_back(const Mark& mark) {
  log_.chunks.resize(mark.chunks);
  chunk_ = mark.chunks > 0 ? &log_.chunks.back() : nullptr;
  if (chunk_ != nullptr)
    chunk_->events.resize(mark.events);
}

void RecordingSink::covered(Cycle from, Cycle to) {
  if (log_.end_cycle == Cycle{0}) {
    log_.first_cycle = from;
    log_.end_cycle = to;
    return;
  }
  STALLSCOPE_CHECK(from <= log_.end_cycle && to >= log_.first_cycle,
                   "the recorded cycles would have a hole");
  log_.first_cycle = std::min(log_.first_cycle, from);
  log_.end_cycle = std::max(log_.end_cycle, to);
}

void RecordingSink::clear() {
  if (chunk_ != nullptr && chunk_->events.capacity() > spare_.capacity()) {
    spare_.swap(chunk_->events);
    spare_.clear();
  }
  log_ = EventLog{};
  chunk_ = nullptr;
}

EventLog RecordingSink::take() {
  EventLog log = std::move(log_);
  chunk_ = nullptr;
  clear();
  return log;
}

} // namespace stallscope::trace
