#include "report/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace stallscope::trace {

std::string op_label(OpId op, bool wrong_path, const RunRecord& run) {
  if (!run.legend.cell_text.empty())
    if (const OpRow* row = run.timeline.find(op);
        row != nullptr && row->instruction.value < run.legend.cell_text.size())
      return run.legend.cell_text[row->instruction.value];
  return run.number(op) + (wrong_path && run.numbers.empty() ? "x" : "");
}

std::string op_text(OpId op, const RunRecord& run) {
  const OpRow* row = run.timeline.find(op);
  if (row == nullptr)
    return run.legend.text(kNoInstruction);
  return row->part == 0
             ? run.legend.text(*row)
             : fmt::format("{}: {}", run.legend.text(row->instruction), run.legend.text(*row));
}

std::string row_text(const OpRow& row, const RunRecord& run) {
  return row.part == 0 ? run.legend.text(row) : "  " + run.legend.text(row);
}

std::string queue_count(const Lane& queue, std::size_t count) {
  return queue.slots != 0 ? fmt::format("{}/{}", count, queue.slots) : fmt::format("{} in", count);
}

std::string mark_of(Reason reason) {
  const ReasonInfo& words = info(reason);
  return std::string(words.mark.empty() ? words.name : words.mark);
}

std::string register_of(const Cause& cause, const RunRecord& run) {
  if (cause.reg == kNoRegister)
    return "";
  const std::string& known = run.legend.register_name(cause.reg);
  return known.empty() ? fmt::format("register {}", cause.reg) : known;
}

std::string short_cause(const Cause& cause, const RunRecord& run, bool unicode) {
  std::string text = mark_of(cause.why);
  if (const std::string reg = register_of(cause, run); !reg.empty())
    text.append(" ").append(reg);
  if (cause.culprit)
    text += fmt::format(" {} {}", unicode ? "\u2190" : "<-", op_label(cause.culprit, false, run));
  return text;
}

std::vector<Wait> waits_of(const Timeline& timeline, const OpRow& row) {
  std::vector<Wait> waits;
  for (const Span& span : timeline.spans_of(row)) {
    if (span.cause.why == Reason::none)
      continue;
    const auto same = std::find_if(waits.begin(), waits.end(),
                                   [&](const Wait& w) { return w.cause == span.cause; });
    if (same == waits.end())
      waits.push_back({span.cause, span.end - span.begin});
    else
      same->cycles += span.end - span.begin;
  }
  return waits;
}

bool reaches_end(const RunRecord& run) {
  return run.timeline.end_cycle > Cycle{run.cycles};
}

std::string row_summary(const OpRow& row, const RunRecord& run, bool unicode) {
  std::string text;
  for (const Wait& wait : waits_of(run.timeline, row)) {
    Cause cause = wait.cause;
    if (cause.culprit == row.op)
      cause.culprit = kNoOp;
    text += fmt::format("{}{}: {}", text.empty() ? "waits " : "; ", wait.cycles,
                        short_cause(cause, run, unicode));
  }
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : "; ") + words; };
  for (const FetchWait& wait : run.timeline.fetch_waits_of(row.op))
    add(fmt::format("fetch waits {}: {}", wait.end - wait.begin,
                    short_cause(wait.cause, run, unicode)));
  if (row.flushed)
    add(row.flushed_by ? fmt::format("flushed by {}", run.number(row.flushed_by)) : "flushed");
  else if (row.in_flight)
    add(reaches_end(run) ? "in flight" : "goes on");
  return text;
}

namespace {

double double_of_bits(std::uint64_t bits) {
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

} // namespace

std::string hex_of(const RegisterValue& reg) {
  if (!reg.upper.empty()) {
    std::string text = "0x";
    for (std::size_t n = reg.upper.size(); n > 0; --n)
      text += fmt::format("{:016x}", reg.upper[n - 1]);
    return text + fmt::format("{:016x}", reg.value);
  }
  return reg.narrow ? fmt::format("{:#010x}", static_cast<std::uint32_t>(reg.value))
                    : fmt::format("{:#018x}", reg.value);
}

std::string number_in(const RegisterValue& reg) {
  if (!reg.floating_point)
    return fmt::format("{}", static_cast<std::int64_t>(reg.value));
  const auto low = static_cast<std::uint32_t>(reg.value);
  const bool boxed = reg.value >> 32 == 0xFFFFFFFFU;
  if (boxed || (low == reg.value && low != 0)) {
    float single = 0;
    std::memcpy(&single, &low, sizeof single);
    return fmt::format("{} (single)", single);
  }
  std::string text = fmt::format("{}", double_of_bits(reg.value));
  if (std::any_of(reg.upper.begin(), reg.upper.end(), [](std::uint64_t word) { return word != 0; }))
    for (const std::uint64_t word : reg.upper)
      text += fmt::format(", {}", double_of_bits(word));
  return text;
}

std::string machine_title(const RunRecord& run) {
  if (run.settings.empty())
    return run.machine;
  return fmt::format("{} ({})", run.machine, fmt::join(run.settings, ", "));
}

std::string run_title(const RunRecord& run) {
  return run.machine.empty() ? run.program
                             : fmt::format("{} on {}", run.program, machine_title(run));
}

std::string run_numbers(const RunRecord& run) {
  if (!run.timed)
    return counted(run.instructions, "instruction", "instructions");
  if (run.training)
    return fmt::format("{}, {}", counted(run.cycle_count(), "tick", "ticks"),
                       counted(run.instructions, "operation", "operations"));
  return fmt::format("{}, {}, IPC {:.2f}", counted(run.cycle_count(), "cycle", "cycles"),
                     counted(run.instructions, "instruction", "instructions"), run.ipc());
}

std::string stop_words(const RunRecord& run) {
  const StopInfo& stop = run.stop;
  std::string text;
  if (run.training && stop.reason == "end")
    text = "all operations have ended";
  else if (stop.reason == "end" && stop.exit_code != 0)
    text = fmt::format("the program ended and returned {}", stop.exit_code);
  else if (stop.reason == "end")
    text = "the program ended";
  else if (stop.reason == "exit")
    text = fmt::format("the program exited with code {}", stop.exit_code);
  else if (stop.reason == "passed")
    text = "the program passed";
  else if (stop.reason == "failed" || stop.reason == "signal" || stop.reason == "abort")
    text = "stopped";
  else if (stop.reason == "breakpoint")
    text = "stopped at a breakpoint";
  else if (stop.reason == "fault")
    text = "stopped by a fault";
  else if (stop.reason == "limit" || stop.reason == "memory" || stop.reason == "repeats" ||
           stop.reason == "undeclared")
    text = stop.detail.starts_with("stopped") ? "" : "stopped";
  else if (stop.reason == "no_progress")
    text = "stopped: nothing moved any more";
  else if (stop.reason == "interrupted")
    text = stop.detail.empty() ? "interrupted" : "";
  else if (stop.reason == "condition")
    text = "stopped";
  else if (stop.reason == "trace")
    text = "the trace ended";
  else
    text = stop.reason;
  if (!stop.detail.empty())
    text += (text.empty() ? "" : ": ") + stop.detail;
  return text;
}

ReasonSet reasons_of(const OccupancyTable& table, bool with_gaps) {
  ReasonSet found(kReasonCount, false);
  for (const auto& row : table.rows)
    for (std::size_t lane = 0; lane < row.size(); ++lane) {
      const TableCell& cell = row[lane];
      if (table.lanes[lane].is_queue)
        continue; // only the number of operations is displayed
      for (const Occupant& occupant : cell.occupants)
        found[static_cast<std::size_t>(occupant.cause.why)] = true;
      if (with_gaps)
        found[static_cast<std::size_t>(cell.gap.why)] = true;
    }
  found[0] = false;
  return found;
}

ReasonSet reasons_of(const PipelineDiagram& diagram) {
  ReasonSet found(kReasonCount, false);
  for (const DiagramRow& row : diagram.rows)
    for (const DiagramCell& cell : row.cells)
      found[static_cast<std::size_t>(cell.cause.why)] = true;
  found[0] = false;
  return found;
}

void add_waits(ReasonSet& reasons, const std::vector<const OpRow*>& rows,
               const Timeline& timeline) {
  for (const OpRow* row : rows) {
    for (const Wait& wait : waits_of(timeline, *row))
      reasons[static_cast<std::size_t>(wait.cause.why)] = true;
    for (const FetchWait& wait : timeline.fetch_waits_of(row->op))
      reasons[static_cast<std::size_t>(wait.cause.why)] = true;
  }
  reasons[0] = false;
}

bool shows_fetch_waits(const PipelineDiagram& diagram) {
  for (const DiagramRow& row : diagram.rows)
    for (const DiagramCell& cell : row.cells)
      if (cell.lane == kNoLane && cell.cause.why != Reason::none)
        return true;
  return false;
}

bool shows_wrong_path(const PipelineDiagram& diagram) {
  return std::any_of(diagram.rows.begin(), diagram.rows.end(),
                     [](const DiagramRow& r) { return r.row.wrong_path || r.row.flushed; });
}

std::vector<const OpRow*> rows_of(const OccupancyTable& table, const Timeline& timeline) {
  const Cycle end = table.first_cycle + table.rows.size();
  std::vector<const OpRow*> rows;
  for (const OpRow& row : timeline.rows)
    if (row.begin < end && row.end > table.first_cycle)
      rows.push_back(&row);
  return rows;
}

std::vector<const OpRow*> rows_of(const PipelineDiagram& diagram) {
  std::vector<const OpRow*> rows;
  for (const DiagramRow& row : diagram.rows)
    rows.push_back(&row.row);
  return rows;
}

std::string_view meaning_of(Reason reason, bool training) {
  if (training && reason == Reason::fill)
    return "The first operation of the device has not begun yet.";
  if (training && reason == Reason::drain)
    return "The device has nothing left to do.";
  return info(reason).meaning;
}

} // namespace stallscope::trace
