#include "base/utf8.hpp"
#include "op_table.hpp"
#include "trace_text.hpp"
#include "writers.hpp"

#include <algorithm>
#include <queue>
#include <vector>

namespace stallscope::trace {

namespace {

/// Processes of the trace.
constexpr std::uint64_t kOperations = 1;
constexpr std::uint64_t kNumbers = 2;

/// How far back the place of an operation that has ended is still known, to draw arrows from.
constexpr std::size_t kRemembered = std::size_t{1} << 14;
/// Slices of an operation that are kept until it ends.
constexpr std::size_t kMostPieces = 4096;

/// As JSON text without its quotes.
void append_json(std::string& to, std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c < '\x7f' && c != '"' && c != '\\';
  });
  if (plain) {
    to += text;
    return;
  }
  for (const char c : clean(text)) {
    if (c == '"' || c == '\\')
      to += '\\';
    to += c;
  }
}

/// Slices on one track must nest. Where stages hold a fixed number of operations, every slot of
/// them is a track; else, as in machines that reorder, an operation takes the first free track for
/// all its life, and its stages are slices inside its own.
class PerfettoWriter final : public OpStream {
public:
  explicit PerfettoWriter(ByteSink sink) : out_(std::move(sink)) { out_ << "{\"traceEvents\":["; }

  void lane(LaneId id, const Lane& lane) override {
    if (id >= lanes_.size())
      lanes_.resize(id + std::size_t{1});
    lanes_[id].name.clear();
    append_json(lanes_[id].name, lane.name);
    by_slot_ = by_slot_ && lane.slots != 0 && !lane.is_queue;
  }
  void name_register(RegId id, std::string_view name) override {
    if (id >= registers_.size())
      registers_.resize(id + std::size_t{1});
    registers_[id].clear();
    append_json(registers_[id], name);
  }
  void start(Cycle first) override { now_ = first; }
  void begin(Cycle cycle, OpId op, const OpFacts& facts) override;
  void enter(Cycle cycle, OpId op, LaneId lane) override;
  void leave(Cycle cycle, OpId op) override {
    go_to(cycle);
    if (Op* o = ops_.find(op.value))
      close_stage(*o);
  }
  void hold(Cycle cycle, OpId op, const Cause& cause) override {
    go_to(cycle);
    if (Op* o = ops_.find(op.value); o != nullptr && o->lane != kNoLane) {
      close_hold(*o);
      o->cause = cause;
      o->held_since = now_;
    }
  }
  void take(Cycle cycle, OpId consumer, const Arrow& arrow) override {
    go_to(cycle);
    arrows_.push_back({consumer, arrow.producer, arrow.reg});
  }
  void end(Cycle cycle, OpId op, Ending ending, OpId by) override;
  void finish(Cycle end) override;

private:
  struct Piece {
    Cycle begin;
    Cycle end;
    LaneId lane = kNoLane; ///< kNoLane: held on the lane of the piece before
    Cause cause;
    std::uint64_t track = 0;
  };
  struct Op {
    OpId op;
    bool placed = false; ///< it is on a lane, or was
    Cycle begin;
    Cycle since; ///< on its lane
    Cycle held_since;
    LaneId lane = kNoLane;
    Cause cause;
    std::uint64_t track = 0; ///< on its lane, or for all its life
    std::uint64_t slot = 0;  ///< the same among the slots of the lane
    std::vector<Piece> pieces;
    std::vector<Piece> holds; ///< of the present stage
    std::string text;
    std::string arguments;
  };
  /// Where the last stage of an operation that has left it is to be found.
  struct Last {
    OpId op;
    std::uint64_t track = 0;
    Cycle last;
  };
  struct LaneTracks {
    std::string name;
    std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> free; ///< slots
    std::vector<std::uint64_t> tracks; ///< by slot
  };
  struct Dependence {
    OpId consumer;
    OpId producer;
    RegId reg = kNoRegister;
  };

  void go_to(Cycle cycle);
  void place(Op& op, LaneTracks& group, std::string_view track_name);
  void close_hold(Op& op);
  void close_stage(Op& op);
  void write_pieces(Op& op);
  void write_op(Op& op, bool discarded, OpId by);
  void open_slice(std::string_view text, Cycle from, Cycle to, std::uint64_t track);
  void write_hold(const Piece& piece);
  void name(std::string_view kind, std::uint64_t process, std::uint64_t track,
            std::string_view text);
  void count(std::string_view text, Cycle at, std::uint64_t value);
  void draw_arrows();
  void draw(const Dependence& arrow);
  [[nodiscard]] std::string_view register_name(RegId reg) const {
    return reg < registers_.size() ? std::string_view(registers_[reg]) : std::string_view();
  }
  void new_event() {
    out_ << (first_ ? "\n" : ",\n");
    first_ = false;
  }

  TextOut out_;
  bool first_ = true;
  bool by_slot_ = true; ///< tracks are slots of stages, else operations
  std::vector<LaneTracks> lanes_;
  LaneTracks whole_;
  std::vector<std::string> registers_;
  std::uint64_t tracks_ = 0;
  Cycle now_;
  OpTable<Op> ops_;
  std::vector<Last> last_ = std::vector<Last>(kRemembered); ///< by number, modulo
  std::vector<Dependence> arrows_;                          ///< of this cycle
  std::uint64_t next_arrow_ = 1;
  std::uint64_t in_flight_ = 0;
  std::uint64_t told_in_flight_ = 0;
  std::uint64_t retired_ = 0; ///< in the cycle before this one
  std::uint64_t told_retired_ = 0;
};

void PerfettoWriter::name(std::string_view kind, std::uint64_t process, std::uint64_t track,
                          std::string_view text) {
  new_event();
  out_ << R"({"ph":"M","name":")" << kind << R"(","pid":)" << process << R"(,"tid":)" << track
       << R"(,"args":{"name":")" << text << "\"}}";
}

void PerfettoWriter::count(std::string_view text, Cycle at, std::uint64_t value) {
  new_event();
  out_ << R"({"ph":"C","name":")" << text << R"(","pid":)" << kNumbers << R"(,"ts":)" << at.value
       << R"(,"args":{"operations":)" << value << "}}";
}

/// Without its arguments and its end.
void PerfettoWriter::open_slice(std::string_view text, Cycle from, Cycle to, std::uint64_t track) {
  new_event();
  out_ << R"({"ph":"X","name":")" << text << R"(","ts":)" << from.value << R"(,"dur":)"
       << (to - from) << R"(,"pid":)" << kOperations << R"(,"tid":)" << track;
}

void PerfettoWriter::go_to(Cycle cycle) {
  if (cycle <= now_)
    return;
  draw_arrows();
  if (in_flight_ != told_in_flight_)
    count("in flight", now_, told_in_flight_ = in_flight_);
  if (retired_ != told_retired_)
    count("retired", now_ - 1, told_retired_ = retired_);
  if (retired_ != 0 && cycle - now_ > 1)
    count("retired", now_, told_retired_ = 0);
  retired_ = 0;
  now_ = cycle;
}

void PerfettoWriter::begin(Cycle cycle, OpId op, const OpFacts& facts) {
  go_to(cycle);
  if (ops_.find(op.value) != nullptr)
    return;
  Op& added = ops_.add(op.value);
  added.op = op;
  added.placed = false;
  added.lane = kNoLane;
  added.cause = {};
  added.pieces.clear();
  added.holds.clear();
  added.text.clear();
  append_json(added.text, facts.text);
  std::string& more = added.arguments;
  more = R"("operation":)" + std::to_string(op.value);
  if (facts.pc) {
    more += R"(,"pc":"0x)";
    char digits[16];
    more.append(digits, std::to_chars(digits, digits + sizeof digits, *facts.pc, 16).ptr);
    more += '"';
  }
  if (facts.line != 0)
    more += R"(,"line":)" + std::to_string(facts.line);
  if (!facts.file.empty()) {
    more += R"(,"file":")";
    append_json(more, facts.file);
    more += '"';
  }
  if (facts.part > 0)
    more += R"(,"part":)" + std::to_string(facts.part);
  if (facts.wrong_path)
    more += R"(,"wrong_path":true)";
}

/// Takes the first free track of a group.
void PerfettoWriter::place(Op& op, LaneTracks& group, std::string_view track_name) {
  if (!group.free.empty()) {
    op.slot = group.free.top();
    group.free.pop();
  } else {
    op.slot = group.tracks.size();
    group.tracks.push_back(++tracks_);
    std::string text(track_name);
    if (op.slot > 0 || &group == &whole_)
      text += (text.empty() ? "" : " ") + std::to_string(op.slot + 1);
    name("thread_name", kOperations, tracks_, text);
  }
  op.track = group.tracks[op.slot];
}

void PerfettoWriter::enter(Cycle cycle, OpId op, LaneId lane) {
  go_to(cycle);
  Op* o = ops_.find(op.value);
  if (o == nullptr || lane >= lanes_.size())
    return;
  close_stage(*o);
  if (!o->placed) {
    o->placed = true;
    o->begin = now_;
    ++in_flight_;
    if (!by_slot_)
      place(*o, whole_, "slot");
  }
  if (by_slot_)
    place(*o, lanes_[lane], lanes_[lane].name);
  o->lane = lane;
  o->since = now_;
}

void PerfettoWriter::close_hold(Op& op) {
  if (op.cause.why != Reason::none && now_ > op.held_since)
    op.holds.push_back({op.held_since, now_, kNoLane, op.cause, op.track});
  op.cause = {};
}

/// The operation leaves its lane now.
void PerfettoWriter::close_stage(Op& op) {
  close_hold(op);
  if (op.lane == kNoLane)
    return;
  if (now_ > op.since) {
    op.pieces.push_back({op.since, now_, op.lane, {}, op.track});
    op.pieces.insert(op.pieces.end(), op.holds.begin(), op.holds.end());
    last_[op.op.value % last_.size()] = {op.op, op.track, now_ - 1};
  }
  op.holds.clear();
  if (by_slot_)
    lanes_[op.lane].free.push(op.slot);
  op.lane = kNoLane;
  if (op.pieces.size() > kMostPieces)
    write_pieces(op);
}

void PerfettoWriter::write_hold(const Piece& piece) {
  const Cause& cause = piece.cause;
  const std::string_view reg = register_name(cause.reg);
  std::string text(info(cause.why).title);
  if (!reg.empty())
    text.append(" ").append(reg);
  open_slice(text, piece.begin, piece.end, piece.track);
  out_ << R"(,"cat":"stall","args":{"reason":")" << info(cause.why).name << '"';
  if (!reg.empty())
    out_ << R"(,"register":")" << reg << '"';
  if (cause.culprit)
    out_ << R"(,"waits_for":)" << cause.culprit.value;
  out_ << "}}";
}

void PerfettoWriter::write_pieces(Op& op) {
  for (const Piece& piece : op.pieces) {
    if (piece.lane == kNoLane) {
      write_hold(piece);
      continue;
    }
    if (by_slot_) {
      open_slice(op.text, piece.begin, piece.end, piece.track);
      out_ << R"(,"args":{)" << op.arguments << "}}";
    } else {
      open_slice(lanes_[piece.lane].name, piece.begin, piece.end, piece.track);
      out_ << '}';
    }
  }
  op.pieces.clear();
}

/// Slices around others stand before them.
void PerfettoWriter::write_op(Op& op, bool discarded, OpId by) {
  close_stage(op);
  if (discarded)
    op.arguments += R"(,"discarded":true)";
  if (op.placed && !by_slot_) {
    whole_.free.push(op.slot);
    if (now_ > op.begin) {
      open_slice(op.text, op.begin, now_, op.track);
      out_ << R"(,"cat":"operation","args":{)" << op.arguments;
      if (by)
        out_ << R"(,"discarded_by":)" << by.value;
      out_ << "}}";
    }
  }
  write_pieces(op);
  in_flight_ -= op.placed ? 1 : 0;
}

void PerfettoWriter::end(Cycle cycle, OpId op, Ending ending, OpId by) {
  go_to(cycle);
  Op* o = ops_.find(op.value);
  if (o == nullptr)
    return;
  retired_ += ending == Ending::retired ? 1 : 0;
  write_op(*o, ending == Ending::flushed, by);
  ops_.remove(op.value);
}

void PerfettoWriter::draw_arrows() {
  for (const Dependence& arrow : arrows_)
    draw(arrow);
  arrows_.clear();
}

/// From the last cycle of the producer before this one.
void PerfettoWriter::draw(const Dependence& arrow) {
  const Op* to = ops_.find(arrow.consumer.value);
  if (to == nullptr || to->lane == kNoLane)
    return;
  const Op* from = ops_.find(arrow.producer.value);
  Last source = last_[arrow.producer.value % last_.size()];
  if (from != nullptr && from->lane != kNoLane && from->since < now_)
    source = {arrow.producer, from->track, now_ - 1};
  if (source.op != arrow.producer || !source.op)
    return;
  std::string_view text = register_name(arrow.reg);
  if (text.empty())
    text = "value";
  const auto half = [&](std::string_view kind, Cycle at, std::uint64_t track) {
    new_event();
    out_ << R"({"ph":)" << kind << R"(,"id":)" << next_arrow_ << R"(,"name":")" << text
         << R"(","cat":"dependence","ts":)" << at.value << R"(,"pid":)" << kOperations
         << R"(,"tid":)" << track << '}';
  };
  half(R"("s")", source.last, source.track);
  half(R"("f","bp":"e")", now_, to->track);
  ++next_arrow_;
}

void PerfettoWriter::finish(Cycle end) {
  go_to(end);
  draw_arrows();
  std::vector<OpId> open;
  ops_.for_each([&open](const Op& op) { open.push_back(op.op); });
  std::sort(open.begin(), open.end());
  for (const OpId op : open)
    write_op(*ops_.find(op.value), false, kNoOp);
  go_to(now_ + 1);
  name("process_name", kOperations, 0, by_slot_ ? "stages" : "operations in flight");
  name("process_name", kNumbers, 0, "numbers");
  out_ << "\n],\"displayTimeUnit\":\"ns\"}\n";
  out_.flush();
}

} // namespace

std::unique_ptr<OpStream> make_perfetto_writer(ByteSink sink) {
  return std::make_unique<PerfettoWriter>(std::move(sink));
}

} // namespace stallscope::trace
