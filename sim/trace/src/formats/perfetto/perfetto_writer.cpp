#include "formats/json_text.hpp"
#include "formats/op_table.hpp"
#include "formats/trace_text.hpp"
#include "formats/writers.hpp"

#include <algorithm>
#include <array>
#include <queue>
#include <vector>

namespace stallscope::trace {

namespace {

/// Number of ended operations whose positions are kept as sources of arrows.
constexpr std::size_t kRemembered = std::size_t{1} << 14;
/// Limit of slices kept until their operation ends.
constexpr std::size_t kMostPieces = 4096;
/// End of a line with arguments.
constexpr std::string_view kEnd = "}}";
/// Beginning of a slice's line, with the comma after the previous line.
constexpr std::string_view kSlice = ",\n{\"ph\":\"X\",\"name\":\"";

/// Cycles as decimal digits, cached because several slices begin and end in the same cycle.
class CycleDigits {
public:
  [[nodiscard]] std::string_view of(Cycle cycle) {
    Digits& known = known_[cycle.value % known_.size()];
    if (known.cycle != cycle) {
      known.cycle = cycle;
      char* const first = known.text.data();
      known.size = static_cast<std::size_t>(
          std::to_chars(first, first + known.text.size(), cycle.value).ptr - first);
    }
    return {known.text.data(), known.size};
  }

private:
  struct Digits {
    Cycle cycle; ///< cycles count from 1
    std::size_t size = 0;
    std::array<char, 20> text{};
  };
  std::array<Digits, 64> known_{};
};

/// Every event is a line without optional spaces, because a run has about ten events an
/// instruction, such as
/// - {"ph":"X","name":"nop","pid":1,"tid":2,"ts":7,"dur":1,"args":{"op":3}}
///
/// All events belong to process 1; a track is a thread of it. Repeated parts are formatted once:
/// beginning and end of an operation's lines, the middle of a track's.
///
/// Slices on one track must nest. When all stages have a fixed number of slots, every slot is a
/// track. Otherwise, as on machines that reorder, an operation uses the first free track until it
/// ends, and its stages are nested slices.
class PerfettoWriter final : public OpStream {
public:
  explicit PerfettoWriter(ByteSink sink) : out_(std::move(sink)) {}

  void lane(LaneId id, const Lane& lane) override {
    if (id >= lanes_.size())
      lanes_.resize(id + std::size_t{1});
    lanes_[id].name.clear();
    append_json(lanes_[id].name, lane.name);
    lanes_[id].head.assign(kSlice).append(lanes_[id].name).append("\"");
    by_slot_ = by_slot_ && lane.slots != 0 && !lane.is_queue;
  }
  void name_lanes(std::string_view plural) override { lanes_name_ = plural; }
  void name_register(RegId id, std::string_view name) override {
    if (id >= registers_.size())
      registers_.resize(id + std::size_t{1});
    registers_[id].clear();
    append_json(registers_[id], name);
  }
  void start(Cycle first) override {
    now_ = first;
    begin_file();
  }
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
    LaneId lane = kNoLane; ///< kNoLane: held on the lane of the previous piece
    Cause cause;
    std::uint64_t track = 0;
  };
  struct Op {
    OpId op;
    bool placed = false; ///< the operation has entered a lane
    Cycle begin;
    Cycle since; ///< start of its stay on the lane
    Cycle held_since;
    LaneId lane = kNoLane;
    Cause cause;
    std::uint64_t track = 0; ///< track on its lane, or until the operation ends
    std::uint64_t slot = 0;  ///< index among the slots of the lane
    std::vector<Piece> pieces;
    std::vector<Piece> holds; ///< held pieces of the current stage
    std::string head;         ///< the beginning of its lines, up to the track
    std::string tail;         ///< the end of its lines, after the times
    std::string more;         ///< arguments of its first slice, until that slice is written
  };
  /// Position of the last stage of an ended operation.
  struct Last {
    OpId op;
    std::uint64_t track = 0;
    Cycle last;
  };
  struct LaneTracks {
    std::string name;
    std::string head; ///< beginning of the lines of slices with this name
    /// free slots
    std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> free;
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
  void begin_file();
  void open_slice(std::string_view head, Cycle from, Cycle to, std::uint64_t track);
  void write_arguments(Op& op);
  void write_hold(const Piece& piece);
  void name_track(std::uint64_t track, std::string_view text);
  void count(std::string_view text, Cycle at, std::uint64_t value);
  void draw_arrows();
  void draw(const Dependence& arrow);
  [[nodiscard]] std::string_view register_name(RegId reg) const {
    return reg < registers_.size() ? std::string_view(registers_[reg]) : std::string_view();
  }

  TextOut out_;
  bool begun_ = false;
  bool by_slot_ = true; ///< tracks are slots of stages, otherwise operations
  std::string lanes_name_ = "stages";
  std::vector<LaneTracks> lanes_;
  LaneTracks whole_;
  std::vector<std::string> registers_;
  std::vector<std::string> tracks_; ///< by track, from 1 on: middle of the lines
  CycleDigits digits_;
  Cycle now_;
  OpTable<Op> ops_;
  std::vector<Last> last_ = std::vector<Last>(kRemembered); ///< by operation number, modulo the
                                                            ///< size
  std::vector<Dependence> arrows_;                          ///< dependences of this cycle
  std::uint64_t next_arrow_ = 1;
  std::uint64_t in_flight_ = 0;
  std::uint64_t told_in_flight_ = 0;
  std::uint64_t retired_ = 0; ///< operations retired in the previous cycle
  std::uint64_t told_retired_ = 0;
  std::string hold_; ///< beginning of the line being written
};

/// Lines begin with the comma after the previous one: writes an initial element.
void PerfettoWriter::begin_file() {
  if (begun_)
    return;
  begun_ = true;
  out_ << R"({"traceEvents":[
{"ph":"M","name":"process_name","pid":1,"args":{"name":")"
       << (by_slot_ ? lanes_name_ : "operations in flight") << "\"}}";
}

void PerfettoWriter::name_track(std::uint64_t track, std::string_view text) {
  out_ << R"(,
{"ph":"M","name":"thread_name","pid":1,"tid":)"
       << track << R"(,"args":{"name":")" << text << "\"}}";
}

void PerfettoWriter::count(std::string_view text, Cycle at, std::uint64_t value) {
  out_ << R"(,
{"ph":"C","name":")"
       << text << R"(","pid":1,"ts":)" << digits_.of(at) << R"(,"args":{"operations":)" << value
       << "}}";
}

/// A slice without its arguments and line end.
void PerfettoWriter::open_slice(std::string_view head, Cycle from, Cycle to, std::uint64_t track) {
  out_ << head << tracks_[track - 1] << digits_.of(from);
  if (to - from == 1) // the most frequent case
    out_ << R"(,"dur":1)";
  else
    out_ << R"(,"dur":)" << (to - from);
}

/// Writes the arguments of a slice and the end of its line.
void PerfettoWriter::write_arguments(Op& op) {
  if (op.more.empty()) {
    out_ << op.tail;
    return;
  }
  out_ << std::string_view(op.tail).substr(0, op.tail.size() - kEnd.size()) << op.more << kEnd;
  op.more.clear();
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
  added.head = kSlice;
  append_json(added.head, facts.text);
  added.head += '"';
  added.tail = R"(,"args":{"op":)";
  append_number(added.tail, op.value);
  added.tail += kEnd;
  std::string& more = added.more;
  more.clear();
  if (facts.pc) {
    more += R"(,"pc":"0x)";
    append_number(more, *facts.pc, 16);
    more += '"';
  }
  if (facts.line != 0) {
    more += R"(,"line":)";
    append_number(more, facts.line);
  }
  if (!facts.file.empty()) {
    more += R"(,"file":")";
    append_json(more, facts.file);
    more += '"';
  }
  if (facts.part > 0) {
    more += R"(,"part":)";
    append_number(more, facts.part);
  }
  if (facts.wrong_path)
    more += R"(,"wrong_path":true)";
}

/// Allocates the first free track of a group.
void PerfettoWriter::place(Op& op, LaneTracks& group, std::string_view track_name) {
  if (!group.free.empty()) {
    op.slot = group.free.top();
    group.free.pop();
  } else {
    op.slot = group.tracks.size();
    const std::uint64_t track = tracks_.size() + 1;
    group.tracks.push_back(track);
    std::string& middle = tracks_.emplace_back(R"(,"pid":1,"tid":)");
    append_number(middle, track);
    middle += R"(,"ts":)";
    std::string text(track_name);
    if (op.slot > 0 || &group == &whole_)
      text += (text.empty() ? "" : " ") + std::to_string(op.slot + 1);
    name_track(track, text);
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

/// The operation leaves its lane.
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

/// The name consists of reason and register.
void PerfettoWriter::write_hold(const Piece& piece) {
  const Cause& cause = piece.cause;
  const std::string_view reg = register_name(cause.reg);
  hold_.assign(kSlice).append(info(cause.why).title);
  if (!reg.empty())
    hold_.append(" ").append(reg);
  hold_ += '"';
  open_slice(hold_, piece.begin, piece.end, piece.track);
  out_ << R"(,"cat":"stall")";
  if (cause.culprit)
    out_ << R"(,"args":{"waits_for":)" << cause.culprit.value << '}';
  out_ << '}';
}

void PerfettoWriter::write_pieces(Op& op) {
  for (const Piece& piece : op.pieces) {
    if (piece.lane == kNoLane) {
      write_hold(piece);
    } else if (by_slot_) {
      open_slice(op.head, piece.begin, piece.end, piece.track);
      write_arguments(op);
    } else {
      open_slice(lanes_[piece.lane].head, piece.begin, piece.end, piece.track);
      out_ << '}';
    }
  }
  op.pieces.clear();
}

/// Enclosing slices come first.
void PerfettoWriter::write_op(Op& op, bool discarded, OpId by) {
  close_stage(op);
  if (discarded) {
    op.tail.resize(op.tail.size() - kEnd.size());
    op.tail.append(R"(,"discarded":true)").append(kEnd);
  }
  if (by) {
    op.more += R"(,"discarded_by":)";
    append_number(op.more, by.value);
  }
  if (op.placed && !by_slot_) {
    whole_.free.push(op.slot);
    if (now_ > op.begin) {
      open_slice(op.head, op.begin, now_, op.track);
      out_ << R"(,"cat":"operation")";
      write_arguments(op);
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

/// An arrow from the producer's last cycle before this one. An arrow's end is bound to the slice
/// that is open at its time: the middle of a cycle is unambiguous for every viewer.
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
    out_ << kind << next_arrow_ << R"(,"name":")" << text << R"(","cat":"dependence")"
         << tracks_[track - 1] << digits_.of(at) << ".5}";
  };
  half(R"(,
{"ph":"s","id":)",
       source.last, source.track);
  half(R"(,
{"ph":"f","bp":"e","id":)",
       now_, to->track);
  ++next_arrow_;
}

void PerfettoWriter::finish(Cycle end) {
  begin_file();
  go_to(end);
  draw_arrows();
  std::vector<OpId> open;
  ops_.for_each([&open](const Op& op) { open.push_back(op.op); });
  std::sort(open.begin(), open.end());
  for (const OpId op : open)
    write_op(*ops_.find(op.value), false, kNoOp);
  go_to(now_ + 1);
  out_ << "\n],\"displayTimeUnit\":\"ns\"}\n";
  out_.flush();
}

} // namespace

std::unique_ptr<OpStream> make_perfetto_writer(ByteSink sink) {
  return std::make_unique<PerfettoWriter>(std::move(sink));
}

} // namespace stallscope::trace
