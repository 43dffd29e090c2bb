#include "formats/line_reader.hpp"
#include "formats/o3/o3.hpp"
#include "formats/readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <queue>
#include <set>
#include <vector>

namespace stallscope::trace {

namespace {

constexpr std::uint64_t kLastTick = std::uint64_t{1} << 62;

/// Reports operations in order of number, which is fetch order; the trace has them in order of
/// their end. Buffers as many operations as the two orders may differ by.
class O3Reader final : public LineReader {
public:
  O3Reader(OpStream& to, ReaderOptions options) : LineReader(std::move(options)), to_(to) {}

  void finish() override;
  [[nodiscard]] std::uint64_t operations() const override { return count_; }

private:
  struct Op {
    std::uint64_t number = 0;
    std::uint64_t line = 0;
    std::array<std::uint64_t, o3::kEventCount> ticks{};
    std::uint64_t stored = 0;
    std::uint64_t pc = 0;
    std::uint64_t part = 0;
    std::string text;
  };
  struct Younger {
    bool operator()(const Op& a, const Op& b) const {
      return a.number != b.number ? a.number > b.number : a.line > b.line;
    }
  };
  /// An event of an operation, to be reported later.
  struct Change {
    Cycle cycle;
    std::uint64_t serial = 0;
    OpId op;
    LaneId lane = kNoLane; ///< kNoLane: the operation ends
    Ending ending = Ending::retired;
  };
  struct Later {
    bool operator()(const Change& a, const Change& b) const {
      return a.cycle != b.cycle ? a.cycle > b.cycle : a.serial > b.serial;
    }
  };

  void read_line(std::string_view line) override;
  void read_fetch(std::string_view rest);
  void read_event(std::string_view word, std::string_view rest);
  [[nodiscard]] bool tick(std::string_view field, std::uint64_t& value);
  void close();
  void open_stream();
  [[nodiscard]] std::uint64_t gap() const;
  void emit_oldest();
  void emit(const Op& op);
  void emit_before(Cycle cycle);
  [[nodiscard]] Cycle cycle_of(std::uint64_t tick) const {
    return Cycle{(std::max(tick, first_tick_) - ticks_.offset) / ticks_.per_cycle};
  }

  OpStream& to_;
  bool in_op_ = false; ///< between the first and last line of an operation
  Op op_;
  std::vector<Op> waiting_; ///< a heap by operation number
  bool opened_ = false;
  Ticks ticks_;
  std::uint64_t first_tick_ = 0;
  Numbering numbering_;
  std::uint64_t last_emitted_ = 0; ///< operation number
  bool any_emitted_ = false;
  std::uint64_t count_ = 0;
  Cycle now_;
  Cycle end_; ///< one past the last cycle
  std::priority_queue<Change, std::vector<Change>, Later> changes_;
  std::uint64_t serial_ = 0;
  std::set<std::string, std::less<>> left_out_; ///< names of unknown events
};

void O3Reader::read_line(std::string_view line) {
  const std::size_t at = line.find(o3::kPrefix);
  if (at == std::string_view::npos) {
    if (!line.empty())
      report("no line of O3PipeView");
    return;
  }
  std::string_view rest = line.substr(at + o3::kPrefix.size());
  const std::string_view word = next_field(rest, ':');
  if (o3::event_named(word) == o3::Event::fetch)
    read_fetch(rest);
  else
    read_event(word, rest);
}

bool O3Reader::tick(std::string_view field, std::uint64_t& value) {
  if (parse_number(field, value) && value <= kLastTick)
    return true;
  report(fmt::format("tick '{}'", field.substr(0, 24)),
         fmt::format("a whole number up to {}", kLastTick));
  return false;
}

/// tick:address:micro-op:number:text; the text may contain colons.
void O3Reader::read_fetch(std::string_view rest) {
  close();
  Op op;
  op.line = line();
  const std::string_view fetched = next_field(rest, ':');
  std::string_view pc = next_field(rest, ':');
  const std::string_view part = next_field(rest, ':');
  const std::string_view number = next_field(rest, ':');
  if (!tick(fetched, op.ticks[0]))
    return;
  if (op.ticks[0] == 0) {
    report("an operation that was never fetched");
    return;
  }
  if (pc.substr(0, 2) == "0x")
    pc.remove_prefix(2);
  if (!parse_number(pc, op.pc, 16) || !parse_number(part, op.part) ||
      !parse_number(number, op.number)) {
    report("an operation without address, micro-op or number",
           "fetch:TICK:0xADDRESS:MICRO-OP:NUMBER:TEXT");
    return;
  }
  const std::size_t first = rest.find_first_not_of(' ');
  op.text = first == std::string_view::npos ? std::string_view() : rest.substr(first);
  op.text.resize(std::min(op.text.size(), options().limits.label_bytes));
  op_ = std::move(op);
  in_op_ = true;
}

void O3Reader::read_event(std::string_view word, std::string_view rest) {
  if (!in_op_) {
    report(fmt::format("'{}' of no operation", word.substr(0, 20)), "a fetch line before");
    return;
  }
  std::uint64_t at = 0;
  if (!tick(next_field(rest, ':'), at))
    return;
  const std::optional<o3::Event> event = o3::event_named(word);
  if (!event) {
    constexpr std::size_t kMostNames = 100;
    if (left_out_.size() < kMostNames && left_out_.emplace(word).second)
      report(fmt::format("event '{}' is left out", word.substr(0, 20)));
    return;
  }
  op_.ticks[static_cast<std::size_t>(*event)] = at;
  if (*event != o3::Event::retire)
    return;
  if (next_field(rest, ':') == "store")
    (void)tick(next_field(rest, ':'), op_.stored);
  in_op_ = false;
  close();
}

/// The operation is complete, or truncated.
void O3Reader::close() {
  if (in_op_)
    report(fmt::format("operation {} has no retire line", op_.number));
  in_op_ = false;
  if (op_.ticks[0] == 0)
    return;
  waiting_.push_back(std::move(op_));
  std::push_heap(waiting_.begin(), waiting_.end(), Younger{});
  op_ = Op{};
  if (waiting_.size() <= options().limits.ops_out_of_order)
    return;
  if (!opened_)
    open_stream();
  emit_oldest();
}

/// Ticks per cycle: the smallest difference of successive ticks. When other differences are not
/// multiples of it, because the clock skipped cycles, their greatest common divisor, unless that is
/// implausibly small. 0 without differences.
std::uint64_t O3Reader::gap() const {
  std::uint64_t least = 0;
  std::uint64_t divisor = 0;
  const auto look = [&](std::uint64_t a, std::uint64_t b) {
    const std::uint64_t distance = a > b ? a - b : b - a;
    if (a == 0 || b == 0 || distance == 0)
      return;
    least = least == 0 ? distance : std::min(least, distance);
    divisor = std::gcd(divisor, distance);
  };
  std::uint64_t before = 0;
  for (const Op& op : waiting_) {
    look(before, op.ticks[0]);
    before = op.ticks[0];
    std::uint64_t last = op.ticks[0];
    for (const std::uint64_t at : op.ticks) {
      look(last, at);
      last = at == 0 ? last : at;
    }
  }
  constexpr std::uint64_t kProportion = 8;
  return divisor >= least / kProportion ? divisor : least;
}

void O3Reader::open_stream() {
  opened_ = true;
  std::uint64_t first = kLastTick;
  for (const Op& op : waiting_)
    for (const std::uint64_t at : op.ticks)
      first = at == 0 ? first : std::min(first, at);
  first_tick_ = first;
  ticks_.per_cycle = options().ticks_per_cycle != 0 ? options().ticks_per_cycle : gap();
  if (ticks_.per_cycle == 0)
    ticks_.per_cycle = Ticks{}.per_cycle;
  ticks_.offset = first % ticks_.per_cycle;
  if (first < ticks_.per_cycle) // the first cycle is 1
    ticks_.offset -= ticks_.per_cycle;
  for (std::size_t i = 0; i < o3::kEventCount; ++i) {
    Lane lane;
    lane.name = o3::kNames[i];
    lane.mark = o3::kMarks[i];
    lane.slots = 0;
    to_.lane(static_cast<LaneId>(i), lane);
  }
  to_.ticks(ticks_);
  now_ = waiting_.empty() ? Cycle{1} : cycle_of(first);
  end_ = now_;
  to_.start(now_);
}

void O3Reader::emit_oldest() {
  std::pop_heap(waiting_.begin(), waiting_.end(), Younger{});
  const Op op = std::move(waiting_.back());
  waiting_.pop_back();
  const std::uint64_t read = line();
  set_line(op.line);
  if (any_emitted_ && op.number == last_emitted_)
    report(fmt::format("operation {} comes twice", op.number));
  else if (any_emitted_ && op.number < last_emitted_)
    report(fmt::format("operation {} stands behind {} younger ones", op.number,
                       options().limits.ops_out_of_order));
  else
    emit(op);
  set_line(read);
}

void O3Reader::emit(const Op& op) {
  last_emitted_ = op.number;
  any_emitted_ = true;
  ++count_;
  Cycle begin = cycle_of(op.ticks[0]);
  if (begin < now_) {
    report(fmt::format("operation {} is fetched before an older one", op.number));
    begin = now_;
  }
  emit_before(begin);
  now_ = begin;
  const OpId id = numbering_.next(op.number);
  OpFacts facts;
  facts.text = op.text;
  facts.pc = op.pc;
  facts.part = static_cast<std::uint8_t>(std::min<std::uint64_t>(op.part, 255));
  // Reported at fetch, so that writing the trace again gives the same trace.
  if (op.stored != 0 && cycle_of(op.stored) >= begin)
    facts.stored = cycle_of(op.stored);
  to_.begin(begin, id, facts);
  Cycle last = begin;
  for (std::size_t i = 0; i < o3::kEventCount; ++i) {
    if (op.ticks[i] == 0)
      continue;
    last = std::max(last, cycle_of(op.ticks[i])); // events repeated by a replay are reported once
    changes_.push({last, serial_++, id, static_cast<LaneId>(i), {}});
  }
  const bool retired = op.ticks.back() != 0;
  changes_.push({last + 1, serial_++, id, kNoLane, retired ? Ending::retired : Ending::flushed});
}

void O3Reader::emit_before(Cycle cycle) {
  while (!changes_.empty() && changes_.top().cycle < cycle) {
    const Change change = changes_.top();
    changes_.pop();
    now_ = std::max(now_, change.cycle);
    end_ = now_;
    if (change.lane != kNoLane)
      to_.enter(change.cycle, change.op, change.lane);
    else
      to_.end(change.cycle, change.op, change.ending, kNoOp);
  }
}

void O3Reader::finish() {
  finish_lines();
  close();
  if (!opened_)
    open_stream();
  while (!waiting_.empty())
    emit_oldest();
  emit_before(kNever);
  to_.finish(end_);
}

} // namespace

std::unique_ptr<TraceReader> make_o3_reader(OpStream& to, ReaderOptions options) {
  return std::make_unique<O3Reader>(to, std::move(options));
}

} // namespace stallscope::trace
