#include "base/check.hpp"
#include "base/huge_pages.hpp"
#include "trace/sinks.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace stallscope::trace {

namespace {

/// A chunk that is full is never copied again: growing one vector for the whole run would copy it
/// over and over.
constexpr std::size_t kChunkEvents = std::size_t{1} << 20;

/// A new chunk's base lies this far below its first operation, so that slightly older ones do not
/// open another chunk.
constexpr std::uint64_t kBaseSlack = 4096;

inline bool cycle_fits(const EventChunk& chunk, Cycle cycle) {
  return cycle.value >= chunk.base_cycle &&
         cycle.value - chunk.base_cycle <= std::numeric_limits<std::uint32_t>::max();
}

inline bool op_fits(const EventChunk& chunk, OpId op) {
  return !op || (op.value >= chunk.base_op && op.value - chunk.base_op < kNoEventOp);
}

inline bool other_fits(const EventChunk& chunk, OpId other) {
  if (!other)
    return true;
  constexpr std::uint64_t kReach = std::numeric_limits<std::int32_t>::max(); // either way
  return other.value - chunk.base_op + kReach <= 2 * kReach;
}

/// A new chunk at the end of the log.
EventChunk& add_chunk(EventLog& log, Cycle cycle, std::uint64_t oldest_op, std::size_t room) {
  EventChunk chunk;
  chunk.base_cycle = cycle.value;
  chunk.base_op = oldest_op - std::min(oldest_op, kBaseSlack);
  if (!log.chunks.empty()) { // a long log: this chunk will be filled
    chunk.events.reserve(std::max(kChunkEvents, room));
    prefer_huge_pages(chunk.events.data(), chunk.events.capacity() * sizeof(Event));
  }
  log.chunks.push_back(std::move(chunk));
  return log.chunks.back();
}

/// The chunk the next event goes to: the last one, or a new one when an offset does not fit.
inline EventChunk& chunk_for(EventLog& log, Cycle cycle, OpId op, OpId other) {
  if (!log.chunks.empty()) [[likely]] {
    EventChunk& last = log.chunks.back();
    if (last.events.size() < kChunkEvents && cycle_fits(last, cycle) && op_fits(last, op) &&
        other_fits(last, other)) [[likely]]
      return last;
  }
  // The older of the two is the base: `other` reaches 2^31 operations from it, `op` 2^32.
  std::uint64_t oldest = op.value;
  if (other && (oldest == 0 || other.value < oldest))
    oldest = other.value;
  EventChunk& chunk = add_chunk(log, cycle, oldest, 0);
  STALLSCOPE_CHECK(op_fits(chunk, op) && other_fits(chunk, other),
                   "an event names two operations 2^31 apart");
  return chunk;
}

} // namespace

void RecordingSink::report(What what, Cycle cycle, OpId op, OpId other, const Cause& cause,
                           LaneId lane, unsigned slot) {
  STALLSCOPE_CHECK(slot < 16, "an event's slot has four bits");
  STALLSCOPE_CHECK(cause.reg <= kNoRegister, "an event's register has ten bits");
  const OpId named = other ? other : cause.culprit;
  EventChunk& chunk = chunk_for(log_, cycle, op, named);
  Event event; // all of it at once, as it lies in memory
  event.cycle = static_cast<std::uint32_t>(cycle.value - chunk.base_cycle);
  event.op = op ? static_cast<std::uint32_t>(op.value - chunk.base_op) : kNoEventOp;
  event.other =
      named ? static_cast<std::int32_t>(static_cast<std::int64_t>(named.value - chunk.base_op))
            : kNoOther;
  event.what = static_cast<std::uint32_t>(what) & 0xfU;
  event.why = static_cast<std::uint32_t>(cause.why) & 0x3fU;
  event.lane = lane;
  event.slot = slot & 0xfU;
  event.reg = cause.reg & 0x3ffU;
  chunk.events.push_back(event);
}

void RecordingSink::begin(Cycle cycle, OpId op, InstructionIndex instruction, bool wrong_path,
                          unsigned part, bool fused) {
  STALLSCOPE_CHECK(part < 8, "an event has three bits for the parts of an instruction");
  EventChunk& chunk = chunk_for(log_, cycle, op, kNoOp);
  Event event;
  event.cycle = static_cast<std::uint32_t>(cycle.value - chunk.base_cycle);
  event.op = static_cast<std::uint32_t>(op.value - chunk.base_op);
  event.other = static_cast<std::int32_t>(instruction.value);
  event.what = static_cast<std::uint32_t>(What::begin) & 0xfU;
  event.why = fused ? 1 : 0;
  event.lane = kNoLane;
  event.slot = (part << 1 | (wrong_path ? 1U : 0U)) & 0xfU;
  event.reg = kNoRegister;
  chunk.events.push_back(event);
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
      if (event.other != kNoOther && static_cast<What>(event.what) != What::begin) {
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
  if (log_.chunks.empty() || !fits(log_.chunks.back()))
    (void)add_chunk(log_, cycle, oldest.value, block.entries.size());
  EventChunk& chunk = log_.chunks.back();
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
  if (mark.chunks > 0)
    log_.chunks.back().events.resize(mark.events);
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
  log_ = EventLog{};
}

EventLog RecordingSink::take() {
  EventLog log = std::move(log_);
  log_ = EventLog{};
  return log;
}

} // namespace stallscope::trace
