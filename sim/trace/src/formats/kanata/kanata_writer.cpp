#include "formats/kanata/kanata.hpp"
#include "formats/op_table.hpp"
#include "formats/trace_text.hpp"
#include "formats/writers.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace stallscope::trace {

namespace {

/// Text of a label or name, with newlines escaped as `\n` and without characters that end a field
/// or line.
void append_escaped(std::string& to, std::string_view text, bool newlines) {
  if (std::none_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; })) {
    to += text;
    return;
  }
  for (const char c : text) {
    if (c == '\n' && newlines)
      to += "\\n";
    else
      to += c == '\t' || c == '\n' || c == '\r' || c == '\0' ? ' ' : c;
  }
}

/// The operations of a cycle are written in order of number, each with its changes since the
/// previous cycle: the order of the core's reports does not matter, and no stage begins and ends in
/// one cycle.
class KanataWriter final : public OpStream {
public:
  explicit KanataWriter(ByteSink sink) : out_(std::move(sink)) {}

  void lane(LaneId id, const Lane& lane) override {
    if (id >= stages_.size())
      stages_.resize(id + std::size_t{1});
    std::string stage;
    append_escaped(stage, lane.name, false);
    if (lane.is_unit && kanata::needs_suffix(stage))
      stage += kanata::kUnitSuffix;
    stages_[id] = "0\t" + stage + "\n";
  }
  void name_register(RegId id, std::string_view name) override {
    if (id >= registers_.size())
      registers_.resize(id + std::size_t{1});
    registers_[id].clear();
    append_escaped(registers_[id], name, false);
  }
  void start(Cycle first) override {
    now_ = written_ = first;
    out_ << kanata::kHeader << "\nC=\t" << first.value << '\n';
  }
  void begin(Cycle cycle, OpId op, const OpFacts& facts) override;
  void add_note(Cycle cycle, OpId op, bool is_text, std::string_view text) override;
  void enter(Cycle cycle, OpId op, LaneId lane) override {
    if (Op* o = touch(cycle, op)) {
      o->lane = lane;
      o->entered = true;
      o->cause = {};
    }
  }
  void leave(Cycle cycle, OpId op) override {
    if (Op* o = touch(cycle, op)) {
      o->lane = kNoLane;
      o->entered = false;
      o->cause = {};
    }
  }
  void hold(Cycle cycle, OpId op, const Cause& cause) override {
    if (Op* o = touch(cycle, op); o != nullptr && o->lane != kNoLane)
      o->cause = cause;
  }
  void take(Cycle cycle, OpId consumer, const Arrow& arrow) override {
    if (touch(cycle, consumer) != nullptr)
      arrows_.push_back({consumer, arrow.producer});
  }
  void end(Cycle cycle, OpId op, Ending ending, OpId by) override {
    if (Op* o = touch(cycle, op)) {
      o->ended = true;
      o->ending = ending;
      o->by = by;
    }
  }
  void finish(Cycle end) override;

private:
  struct Labels {
    std::string text;
    std::string note;
  };
  /// A number between two tabs, which many lines contain.
  class FieldOfId {
  public:
    void set(std::uint64_t id) {
      text_.front() = '\t';
      char* const end = std::to_chars(text_.data() + 1, text_.data() + text_.size(), id).ptr;
      *end = '\t';
      size_ = static_cast<std::size_t>(end + 1 - text_.data());
    }
    [[nodiscard]] std::string_view text() const { return {text_.data(), size_}; }

  private:
    std::array<char, 22> text_{};
    std::size_t size_ = 0;
  };
  struct Op {
    OpId op;
    const Labels* labels = nullptr; ///< written with the first line, before `text` and `note`
    FieldOfId id;                   ///< its id in the file
    bool written = false;           ///< its first line has been written
    bool touched = false;           ///< changed in this cycle
    bool entered = false;           ///< entered its lane in this cycle
    bool ended = false;             ///< ended in this cycle
    Ending ending = Ending::retired;
    OpId by;
    LaneId lane = kNoLane;  ///< the lane it is on
    LaneId shown = kNoLane; ///< the lane whose begin was written last
    Cause cause;            ///< why the operation is held
    Cause shown_cause;
    std::string text; ///< labels of type 0 and 1, ready to be written
    std::string note;
  };
  struct Dependence {
    OpId consumer;
    OpId producer;
  };
  struct Known {
    OpId op;
    std::uint64_t id = 0;
  };

  Op* touch(Cycle cycle, OpId op) {
    if (cycle > now_)
      go_to(cycle);
    Op* found = ops_.find(op.value);
    if (found == nullptr || found->ended)
      return nullptr;
    if (!found->touched) {
      found->touched = true;
      touched_.push_back(found);
    }
    return found;
  }
  void go_to(Cycle cycle) {
    write_cycle();
    now_ = cycle;
  }
  [[nodiscard]] const Labels* known_labels(const OpFacts& facts);
  void write_cycle();
  /// Writes the time up to now, before another line.
  TextOut& line() {
    if (now_ > written_) {
      out_ << "C\t" << (now_ - written_) << '\n';
      written_ = now_;
    }
    return out_;
  }
  void write_op(Op& op);
  void write_label(const FieldOfId& id, std::string_view type, std::string_view text) {
    if (!text.empty())
      line() << 'L' << id.text() << type << text << '\n';
  }
  void write_stage(const Op& op);
  void write_stall(Op& op);
  void end_stage(const Op& op);
  void end_stall(const Op& op);
  void write_arrows(const Op& op);
  [[nodiscard]] std::string_view stall_name(const Cause& cause) const {
    return cause.why == Reason::other && cause.reg < registers_.size() &&
                   !registers_[cause.reg].empty()
               ? std::string_view(registers_[cause.reg])
               : info(cause.why).name;
  }

  TextOut out_;
  std::vector<std::string> stages_;    ///< by lane: the end of a stage's lines, from the stage's
                                       ///< name on
  std::vector<std::string> registers_; ///< by number
  Cycle now_;
  Cycle written_; ///< the time up to which cycles have been written
  OpTable<Op> ops_;
  std::vector<Op*> touched_;
  std::vector<Dependence> arrows_; ///< dependences of this cycle
  std::vector<Known> known_ = std::vector<Known>(kanata::kRemembered); ///< by operation number,
                                                                       ///< modulo the size
  std::uint64_t next_id_ = 0;
  std::uint64_t retired_ = 0;
  std::vector<std::unique_ptr<Labels>>
      labels_;       ///< by instruction; for the right path and for wrong paths
  std::string late_; ///< labels of operations that have ended
};

void append_facts(std::string& to, const OpFacts& facts) {
  const auto line = [&to](std::string_view words) {
    if (!to.empty())
      to += "\\n";
    to += words;
  };
  const auto number = [&to](std::uint64_t n, int base = 10) {
    char digits[20];
    to.append(digits, std::to_chars(digits, digits + sizeof digits, n, base).ptr);
  };
  if (facts.pc) {
    line(kanata::kPc);
    number(*facts.pc, 16);
  }
  if (facts.line != 0) {
    line(kanata::kLine);
    number(facts.line);
    if (!facts.file.empty()) {
      to += kanata::kLineOf;
      append_escaped(to, facts.file, false);
    }
  }
  if (facts.part > 0) {
    line(kanata::kPart);
    number(facts.part + std::uint64_t{1});
  }
  if (facts.fused)
    line(kanata::kFused);
  if (facts.wrong_path)
    line(kanata::kWrongPath);
  if (facts.stored > Cycle{0}) {
    line(kanata::kStored);
    number(facts.stored.value);
  }
  if (!facts.note.empty()) {
    if (!to.empty())
      to += "\\n";
    append_escaped(to, facts.note, true);
  }
}

/// The labels of an operation, formatted once for each instruction.
const KanataWriter::Labels* KanataWriter::known_labels(const OpFacts& facts) {
  const std::size_t place = facts.instruction.value * std::size_t{2} + (facts.wrong_path ? 1 : 0);
  if (facts.instruction == kNoInstruction || facts.part > 0 || facts.fused)
    return nullptr;
  if (place >= labels_.size())
    labels_.resize(place + 1);
  if (labels_[place] == nullptr) {
    labels_[place] = std::make_unique<Labels>();
    append_escaped(labels_[place]->text, facts.text, true);
    append_facts(labels_[place]->note, facts);
  }
  return labels_[place].get();
}

void KanataWriter::begin(Cycle cycle, OpId op, const OpFacts& facts) {
  if (cycle > now_)
    go_to(cycle);
  if (ops_.find(op.value) != nullptr)
    return;
  Op& added = ops_.add(op.value);
  std::string text = std::move(added.text); // keeps the string's memory for reuse
  std::string note = std::move(added.note);
  text.clear();
  note.clear();
  added = Op{};
  added.op = op;
  added.text = std::move(text);
  added.note = std::move(note);
  added.labels = known_labels(facts);
  if (added.labels == nullptr) {
    append_escaped(added.text, facts.text, true);
    append_facts(added.note, facts);
  }
}

void KanataWriter::add_note(Cycle cycle, OpId op, bool is_text, std::string_view text) {
  if (cycle > now_)
    go_to(cycle);
  // Also found when the operation ends in this cycle, because its labels are not written yet.
  if (Op* o = ops_.find(op.value)) {
    append_escaped(is_text ? o->text : o->note, text, true);
    (void)touch(cycle, op);
    return;
  }
  const Known& known = known_[op.value % known_.size()];
  if (known.op != op || text.empty())
    return;
  late_ += "L\t";
  late_ += std::to_string(known.id);
  late_ += is_text ? "\t0\t" : "\t1\t";
  append_escaped(late_, text, true);
  late_ += '\n';
}

void KanataWriter::write_cycle() {
  if (touched_.empty() && late_.empty())
    return;
  const auto older = [](const Op* a, const Op* b) { return a->op < b->op; };
  if (!std::is_sorted(touched_.begin(), touched_.end(), older))
    std::sort(touched_.begin(), touched_.end(), older);
  std::stable_sort(arrows_.begin(), arrows_.end(), [](const Dependence& a, const Dependence& b) {
    return a.consumer < b.consumer;
  });
  for (Op* op : touched_) {
    write_op(*op);
    if (op->ended)
      ops_.remove(op->op.value);
  }
  touched_.clear();
  arrows_.clear();
  if (!late_.empty()) {
    line() << late_;
    late_.clear();
  }
}

void KanataWriter::write_op(Op& op) {
  op.touched = false;
  if (!op.written && (op.lane == kNoLane || op.ended))
    return; // the operation was on no lane for a whole cycle
  const bool stage = op.entered || op.lane != op.shown;
  if (!op.written) {
    op.written = true;
    op.id.set(next_id_);
    known_[op.op.value % known_.size()] = {op.op, next_id_};
    ++next_id_;
    line() << 'I' << op.id.text() << op.op.value << "\t0\n";
    if (op.labels != nullptr) {
      write_label(op.id, "0\t", op.labels->text);
      write_label(op.id, "1\t", op.labels->note);
    }
  }
  write_label(op.id, "0\t", op.text);
  write_label(op.id, "1\t", op.note);
  op.text.clear();
  op.note.clear();
  if (!op.ended) {
    if (stage)
      write_stage(op);
    if (op.cause != op.shown_cause)
      write_stall(op);
  }
  write_arrows(op);
  if (!op.ended) {
    op.entered = false;
    op.shown = op.lane;
    return;
  }
  end_stage(op);
  end_stall(op);
  if (op.by)
    line() << 'L' << op.id.text() << "1\t\\n" << kanata::kDiscardedBy << op.by.value << '\n';
  const bool retired = op.ending == Ending::retired;
  line() << 'R' << op.id.text() << retired_ << (retired ? "\t0\n" : "\t1\n");
  retired_ += retired ? 1 : 0;
}

/// The begin of a stage implies the end of the previous one. Older viewers need an explicit end to
/// colour later stages and draw arrows from them.
void KanataWriter::end_stage(const Op& op) {
  if (op.shown != kNoLane)
    line() << 'E' << op.id.text() << stages_[op.shown];
}

void KanataWriter::end_stall(const Op& op) {
  if (op.shown_cause.why != Reason::none)
    line() << 'E' << op.id.text() << "1\t" << stall_name(op.shown_cause) << '\n';
}

void KanataWriter::write_stage(const Op& op) {
  end_stage(op);
  if (op.lane != kNoLane)
    line() << 'S' << op.id.text() << stages_[op.lane];
}

void KanataWriter::write_stall(Op& op) {
  const Cause& cause = op.cause;
  end_stall(op);
  op.shown_cause = cause;
  if (cause.why == Reason::none)
    return;
  line() << 'S' << op.id.text() << "1\t" << stall_name(cause) << '\n';
  const bool named = cause.why != Reason::other && cause.reg != kNoRegister;
  if (!named && !cause.culprit)
    return;
  line() << 'L' << op.id.text() << "2\t";
  if (named && cause.reg < registers_.size() && !registers_[cause.reg].empty())
    out_ << registers_[cause.reg];
  else if (named)
    out_ << 'r' << std::uint64_t{cause.reg};
  if (cause.culprit)
    out_ << (named ? " " : "") << kanata::kFrom << cause.culprit.value;
  out_ << '\n';
}

/// Operands of squashed operations are not written.
void KanataWriter::write_arrows(const Op& op) {
  if (op.ended && op.ending == Ending::flushed)
    return;
  const auto [first, last] = std::equal_range(
      arrows_.begin(), arrows_.end(), Dependence{op.op, {}},
      [](const Dependence& a, const Dependence& b) { return a.consumer < b.consumer; });
  for (auto arrow = first; arrow != last; ++arrow)
    if (const Known& producer = known_[arrow->producer.value % known_.size()];
        producer.op == arrow->producer && producer.op)
      line() << 'W' << op.id.text() << producer.id << "\t0\n";
}

void KanataWriter::finish(Cycle end) {
  if (end > now_)
    go_to(end);
  std::vector<OpId> open;
  ops_.for_each([&open](const Op& op) {
    if (op.lane != kNoLane && !op.ended)
      open.push_back(op.op);
  });
  for (const OpId op : open) // a stage without an end would extend for one more cycle
    leave(now_, op);
  write_cycle();
  (void)line(); // writes the time up to the end
  out_.flush();
}

} // namespace

std::unique_ptr<OpStream> make_kanata_writer(ByteSink sink) {
  return std::make_unique<KanataWriter>(std::move(sink));
}

} // namespace stallscope::trace
