#include "trace/imported_run.hpp"

#include "formats/op_table.hpp"
#include "report/words.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace stallscope::trace {

namespace imported {

/// An operation in flight.
struct OpenOp {
  OpRow row;
  std::string text;
  std::string file;
  std::string whole; ///< text of the whole instruction
  std::uint64_t pc = 0;
  std::uint32_t line = 0;
  Span open; ///< span in progress; lane kNoLane: none
  std::vector<Span> spans;
};

/// The static instructions of a trace: operations with equal text and position are executions of
/// one.
class Instructions {
public:
  explicit Instructions(Legend& legend) : legend_(legend) {}

  InstructionIndex of(const OpenOp& op) {
    const OpRow& row = op.row;
    const std::string key = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", op.text, op.whole, op.file,
                                        op.pc, op.line, row.part, row.fused);
    const auto [found, added] =
        known_.try_emplace(key, static_cast<std::uint32_t>(legend_.instruction_text.size()));
    if (added)
      add(op);
    return InstructionIndex{found->second};
  }

private:
  void add(const OpenOp& op) {
    const std::size_t end = op.row.fused ? op.text.find("; ") : std::string::npos;
    if (op.row.part > 0) {
      push(op, op.whole.empty() ? op.text : op.whole);
      std::string own = op.text;
      if (const std::string lead = op.whole + ": "; own.compare(0, lead.size(), lead) == 0)
        own.erase(0, lead.size());
      legend_.instruction_parts.resize(legend_.instruction_text.size());
      legend_.instruction_parts.back().resize(op.row.part + std::size_t{1});
      legend_.instruction_parts.back().back().text = own;
      return;
    }
    push(op, op.text.substr(0, end));
    if (op.row.fused) // the next instruction has the next index
      push(op, end == std::string::npos ? std::string() : op.text.substr(end + 2));
  }
  void push(const OpenOp& op, std::string text) {
    legend_.instruction_text.push_back(std::move(text));
    legend_.instruction_line.push_back(op.line);
    legend_.instruction_pc.push_back(op.pc);
    legend_.instruction_file.push_back(op.file);
  }

  Legend& legend_;
  std::unordered_map<std::string, std::uint32_t> known_;
};

} // namespace imported

using imported::Instructions;
using imported::OpenOp;

struct ImportedRun::Parts {
  ImportWindow window;
  RunRecord run;
  Instructions instructions{run.legend};
  Cycle now;
  OpTable<OpenOp> ops;
  std::string whole; ///< text of the last operation that began an instruction
  std::array<std::uint64_t, kReasonCount> held{}; ///< cycles, by reason
  std::uint64_t unended = 0;                      ///< operations in flight
  std::uint64_t kept = 0;                         ///< spans and arrows kept
  bool full = false;                              ///< the limit is reached
  Cycle full_at;

  [[nodiscard]] bool is_in_window(const OpRow& row) const {
    return !full && row.op >= window.first_op && row.op <= window.last_op;
  }
  void close_span(OpenOp& op);
  void close(OpenOp& op);
  void keep(OpenOp& op);
  void stop_keeping();
  void stop_when_full() {
    if (!full && kept > window.max_spans)
      stop_keeping();
  }
  void close_all();
  [[nodiscard]] Extent extent() const;
};

/// Ends the operation's span in progress at the current cycle.
void ImportedRun::Parts::close_span(OpenOp& op) {
  Span& open = op.open;
  if (open.lane == kNoLane || now <= open.begin)
    return;
  held[static_cast<std::size_t>(open.cause.why)] += now - open.begin;
  const Cycle begin = std::max(open.begin, window.from);
  const Cycle end = window.to == kNever ? now : std::min(now, window.to + 1);
  if (begin < end && is_in_window(op.row)) {
    op.spans.push_back({begin, end, op.row.op, open.lane, 0, open.cause});
    ++kept;
  }
  open.begin = now;
}

void ImportedRun::Parts::close(OpenOp& op) {
  close_span(op);
  op.row.end = now;
  if (!op.spans.empty() && !full)
    keep(op);
}

void ImportedRun::Parts::keep(OpenOp& op) {
  Timeline& timeline = run.timeline;
  OpRow row = op.row;
  row.instruction = instructions.of(op);
  row.first_span = static_cast<std::uint32_t>(timeline.spans.size());
  row.span_count = static_cast<std::uint32_t>(op.spans.size());
  row.begin = op.spans.front().begin;
  row.end = op.spans.back().end;
  timeline.spans.append(op.spans.begin(), op.spans.end());
  timeline.rows.push_back(row);
  constexpr std::size_t kAskEvery = 4096;
  if (window.too_large && timeline.rows.size() % kAskEvery == 0)
    run.too_large = window.too_large(extent());
}

/// Closes the operations in flight at the end of the record.
void ImportedRun::Parts::stop_keeping() {
  run.notes.push_back(
      fmt::format("the record of the trace ends at cycle {}: more than {} stays in stages and "
                  "results taken; show a window with --cycles or --instructions",
                  now.value, window.max_spans));
  ops.for_each([this](OpenOp& op) {
    close_span(op);
    if (op.spans.empty())
      return;
    op.row.in_flight = true;
    keep(op);
  });
  full = true;
  full_at = now;
}

void ImportedRun::Parts::close_all() {
  std::vector<OpId> open;
  ops.for_each([&open](const OpenOp& op) { open.push_back(op.row.op); });
  std::sort(open.begin(), open.end());
  for (const OpId op : open) {
    OpenOp& o = *ops.find(op.value);
    o.row.in_flight = true;
    ++unended;
    close(o);
  }
}

Extent ImportedRun::Parts::extent() const {
  const Timeline& timeline = run.timeline;
  Extent extent{std::max(run.first_cycle, window.from),
                now + 1,
                OpId{1},
                kNoOp,
                timeline.lanes.size(),
                &run.terms()};
  if (!timeline.rows.empty()) {
    extent.first_op = timeline.rows.front().op;
    extent.last_op = timeline.rows.back().op;
  }
  return extent;
}

ImportedRun::ImportedRun(ImportWindow window) : parts_(std::make_unique<Parts>()) {
  parts_->window = std::move(window);
  parts_->run.imported = true;
}

ImportedRun::~ImportedRun() = default;

void ImportedRun::lane(LaneId id, const Lane& lane) {
  std::vector<Lane>& lanes = parts_->run.timeline.lanes;
  if (id >= lanes.size())
    lanes.resize(id + std::size_t{1});
  lanes[id] = lane;
}

void ImportedRun::name_register(RegId id, std::string_view name) {
  std::vector<std::string>& names = parts_->run.legend.register_names;
  if (id >= names.size())
    names.resize(id + std::size_t{1});
  names[id] = name;
}

void ImportedRun::start(Cycle first) {
  parts_->now = parts_->run.first_cycle = first;
}

void ImportedRun::begin(Cycle cycle, OpId op, const OpFacts& facts) {
  parts_->now = std::max(parts_->now, cycle);
  if (parts_->ops.find(op.value) != nullptr)
    return;
  if (facts.part == 0)
    parts_->whole = facts.text;
  OpenOp& added = parts_->ops.add(op.value);
  added.row = OpRow{};
  added.row.op = op;
  added.row.part = facts.part;
  added.row.fused = facts.fused;
  added.row.wrong_path = facts.wrong_path;
  added.text = facts.text;
  added.file = facts.file;
  if (facts.part > 0)
    added.whole = parts_->whole;
  else
    added.whole.clear();
  added.pc = facts.pc.value_or(0);
  added.line = facts.line;
  added.open = Span{};
  added.spans.clear();
  parts_->run.counts_micro_ops = parts_->run.counts_micro_ops || facts.part > 0;
}

void ImportedRun::add_note(Cycle, OpId op, bool is_text, std::string_view text) {
  if (!is_text)
    return;
  if (OpenOp* o = parts_->ops.find(op.value)) {
    o->text += text;
    return;
  }
  // Number of ended operations searched: a label after the end of its operation follows soon.
  constexpr std::size_t kLookBack = 1024;
  GrowingArray<OpRow>& rows = parts_->run.timeline.rows;
  const std::size_t first = rows.size() - std::min(rows.size(), kLookBack);
  for (std::size_t i = rows.size(); i > first; --i) {
    OpRow& row = rows[i - 1];
    if (row.op != op)
      continue;
    const Legend& legend = parts_->run.legend;
    OpenOp relabelled;
    relabelled.row = row;
    relabelled.text = legend.text(row);
    relabelled.text += text;
    relabelled.file = legend.instruction_file[row.instruction.value];
    relabelled.pc = legend.instruction_pc[row.instruction.value];
    relabelled.line = legend.instruction_line[row.instruction.value];
    row.instruction = parts_->instructions.of(relabelled);
    return;
  }
}

void ImportedRun::enter(Cycle cycle, OpId op, LaneId lane) {
  parts_->now = std::max(parts_->now, cycle);
  OpenOp* o = parts_->ops.find(op.value);
  if (o == nullptr)
    return;
  parts_->close_span(*o);
  o->open = {parts_->now, {}, op, lane, 0, {}};
  parts_->stop_when_full();
}

void ImportedRun::leave(Cycle cycle, OpId op) {
  parts_->now = std::max(parts_->now, cycle);
  if (OpenOp* o = parts_->ops.find(op.value)) {
    parts_->close_span(*o);
    o->open.lane = kNoLane;
  }
}

void ImportedRun::hold(Cycle cycle, OpId op, const Cause& cause) {
  parts_->now = std::max(parts_->now, cycle);
  OpenOp* o = parts_->ops.find(op.value);
  if (o == nullptr || o->open.cause == cause)
    return;
  parts_->close_span(*o);
  o->open.cause = cause;
  parts_->stop_when_full();
}

void ImportedRun::take(Cycle cycle, OpId consumer, const Arrow& arrow) {
  parts_->now = std::max(parts_->now, cycle);
  const bool inside = cycle >= parts_->window.from && cycle <= parts_->window.to;
  if (const OpenOp* o = parts_->ops.find(consumer.value);
      o != nullptr && inside && parts_->is_in_window(o->row)) {
    parts_->run.timeline.arrows.push_back(arrow);
    ++parts_->kept;
    parts_->stop_when_full();
  }
}

void ImportedRun::end(Cycle cycle, OpId op, Ending ending, OpId by) {
  Parts& parts = *parts_;
  parts.now = std::max(parts.now, cycle);
  OpenOp* o = parts.ops.find(op.value);
  if (o == nullptr)
    return;
  if (ending == Ending::retired) {
    ++parts.run.micro_ops;
    parts.run.instructions += o->row.part == 0 ? 1U + (o->row.fused ? 1U : 0U) : 0U;
  } else {
    ++parts.run.wrong_path_ops;
    o->row.flushed = true;
    o->row.flushed_by = by;
  }
  parts.close(*o);
  parts.ops.remove(op.value);
  parts.stop_when_full();
}

void ImportedRun::finish(Cycle end) {
  Parts& parts = *parts_;
  parts.now = std::max(parts.now, end);
  parts.close_all();
  RunRecord& run = parts.run;
  run.cycles = parts.now.value - 1;
  run.stop.reason = "trace";
  Timeline& timeline = run.timeline;
  std::sort(timeline.rows.begin(), timeline.rows.end(),
            [](const OpRow& a, const OpRow& b) { return a.op < b.op; });
  std::stable_sort(timeline.arrows.begin(), timeline.arrows.end(),
                   [](const Arrow& a, const Arrow& b) { return a.cycle < b.cycle; });
  const Cycle last = parts.full ? parts.full_at : parts.now;
  const ImportWindow& window = parts.window;
  timeline.first_cycle = std::max(run.first_cycle, window.from);
  timeline.end_cycle =
      std::max(timeline.first_cycle, window.to == kNever ? last : std::min(last, window.to + 1));
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (parts.held[i] > 0) {
      const ReasonInfo& words = info(static_cast<Reason>(i));
      run.unit_counts.push_back({fmt::format("held_cycles.{}", words.name),
                                 fmt::format("cycles held: {}", words.title), parts.held[i]});
    }
  if (parts.unended > 0)
    run.unit_counts.push_back({"unended_ops", "operations that go on", parts.unended});
}

bool ImportedRun::outgrown() const {
  return !parts_->run.too_large.empty();
}

RunRecord ImportedRun::take_record(std::string name) {
  parts_->run.program = std::move(name);
  return std::move(parts_->run);
}

} // namespace stallscope::trace
