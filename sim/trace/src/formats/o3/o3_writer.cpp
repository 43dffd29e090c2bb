#include "formats/o3/o3.hpp"
#include "formats/op_table.hpp"
#include "formats/trace_text.hpp"
#include "formats/writers.hpp"

#include <algorithm>
#include <queue>
#include <vector>

namespace stallscope::trace {

namespace {

/// Limit of ended operations that wait for older ones.
constexpr std::size_t kMostWaiting = std::size_t{1} << 20;

/// Operations are written in order of number, after their end.
class O3Writer final : public OpStream {
public:
  explicit O3Writer(ByteSink sink) : out_(std::move(sink)) {}

  void lane(LaneId id, const Lane& lane) override {
    if (id >= events_.size())
      events_.resize(id + std::size_t{1});
    events_[id] = o3::event_of_lane(lane, id == 0, seen_unit_);
    seen_unit_ = seen_unit_ || lane.is_unit || events_[id] == o3::Event::issue;
  }
  void ticks(const Ticks& ticks) override { ticks_ = ticks; }
  void start(Cycle) override {}
  void begin(Cycle, OpId op, const OpFacts& facts) override;
  void add_note(Cycle, OpId op, bool is_text, std::string_view text) override {
    if (Op* o = ops_.find(op.value); o != nullptr && is_text)
      append(o->text, text);
  }
  void enter(Cycle cycle, OpId op, LaneId lane) override;
  void leave(Cycle, OpId) override {}
  void hold(Cycle, OpId, const Cause&) override {}
  void take(Cycle, OpId, const Arrow&) override {}
  void end(Cycle cycle, OpId op, Ending ending, OpId by) override;
  void finish(Cycle end) override;

private:
  struct Op {
    OpId op;
    std::array<Cycle, o3::kEventCount> at{}; ///< 0: not reached
    Cycle stored;
    std::uint64_t pc = 0;
    std::uint8_t part = 0;
    bool ended = false;
    bool retired = false;
    std::string text;
  };
  static void append(std::string& to, std::string_view text) {
    if (std::none_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; })) {
      to += text;
      return;
    }
    for (const char c : text)
      to += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  void write_ready(std::size_t most_waiting);
  void write(const Op& op);
  void write_tick(Cycle cycle) {
    out_ << (cycle > Cycle{0} ? ticks_.offset + cycle.value * ticks_.per_cycle : 0);
  }

  TextOut out_;
  Ticks ticks_;
  std::vector<std::optional<o3::Event>> events_; ///< by lane
  bool seen_unit_ = false;
  OpTable<Op> ops_;
  /// Operations in ops_, oldest first.
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> order_;
};

void O3Writer::begin(Cycle, OpId op, const OpFacts& facts) {
  if (ops_.find(op.value) != nullptr)
    return;
  Op& added = ops_.add(op.value);
  std::string text = std::move(added.text);
  text.clear();
  append(text, facts.text);
  added = Op{};
  added.op = op;
  added.text = std::move(text);
  added.pc = facts.pc.value_or(0);
  added.part = facts.part;
  added.stored = facts.stored;
  order_.push(op.value);
}

/// A replayed operation passes its later events again.
void O3Writer::enter(Cycle cycle, OpId op, LaneId lane) {
  Op* o = ops_.find(op.value);
  if (o == nullptr || o->ended)
    return;
  if (o->at[0] == Cycle{0})
    o->at[0] = cycle; // the first lane counts as fetch, whatever its kind
  if (lane >= events_.size() || !events_[lane])
    return;
  const auto event = static_cast<std::size_t>(*events_[lane]);
  const auto later = o->at.begin() + static_cast<std::ptrdiff_t>(event) + 1;
  const bool goes_back = std::any_of(later, o->at.end(), [](Cycle at) { return at > Cycle{0}; });
  if (goes_back)
    std::fill(later, o->at.end(), Cycle{0});
  if (o->at[event] == Cycle{0} || (goes_back && event > 0))
    o->at[event] = cycle;
}

void O3Writer::end(Cycle cycle, OpId op, Ending ending, OpId) {
  Op* o = ops_.find(op.value);
  if (o == nullptr || o->ended)
    return;
  o->ended = true;
  o->retired = ending == Ending::retired;
  if (o->at.back() == Cycle{0})
    o->at.back() = std::max(cycle - 1, o->at[0]); // the last cycle
  write_ready(kMostWaiting);
}

/// Writes ended operations that wait for no older one, and more when too many are waiting.
void O3Writer::write_ready(std::size_t most_waiting) {
  while (!order_.empty()) {
    Op& oldest = *ops_.find(order_.top());
    if (!oldest.ended && order_.size() <= most_waiting)
      return;
    write(oldest);
    ops_.remove(order_.top());
    order_.pop();
  }
}

void O3Writer::finish(Cycle) {
  while (!order_.empty()) {
    write(*ops_.find(order_.top()));
    order_.pop();
  }
  out_.flush();
}

/// Events skipped between two others get the time of the next.
void O3Writer::write(const Op& op) {
  if (op.at[0] == Cycle{0})
    return; // the operation was on no lane
  std::array<Cycle, o3::kEventCount> at = op.at;
  if (!op.retired)
    at.back() = Cycle{0};
  for (std::size_t i = at.size() - 1; i > 0; --i)
    if (at[i - 1] == Cycle{0})
      at[i - 1] = at[i];
  out_ << o3::kPrefix << "fetch:";
  write_tick(at[0]);
  out_ << ":0x";
  out_.hex(op.pc, 8);
  // Readers strip leading spaces of the text.
  const std::size_t first = std::min(op.text.find_first_not_of(' '), op.text.size());
  out_ << ':' << std::uint64_t{op.part} << ':' << op.op.value << ':'
       << std::string_view(op.text).substr(first) << '\n';
  for (std::size_t i = 1; i + 1 < o3::kEventCount; ++i) {
    out_ << o3::kPrefix << o3::kNames[i] << ':';
    write_tick(at[i]);
    out_ << '\n';
  }
  out_ << o3::kPrefix << "retire:";
  write_tick(at.back());
  out_ << ":store:";
  write_tick(op.stored);
  out_ << '\n';
}

} // namespace

std::unique_ptr<OpStream> make_o3_writer(ByteSink sink) {
  return std::make_unique<O3Writer>(std::move(sink));
}

} // namespace stallscope::trace
