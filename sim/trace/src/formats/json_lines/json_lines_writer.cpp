#include "base/utf8.hpp"
#include "formats/json_text.hpp"
#include "formats/op_table.hpp"
#include "formats/trace_text.hpp"
#include "formats/writers.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::trace {

namespace {

/// JSON Lines (jsonlines.org): an operation is one JSON object on a line of its own, written when
/// the operation ends, so that tools for tables read a trace piece by piece. Its members are those
/// of a row in the JSON of a diagram (FORMATS.md). Memory depends on the operations in flight and
/// their stages.
class JsonLinesWriter final : public OpStream {
public:
  explicit JsonLinesWriter(ByteSink sink) : out_(std::move(sink)) {}

  void lane(LaneId id, const Lane& lane) override { put(lanes_, id, lane.name); }
  void name_register(RegId id, std::string_view name) override { put(registers_, id, name); }
  void start(Cycle first) override { now_ = first; }
  void begin(Cycle cycle, OpId op, const OpFacts& facts) override;
  void add_note(Cycle, OpId op, bool is_text, std::string_view text) override {
    if (Op* o = ops_.find(op.value))
      append_json(is_text ? o->text : o->note, text);
  }
  void enter(Cycle cycle, OpId op, LaneId lane) override {
    now_ = cycle;
    if (Op* o = ops_.find(op.value); o != nullptr && lane < lanes_.size()) {
      close_span(*o);
      o->cause = {};
      o->lane = lane;
    }
  }
  void leave(Cycle cycle, OpId op) override {
    now_ = cycle;
    if (Op* o = ops_.find(op.value)) {
      close_span(*o);
      o->lane = kNoLane;
    }
  }
  void hold(Cycle cycle, OpId op, const Cause& cause) override {
    now_ = cycle;
    if (Op* o = ops_.find(op.value); o != nullptr && o->lane != kNoLane && o->cause != cause) {
      close_span(*o);
      o->cause = cause;
    }
  }
  void take(Cycle cycle, OpId consumer, const Arrow& arrow) override {
    now_ = cycle;
    if (Op* o = ops_.find(consumer.value))
      append_value(*o, arrow);
  }
  void end(Cycle cycle, OpId op, Ending ending, OpId by) override {
    now_ = cycle;
    if (Op* o = ops_.find(op.value)) {
      write(*o, ending, by);
      ops_.remove(op.value);
    }
  }
  void finish(Cycle end) override;

private:
  struct Op {
    OpId op;
    Cycle begin;
    LaneId lane = kNoLane;
    Cycle since; ///< first cycle of the open span
    Cause cause; ///< of the open span
    // JSON texts, made as the operation goes on
    std::string facts; ///< members, each with a comma in front
    std::string text;
    std::string note;
    std::string spans;
    std::string values;
  };

  static void put(std::vector<std::string>& names, std::size_t at, std::string_view name) {
    if (at >= names.size())
      names.resize(at + 1);
    names[at].clear();
    append_json(names[at], name);
  }
  /// Ends the open span before this cycle; the next one begins in it.
  void close_span(Op& op);
  void append_value(Op& op, const Arrow& arrow);
  void append_register(std::string& to, RegId reg) const;
  /// nullopt: still in flight.
  void write(Op& op, std::optional<Ending> ending, OpId by);

  TextOut out_;
  std::vector<std::string> lanes_;     ///< escaped
  std::vector<std::string> registers_; ///< escaped
  Cycle now_;
  OpTable<Op> ops_;
};

/// The beginning of a list's next element.
void append_item(std::string& list, std::string_view first_member) {
  list.append(list.empty() ? "{" : ",{").append(first_member);
}

void JsonLinesWriter::begin(Cycle cycle, OpId op, const OpFacts& facts) {
  now_ = cycle;
  if (ops_.find(op.value) != nullptr)
    return;
  Op& o = ops_.add(op.value);
  o.op = op;
  o.begin = cycle;
  o.lane = kNoLane;
  o.cause = {};
  for (std::string* text : {&o.facts, &o.text, &o.note, &o.spans, &o.values})
    text->clear();
  append_json(o.text, facts.text);
  append_json(o.note, facts.note);
  if (facts.pc) {
    o.facts += R"(,"pc":"0x)";
    append_number(o.facts, *facts.pc, 16);
    o.facts += '"';
  }
  if (facts.line != 0) {
    o.facts += R"(,"line":)";
    append_number(o.facts, facts.line);
  }
  if (!facts.file.empty()) {
    o.facts += R"(,"file":")";
    append_json(o.facts, facts.file);
    o.facts += '"';
  }
  o.facts += R"(,"part":)";
  append_number(o.facts, facts.part);
  o.facts += facts.wrong_path ? R"(,"wrong_path":true)" : R"(,"wrong_path":false)";
  if (facts.fused)
    o.facts += R"(,"fused":true)";
  if (facts.stored.value != 0) {
    o.facts += R"(,"stored":)";
    append_number(o.facts, facts.stored.value);
  }
}

void JsonLinesWriter::append_register(std::string& to, RegId reg) const {
  to += R"(,"register":)";
  if (reg < registers_.size() && !registers_[reg].empty())
    to.append("\"").append(registers_[reg]).append("\"");
  else
    to += "null";
}

/// A number that may be missing.
void append_op(std::string& to, OpId op) {
  if (op)
    append_number(to, op.value);
  else
    to += "null";
}

void JsonLinesWriter::append_value(Op& op, const Arrow& arrow) {
  append_item(op.values, R"("cycle":)");
  append_number(op.values, now_.value);
  op.values += R"(,"producer":)";
  append_op(op.values, arrow.producer);
  append_register(op.values, arrow.reg);
  op.values += '}';
}

void JsonLinesWriter::close_span(Op& op) {
  if (op.lane != kNoLane && now_ > op.since) {
    append_item(op.spans, R"("lane":")");
    op.spans.append(lanes_[op.lane]).append(R"(","begin":)");
    append_number(op.spans, op.since.value);
    op.spans += R"(,"end":)";
    append_number(op.spans, now_.value);
    if (op.cause.why == Reason::none) {
      op.spans += R"(,"waits":null})";
    } else {
      op.spans.append(R"(,"waits":{"reason":")").append(info(op.cause.why).name).append("\"");
      append_register(op.spans, op.cause.reg);
      op.spans += R"(,"culprit":)";
      append_op(op.spans, op.cause.culprit);
      op.spans += "}}";
    }
  }
  op.since = now_;
}

void JsonLinesWriter::write(Op& op, std::optional<Ending> ending, OpId by) {
  close_span(op);
  out_ << R"({"op":)" << op.op.value << R"(,"text":")" << op.text << '"' << op.facts;
  if (!op.note.empty())
    out_ << R"(,"note":")" << op.note << '"';
  out_ << R"(,"begin":)" << op.begin.value << R"(,"end":)" << now_.value
       << (ending == Ending::flushed ? R"(,"flushed":true)" : R"(,"flushed":false)")
       << (ending ? R"(,"in_flight":false)" : R"(,"in_flight":true)") << R"(,"flushed_by":)";
  if (by)
    out_ << by.value;
  else
    out_ << "null";
  out_ << R"(,"spans":[)" << op.spans << R"(],"values":[)" << op.values << "]}\n";
}

/// Operations in flight are written in the order of their numbers.
void JsonLinesWriter::finish(Cycle end) {
  now_ = end;
  std::vector<OpId> open;
  ops_.for_each([&open](const Op& op) { open.push_back(op.op); });
  std::sort(open.begin(), open.end());
  for (const OpId op : open)
    write(*ops_.find(op.value), std::nullopt, kNoOp);
  out_.flush();
}

} // namespace

std::unique_ptr<OpStream> make_json_lines_writer(ByteSink sink) {
  return std::make_unique<JsonLinesWriter>(std::move(sink));
}

} // namespace stallscope::trace
