#include "data/json_writer.hpp"
#include "report/accounts.hpp"
#include "report/comparison.hpp"
#include "report/window.hpp"
#include "report/words.hpp"
#include "trace/render.hpp"
#include "trace/top_down.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::trace {

namespace {

using Json = nlohmann::ordered_json;

Json op_or_null(OpId op) {
  return op ? Json(op.value) : Json(nullptr);
}

Json index_or_null(InstructionIndex i) {
  return i == kNoInstruction ? Json(nullptr) : Json(i.value);
}

Json cause_json(OpId subject, const Cause& cause, const RunRecord& run) {
  if (cause.why == Reason::none)
    return nullptr;
  const std::string reg = register_of(cause, run);
  return {{"reason", info(cause.why).name},
          {"register", reg.empty() ? Json(nullptr) : Json(reg)},
          {"culprit", op_or_null(cause.culprit)},
          {"sentence", sentence_about(subject, cause, run)}};
}

/// Why an operation was not fetched earlier.
Json fetch_cause_json(const Cause& cause, const RunRecord& run) {
  Json out = cause_json(kNoOp, cause, run);
  out["sentence"] = fetch_sentence(cause, run);
  return out;
}

Json lanes_json(const std::vector<Lane>& lanes) {
  Json list = Json::array();
  for (const Lane& lane : lanes)
    list.push_back({{"name", lane.name},
                    {"slots", lane.slots},
                    {"unit", lane.is_unit},
                    {"queue", lane.is_queue}});
  return list;
}

void write_table(JsonWriter& out, const RunRecord& run, const View& view) {
  const OccupancyTable table = table_of(run, view);
  out.begin_object("table");
  out.member("lanes", lanes_json(table.lanes));
  out.begin_list("rows");
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json cells = Json::array();
    for (std::size_t l = 0; l < table.lanes.size(); ++l) {
      const TableCell& cell = table.rows[r][l];
      Json ops = Json::array();
      for (const Occupant& who : cell.occupants)
        ops.push_back({{"op", who.op.value},
                       {"instruction", index_or_null(who.instruction)},
                       {"wrong_path", who.wrong_path},
                       {"arrived", who.arrived},
                       {"waits", cause_json(who.op, who.cause, run)}});
      Json empty = cause_json(kNoOp, cell.gap, run);
      if (!empty.is_null())
        empty["sentence"] = gap_words(table.first_cycle + r, table.lanes[l].name, cell, run);
      cells.push_back({{"ops", std::move(ops)}, {"empty", std::move(empty)}});
    }
    out.element({{"cycle", (table.first_cycle + r).value}, {"cells", std::move(cells)}});
  }
  out.end();
  out.end();
}

void write_arrows(JsonWriter& out, const RunRecord& run, const SpanWindow& window) {
  out.begin_list("arrows");
  for (const Arrow& arrow : run.timeline.arrows) {
    if (arrow.cycle < window.from || arrow.cycle >= window.to)
      continue;
    const std::string reg = register_of({Reason::raw, arrow.reg, kNoOp}, run);
    out.element(
        {{"cycle", arrow.cycle.value},
         {"producer", op_or_null(arrow.producer)},
         {"consumer", op_or_null(arrow.consumer)},
         {"register", reg.empty() ? Json(nullptr) : Json(reg)},
         {"from", arrow.from < run.timeline.lanes.size() ? Json(run.timeline.lanes[arrow.from].name)
                                                         : Json(nullptr)}});
  }
  out.end();
}

void write_diagram(JsonWriter& out, const RunRecord& run, const View& view) {
  const SpanWindow window = span_window(run, view);
  out.begin_object("diagram");
  out.member("lanes", lanes_json(run.timeline.lanes));
  out.begin_list("rows");
  for (const OpRow* row : window.rows) {
    Json spans = Json::array();
    for (const Span& span : run.timeline.spans_of(*row))
      if (span.begin < window.to && span.end > window.from)
        spans.push_back({{"lane", run.timeline.lanes[span.lane].name},
                         {"slot", span.slot},
                         {"begin", span.begin.value},
                         {"end", span.end.value},
                         {"waits", cause_json(row->op, span.cause, run)}});
    Json late = Json::array();
    for (const FetchWait& wait : run.timeline.fetch_waits_of(row->op))
      if (wait.begin < window.to && wait.end > window.from)
        late.push_back({{"begin", wait.begin.value},
                        {"end", wait.end.value},
                        {"waits", fetch_cause_json(wait.cause, run)}});
    out.element({{"op", row->op.value},
                 {"number", op_label(row->op, row->wrong_path, run)},
                 {"instruction", index_or_null(row->instruction)},
                 {"part", row->part},
                 {"text", run.legend.text(*row)},
                 {"begin", row->begin.value},
                 {"end", row->end.value},
                 {"wrong_path", row->wrong_path},
                 {"flushed", row->flushed},
                 {"in_flight", row->in_flight},
                 {"flushed_by", op_or_null(row->flushed_by)},
                 {"fetch_waits", std::move(late)},
                 {"spans", std::move(spans)}});
  }
  out.end();
  write_arrows(out, run, window);
  out.end();
}

Json ledger_json(const Ledger& ledger, const std::vector<Work>& work) {
  Json points = Json::array();
  for (const LedgerPoint point : ledger.points()) {
    const LedgerAccount& account = ledger.at(point);
    Json lost = Json::object();
    for (const AccountLine& entry : account_lines(account))
      if (entry.reason != Reason::none)
        lost[std::string(info(entry.reason).name)] = entry.slots;
    points.push_back({{"point", ledger.name(point)},
                      {"width", account.width},
                      {"slots", account.total()},
                      {"used", account.used()},
                      {"lost", std::move(lost)}});
    for (const Work& kind : work)
      points.back()["work"][kind.name] = kind.slots;
  }
  return {
      {"cycles", ledger.cycles}, {"balanced", ledger.balanced()}, {"points", std::move(points)}};
}

Json cpi_json(const RunRecord& run) {
  const CpiStack stack = cpi_stack(run.ledger.at(LedgerPoint::retire));
  Json shares = Json::object();
  for (std::size_t i = 0; i < kShareCount; ++i)
    shares[std::string(info(static_cast<Share>(i)).name)] = stack.shares[i];
  Json slots = Json::object();
  for (const CpiPart& part : stack.parts)
    slots[std::string(info(part.reason).name)] = part.slots;
  return {{"width", stack.width},
          {"slots", stack.slots},
          {"instructions", run.instructions},
          {"shares", std::move(shares)},
          {"reasons", std::move(slots)}};
}

Json structures_json(const Structures& structures) {
  Json tables = Json::array();
  for (const StructureView& view : structures.tables)
    tables.push_back({{"name", view.name},
                      {"title", view.title},
                      {"columns", view.columns},
                      {"rows", view.rows}});
  return {{"schema", "stallscope.structures/1"},
          {"cycle", structures.cycle.value},
          {"tables", std::move(tables)}};
}

Json code_json(const Legend& legend) {
  Json list = Json::array();
  for (std::size_t i = 0; i < legend.instruction_text.size(); ++i)
    list.push_back(
        {{"text", legend.instruction_text[i]},
         {"line", i < legend.instruction_line.size() && legend.instruction_line[i] != 0
                      ? Json(legend.instruction_line[i])
                      : Json(nullptr)},
         {"file", i < legend.instruction_file.size() && !legend.instruction_file[i].empty()
                      ? Json(legend.instruction_file[i])
                      : Json(nullptr)},
         {"pc", i < legend.instruction_pc.size()
                    ? Json(fmt::format("{:#x}", legend.instruction_pc[i]))
                    : Json(nullptr)}});
  return list;
}

/// Members written for every run, whatever the view, before its output.
Json head_json(const RunRecord& run) {
  Json out = {{"schema", "stallscope.run/1"},
              {"program", run.program},
              {"isa", run.isa},
              {"machine", run.machine},
              {"settings", run.settings},
              {"timed", run.timed},
              {"cycles", run.timed ? Json(run.cycle_count()) : Json(nullptr)},
              {"instructions", run.instructions},
              {"micro_ops", run.micro_ops},
              {"ipc", run.timed ? Json(run.ipc()) : Json(nullptr)},
              {"branches", run.imported ? Json(nullptr) : Json(run.branches)},
              {"mispredictions", run.imported ? Json(nullptr) : Json(run.mispredictions)},
              {"wrong_path_ops", run.wrong_path_ops},
              {"stop",
               {{"reason", run.stop.reason},
                {"detail", run.stop.detail},
                {"exit_code", run.stop.exit_code}}}};
  if (!run.stop.dump.empty())
    out["stop"]["dump"] = run.stop.dump;
  if (const auto& repeats = run.stop.repeats)
    out["stop"]["repeats"] = {
        {"since_cycle", repeats->since_cycle},
        {"since_instruction", repeats->since_instruction},
        {"period", repeats->period},
        {"pc", repeats->pc},
        {"instruction", repeats->instruction},
        {"place", repeats->place},
        {"period_cycles",
         {{"least", repeats->least_period_cycles}, {"most", repeats->most_period_cycles}}}};
  return out;
}

/// Members written for every run after its output.
Json rest_json(const RunRecord& run) {
  Json out = {
      {"ledger", run.timed && !run.imported ? ledger_json(run.ledger, run.work) : Json(nullptr)},
      {"notes", run.notes},
      {"host_seconds", run.host_seconds}};
  if (run.output_dropped > 0)
    out["output_dropped_bytes"] = run.output_dropped;
  return out;
}

Json stats_json(const RunRecord& run) {
  Json out = Json::object();
  for (const Statistic& statistic : statistics(run))
    out[statistic.name] = statistic.number;
  return out;
}

Json lines_json(const LineCosts& costs) {
  Json list = Json::array();
  for (const LineCost& cost : costs.lines) {
    Json held = Json::object();
    for (std::size_t i = 1; i < kReasonCount; ++i)
      if (cost.held[i] > 0)
        held[std::string(info(static_cast<Reason>(i)).name)] = cost.held[i];
    list.push_back({{"file", cost.file.empty() ? Json(nullptr) : Json(cost.file)},
                    {"line", cost.line == 0 ? Json(nullptr) : Json(cost.line)},
                    {"source", cost.text},
                    {"instructions", cost.instructions},
                    {"cycles", cost.cycles},
                    {"held", held}});
  }
  return {{"cycles", costs.cycles}, {"rest", costs.rest}, {"lines", list}};
}

Json registers_json(const RunRecord& run) {
  Json out = Json::array();
  for (const RegisterValue& reg : run.registers)
    out.push_back({{"name", reg.name},
                   {"hex", hex_of(reg)},
                   {"decimal", fmt::format("{}", static_cast<std::int64_t>(reg.value))}});
  return out;
}

/// Writes the members of a run into the open object.
void write_run(JsonWriter& out, const RunRecord& run, const View& view) {
  out.members(head_json(run));
  out.text_member("output", run.output);
  out.members(rest_json(run));
  if (view.table || view.diagram) {
    out.member("recorded", {{"first_cycle", run.timeline.first_cycle.value},
                            {"end_cycle", run.timeline.end_cycle.value}});
    out.member("code", code_json(run.legend));
  }
  if (view.table)
    write_table(out, run, view);
  if (view.diagram)
    write_diagram(out, run, view);
  if (view.cpi)
    out.member("cpi", cpi_json(run));
  if (view.lines != nullptr)
    out.member("lines", lines_json(*view.lines));
  if (view.structures)
    out.member("structures", run.structures ? structures_json(*run.structures) : Json(nullptr));
  if (view.stats)
    out.member("stats", stats_json(run));
  if (view.registers)
    out.member("registers", registers_json(run));
}

/// The n-th retired instructions of both runs, side by side.
void write_retired(JsonWriter& out, const RunRecord& a, const RunRecord& b) {
  const std::vector<OpRow> rows_a = retired_in_window(a);
  const std::vector<OpRow> rows_b = retired_in_window(b);
  const auto side = [](const std::vector<OpRow>& rows, std::size_t i,
                       const RunRecord& run) -> Json {
    if (i >= rows.size())
      return nullptr;
    return {{"op", rows[i].op.value},
            {"text", run.legend.text(rows[i].instruction)},
            {"cycle", (rows[i].end - 1).value}};
  };
  out.begin_list("retired");
  for (std::size_t i = 0; i < std::max(rows_a.size(), rows_b.size()); ++i)
    out.element({{"instruction", i + 1}, {"a", side(rows_a, i, a)}, {"b", side(rows_b, i, b)}});
  out.end();
}

} // namespace

std::string json_report(const RunRecord& run, const View& view) {
  JsonWriter out;
  out.begin_object();
  write_run(out, run, view);
  out.end();
  return out.take();
}

std::string json_comparison(const RunRecord& a, const RunRecord& b, const View& view, Align align) {
  const std::uint64_t longer = std::max(a.cycles, b.cycles);
  const std::uint64_t saved = longer - std::min(a.cycles, b.cycles);
  Json divergence;
  if (const std::optional<Divergence> found = first_divergence(a, b))
    divergence = {
        {"instruction", found->instruction},
        {"a_cycle", found->a_cycle.value == 0 ? Json(nullptr) : Json(found->a_cycle.value)},
        {"b_cycle", found->b_cycle.value == 0 ? Json(nullptr) : Json(found->b_cycle.value)},
        {"sentence", found->sentence}};
  JsonWriter out;
  out.begin_object();
  out.members({
      {"schema", "stallscope.comparison/1"},
      {"align", align == Align::cycle ? "cycle" : "instruction"},
      {"cycles",
       {{"a", a.cycles},
        {"b", b.cycles},
        {"saved", saved},
        {"saved_by", saved == 0 ? Json(nullptr) : Json(a.cycles < b.cycles ? "a" : "b")},
        {"saved_percent",
         longer == 0 ? 0.0 : 100.0 * static_cast<double>(saved) / static_cast<double>(longer)},
        {"sentence", cycles_sentence(a, b)}}},
      {"divergence", std::move(divergence)},
  });
  write_retired(out, a, b);
  out.begin_object("a");
  write_run(out, a, view);
  out.end();
  out.begin_object("b");
  write_run(out, b, view);
  out.end();
  out.end();
  return out.take();
}

} // namespace stallscope::trace
