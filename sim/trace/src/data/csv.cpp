#include "base/csv.hpp"

#include "report/accounts.hpp"
#include "report/line_words.hpp"
#include "report/window.hpp"
#include "report/words.hpp"
#include "trace/render.hpp"
#include "trace/top_down.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope::trace {

namespace {

/// CSV lines. In a comparison each begins with its run: "a" or "b".
class Sheet {
public:
  explicit Sheet(std::string_view run) : run_(run) {}

  /// The header line, which the second run of a comparison does not repeat.
  template <class... Names> void heading(const Names&... names) {
    if (run_.empty())
      line_of(names...);
    else if (run_ == "a")
      line_of("run", names...);
  }
  /// One line; values are formatted by type and quoted when needed.
  template <class... Values> void add(const Values&... values) {
    if (run_.empty())
      line_of(values...);
    else
      line_of(run_, values...);
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  template <class... Values> void line_of(const Values&... values) {
    bool first = true;
    const auto add_field = [&](const std::string& text) {
      if (!first)
        text_ += ',';
      first = false;
      text_ += csv_field(text);
    };
    (add_field(fmt::format("{}", values)), ...);
    text_ += '\n';
  }

  std::string_view run_;
  std::string text_;
};

std::string id(OpId op) {
  return op ? fmt::format("{}", op.value) : std::string();
}
/// The culprit's number in tables and sentences, such as 12.2.
std::string culprit_number(const Cause& cause, const RunRecord& run) {
  return cause.culprit ? op_label(cause.culprit, false, run) : std::string();
}

std::string line_of(InstructionIndex i, const RunRecord& run) {
  return i.value < run.legend.instruction_line.size() && run.legend.instruction_line[i.value] != 0
             ? fmt::format("{}", run.legend.instruction_line[i.value])
             : std::string();
}

std::string reason_name(const Cause& cause) {
  return cause.why == Reason::none ? std::string() : std::string(info(cause.why).name);
}

std::string table_block(const RunRecord& run, const View& view, std::string_view which) {
  Sheet out(which);
  const Terms& terms = run.terms();
  out.heading(terms.time, terms.lane, "state", "op", "number", "line", terms.operation,
              "wrong_path", "reason", "register", "culprit", "culprit_number", "sentence");
  const OccupancyTable table = table_of(run, view);
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t l = 0; l < table.lanes.size(); ++l) {
      const Cycle cycle = table.first_cycle + r;
      const TableCell& cell = table.rows[r][l];
      for (const Occupant& who : cell.occupants) {
        const bool held = who.cause.why != Reason::none;
        out.add(cycle.value, table.lanes[l].name, held ? "waits" : "works", who.op.value,
                op_label(who.op, who.wrong_path, run), line_of(who.instruction, run),
                run.legend.text(who.instruction), who.wrong_path ? 1 : 0, reason_name(who.cause),
                register_of(who.cause, run), id(who.cause.culprit), culprit_number(who.cause, run),
                held ? sentence_about(who.op, who.cause, run) : "");
      }
      if (cell.has_room(table.lanes[l]))
        out.add(cycle.value, table.lanes[l].name, "empty", "", "", "", "", "",
                reason_name(cell.gap), register_of(cell.gap, run), id(cell.gap.culprit),
                culprit_number(cell.gap, run),
                cell.gap.why == Reason::none ? std::string()
                                             : gap_words(cycle, table.lanes[l].name, cell, run));
    }
  return out.take();
}

std::string diagram_block(const RunRecord& run, const View& view, std::string_view which) {
  Sheet out(which);
  const Terms& terms = run.terms();
  out.heading("op", "number", "line", terms.operation, "wrong_path", "end", terms.lane,
              fmt::format("first_{}", terms.time), fmt::format("last_{}", terms.time), "state",
              "reason", "register", "culprit", "culprit_number", "sentence");
  const SpanWindow window = span_window(run, view);
  const auto end_of = [](const OpRow& row) {
    return row.flushed ? "flushed" : row.in_flight ? "in_flight" : "retired";
  };
  for (const OpRow* row : window.rows) {
    for (const FetchWait& wait : run.timeline.fetch_waits_of(row->op)) {
      const Cycle begin = std::max(wait.begin, window.from);
      const Cycle end = std::min(wait.end, window.to);
      if (begin < end)
        out.add(row->op.value, op_label(row->op, row->wrong_path, run),
                line_of(row->instruction, run), run.legend.text(*row), row->wrong_path ? 1 : 0,
                end_of(*row), "", begin.value, (end - 1).value, "fetch_waits",
                reason_name(wait.cause), register_of(wait.cause, run), id(wait.cause.culprit),
                culprit_number(wait.cause, run), fetch_sentence(wait.cause, run));
    }
    for (const Span& span : run.timeline.spans_of(*row)) {
      const Cycle begin = std::max(span.begin, window.from);
      const Cycle end = std::min(span.end, window.to);
      if (begin >= end)
        continue;
      const bool held = span.cause.why != Reason::none;
      out.add(row->op.value, op_label(row->op, row->wrong_path, run),
              line_of(row->instruction, run), run.legend.text(*row), row->wrong_path ? 1 : 0,
              end_of(*row), run.timeline.lanes[span.lane].name, begin.value, (end - 1).value,
              held ? "waits" : "works", reason_name(span.cause), register_of(span.cause, run),
              id(span.cause.culprit), culprit_number(span.cause, run),
              held ? sentence_about(row->op, span.cause, run) : "");
    }
  }
  return out.take();
}

std::string ledger_block(const RunRecord& run, std::string_view which) {
  Sheet out(which);
  out.heading("point", "width", run.terms().times, "reason", "slots", "share");
  for (const LedgerPoint point : run.ledger.points()) {
    const LedgerAccount& account = run.ledger.at(point);
    for (const AccountLine& entry : account_lines(account))
      out.add(run.ledger.name(point), account.width, run.ledger.cycles,
              entry.reason == Reason::none ? std::string_view("used") : info(entry.reason).name,
              entry.slots, fmt::format("{:.6f}", entry.share));
    for (const Work& work : run.work)
      out.add(run.ledger.name(point), account.width, run.ledger.cycles,
              fmt::format("used.{}", work.name), work.slots,
              fmt::format("{:.6f}",
                          static_cast<double>(work.slots) /
                              static_cast<double>(std::max<std::uint64_t>(account.total(), 1))));
  }
  return out.take();
}

std::string cpi_block(const RunRecord& run, std::string_view which) {
  Sheet out(which);
  out.heading("share", "reason", "width", "cycles", "slots", "cycles_per_instruction");
  const CpiStack stack = cpi_stack(run.ledger.at(LedgerPoint::retire));
  for (const CpiPart& part : stack.parts)
    out.add(info(share_of(part.reason)).name,
            part.reason == Reason::none ? std::string_view("used") : info(part.reason).name,
            stack.width, run.ledger.cycles, part.slots,
            fmt::format("{:.9g}", stack.cpi(part.slots, run.instructions)));
  return out.take();
}

/// One line for each cell, because tables have different columns.
std::string structures_block(const RunRecord& run, std::string_view which) {
  Sheet out(which);
  out.heading("cycle", "structure", "row", "column", "value");
  if (run.structures)
    for (const StructureView& view : run.structures->tables)
      for (std::size_t r = 0; r < view.rows.size(); ++r)
        for (std::size_t c = 0; c < view.columns.size(); ++c)
          out.add(run.structures->cycle.value, view.name, r + 1, view.columns[c], view.rows[r][c]);
  return out.take();
}

std::string stats_block(const RunRecord& run, std::string_view which) {
  Sheet out(which);
  out.heading("name", "value");
  for (const Statistic& statistic : statistics(run))
    out.add(statistic.name,
            std::floor(statistic.number) == statistic.number && statistic.number < 1e15
                ? fmt::format("{:.0f}", statistic.number)
                : fmt::format("{:.9g}", statistic.number));
  return out.take();
}

std::string registers_block(const RunRecord& run, std::string_view which) {
  Sheet out(which);
  out.heading("register", "hex", "decimal");
  for (const RegisterValue& reg : run.registers)
    out.add(reg.name, hex_of(reg), static_cast<std::int64_t>(reg.value));
  return out.take();
}

std::string lines_block(const LineCosts& costs, std::string_view which) {
  Sheet out(which);
  out.heading("file", "line", "instructions", "cycles", "held", "held_most_by", "source");
  for (const LineCost& cost : costs.lines) {
    std::uint64_t held = 0;
    for (const std::uint64_t cycles : cost.held)
      held += cycles;
    const std::string waits = waits_words(cost);
    out.add(cost.file, cost.line, cost.instructions, cost.cycles, held,
            waits.substr(0, waits.find(' ')), cost.text);
  }
  return out.take();
}

using Blocks = std::vector<std::pair<const char*, std::string>>;

View or_table(View view) {
  if (nothing_asked(view))
    view.table = true;
  return view;
}

/// All parts of a view for one run; `which`: the run's letter in a comparison.
Blocks blocks_of(const RunRecord& run, const View& view, std::string_view which) {
  Blocks blocks;
  if (view.table)
    blocks.emplace_back("table", table_block(run, view, which));
  if (view.diagram)
    blocks.emplace_back("diagram", diagram_block(run, view, which));
  if (view.ledger)
    blocks.emplace_back("ledger", ledger_block(run, which));
  if (view.cpi)
    blocks.emplace_back("cpi", cpi_block(run, which));
  if (view.lines != nullptr)
    blocks.emplace_back("lines", lines_block(*view.lines, which));
  if (view.structures)
    blocks.emplace_back("structures", structures_block(run, which));
  if (view.stats)
    blocks.emplace_back("stats", stats_block(run, which));
  if (view.registers)
    blocks.emplace_back("registers", registers_block(run, which));
  return blocks;
}

/// A single block without a title, several with titles.
std::string joined(const Blocks& blocks) {
  if (blocks.size() == 1)
    return blocks.front().second;
  std::string out;
  for (const auto& [title, block] : blocks)
    out += fmt::format("{}# {}\n{}", out.empty() ? "" : "\n", title, block);
  return out;
}

} // namespace

std::string csv_report(const RunRecord& run, const View& view) {
  return joined(blocks_of(run, or_table(view), ""));
}

std::string csv_comparison(const RunRecord& a, const RunRecord& b, const View& view) {
  Blocks both = blocks_of(a, or_table(view), "a");
  const Blocks second = blocks_of(b, or_table(view), "b");
  for (std::size_t i = 0; i < both.size(); ++i)
    both[i].second += second[i].second;
  return joined(both);
}

} // namespace stallscope::trace
