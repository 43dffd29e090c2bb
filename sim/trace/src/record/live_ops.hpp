#pragma once

// The operations of a run that have not ended, by number.

#include "timeline/timeline.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace stallscope::trace {

/// A stretch in which something has held an operation.
struct Delay {
  enum class Where : std::uint8_t { front_end, station, behind_issue };
  Cycle begin;
  Cycle end = kNever; ///< kNever: it goes on
  Cause cause;
  Where where = Where::front_end;
};

/// What has delayed an operation on its way to its last lane, cycles before the record included:
/// see LateArrivals.
struct Passage {
  Cycle fetched;             ///< first cycle
  Cycle behind;              ///< in which the operation before it was fetched; 0: there is none
  Cycle entered;             ///< cycle in which it entered its lane
  Cycle dispatched;          ///< cycle in which it has left the front end; 0: it is there
  bool replayed = false;     ///< it is back in the front end, to be dispatched again
  bool issued = false;       ///< it has begun to execute
  std::vector<Delay> delays; ///< in order of time

  void begin(Cycle cycle, Cycle behind_cycle) {
    fetched = cycle;
    behind = behind_cycle;
    entered = dispatched = Cycle{0};
    replayed = issued = false;
    delays.clear();
  }
};

/// An operation in progress, from the first event that names it.
struct LiveOp {
  OpRow row;
  Span open;               ///< the current span; lane kNoLane: on no lane yet
  Cycle led_to;            ///< on a lane with a lead: first cycle after the lead; otherwise 0
  std::vector<Span> spans; ///< the previous spans
  /// Available operands, read when it enters a unit (Lane::reads_registers).
  std::vector<Arrow> waiting;
  Passage passage;
  bool closed = false; ///< retired or squashed: later events are ignored
};

/// A ring in order of operation number. Entries keep their memory when reused.
class LiveOps {
public:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] LiveOp& oldest() { return at(0); }
  /// The operation of a number; nullptr: not found.
  [[nodiscard]] LiveOp* find(OpId op) {
    if (count_ == 0)
      return nullptr;
    // Numbers are mostly contiguous.
    const std::uint64_t distance = op.value - at(0).row.op.value;
    if (distance < count_ && at(distance).row.op == op) [[likely]]
      return &at(distance);
    const std::size_t place = place_of(op);
    return place < count_ && at(place).row.op == op ? &at(place) : nullptr;
  }
  /// Inserts an operation; invalidates pointers returned by find().
  LiveOp& insert(OpId op) {
    if (count_ == ring_.size())
      grow();
    std::size_t place = count_++;
    if (place > 0 && op < at(place - 1).row.op)
      for (const std::size_t to = place_of(op, place); place > to; --place)
        std::swap(at(place), at(place - 1));
    LiveOp& live = at(place);
    live.row = {};
    live.row.op = op;
    live.open = {};
    live.led_to = {};
    live.spans.clear();
    live.waiting.clear();
    live.passage.begin(Cycle{0}, Cycle{0});
    live.closed = false;
    return live;
  }
  void drop_oldest() {
    ++first_;
    --count_;
  }
  template <class Visit> void for_each(Visit visit) {
    for (std::size_t i = 0; i < count_; ++i)
      visit(at(i));
  }

private:
  LiveOp& at(std::size_t i) { return ring_[(first_ + i) & (ring_.size() - 1)]; }
  /// Index of the first operation that is not older, among the first `count`.
  std::size_t place_of(OpId op, std::size_t count) {
    std::size_t from = 0;
    while (from < count) {
      const std::size_t middle = from + (count - from) / 2;
      if (at(middle).row.op < op)
        from = middle + 1;
      else
        count = middle;
    }
    return from;
  }
  std::size_t place_of(OpId op) { return place_of(op, count_); }
  void grow() {
    constexpr std::size_t kFirst = 256;
    std::vector<LiveOp> larger(std::max(kFirst, 2 * ring_.size()));
    for (std::size_t i = 0; i < count_; ++i)
      larger[i] = std::move(at(i));
    ring_.swap(larger);
    first_ = 0;
  }

  std::vector<LiveOp> ring_; ///< size: a power of two
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

} // namespace stallscope::trace
