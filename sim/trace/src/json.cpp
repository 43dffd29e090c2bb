#include "accounts.hpp"
#include "comparison.hpp"
#include "trace/render.hpp"
#include "window.hpp"
#include "words.hpp"

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

Json lanes_json(const std::vector<Lane>& lanes) {
  Json list = Json::array();
  for (const Lane& lane : lanes)
    list.push_back({{"name", lane.name}, {"slots", lane.slots}, {"unit", lane.is_unit}});
  return list;
}

Json table_json(const RunRecord& run, const View& view) {
  const OccupancyTable table = table_of(run, view);
  Json rows = Json::array();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json cells = Json::array();
    for (const TableCell& cell : table.rows[r]) {
      Json ops = Json::array();
      for (const Occupant& who : cell.occupants)
        ops.push_back({{"op", who.op.value},
                       {"instruction", index_or_null(who.instruction)},
                       {"wrong_path", who.wrong_path},
                       {"arrived", who.arrived},
                       {"waits", cause_json(who.op, who.cause, run)}});
      cells.push_back({{"ops", std::move(ops)}, {"empty", cause_json(kNoOp, cell.gap, run)}});
    }
    rows.push_back({{"cycle", (table.first_cycle + r).value}, {"cells", std::move(cells)}});
  }
  return {{"lanes", lanes_json(table.lanes)}, {"rows", std::move(rows)}};
}

Json arrows_json(const RunRecord& run, const SpanWindow& window) {
  Json list = Json::array();
  for (const Arrow& arrow : run.timeline.arrows) {
    if (arrow.cycle < window.from || arrow.cycle >= window.to)
      continue;
    const std::string reg = register_of({Reason::raw, arrow.reg, kNoOp}, run);
    list.push_back(
        {{"cycle", arrow.cycle.value},
         {"producer", op_or_null(arrow.producer)},
         {"consumer", op_or_null(arrow.consumer)},
         {"register", reg.empty() ? Json(nullptr) : Json(reg)},
         {"from", arrow.from < run.timeline.lanes.size() ? Json(run.timeline.lanes[arrow.from].name)
                                                         : Json(nullptr)}});
  }
  return list;
}

Json diagram_json(const RunRecord& run, const View& view) {
  const SpanWindow window = span_window(run, view);
  Json rows = Json::array();
  for (const OpRow* row : window.rows) {
    Json spans = Json::array();
    for (const Span& span : run.timeline.spans_of(*row))
      if (span.begin < window.to && span.end > window.from)
        spans.push_back({{"lane", run.timeline.lanes[span.lane].name},
                         {"slot", span.slot},
                         {"begin", span.begin.value},
                         {"end", span.end.value},
                         {"waits", cause_json(row->op, span.cause, run)}});
    rows.push_back({{"op", row->op.value},
                    {"instruction", index_or_null(row->instruction)},
                    {"text", run.legend.text(row->instruction)},
                    {"begin", row->begin.value},
                    {"end", row->end.value},
                    {"wrong_path", row->wrong_path},
                    {"flushed", row->flushed},
                    {"in_flight", row->in_flight},
                    {"flushed_by", op_or_null(row->flushed_by)},
                    {"spans", std::move(spans)}});
  }
  return {{"lanes", lanes_json(run.timeline.lanes)},
          {"rows", std::move(rows)},
          {"arrows", arrows_json(run, window)}};
}

Json ledger_json(const Ledger& ledger) {
  Json points = Json::array();
  for (std::size_t p = 0; p < kLedgerPointCount; ++p) {
    const auto point = static_cast<LedgerPoint>(p);
    const LedgerAccount& account = ledger.at(point);
    Json lost = Json::object();
    for (const AccountLine& entry : account_lines(account))
      if (entry.reason != Reason::none)
        lost[std::string(info(entry.reason).name)] = entry.slots;
    points.push_back({{"point", name(point)},
                      {"width", account.width},
                      {"slots", account.total()},
                      {"used", account.used()},
                      {"lost", std::move(lost)}});
  }
  return {
      {"cycles", ledger.cycles}, {"balanced", ledger.balanced()}, {"points", std::move(points)}};
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

Json run_json(const RunRecord& run, const View& view) {
  Json out = {{"schema", "stallscope.run/1"},
              {"program", run.program},
              {"isa", run.isa},
              {"machine", run.machine},
              {"settings", run.settings},
              {"timed", run.timed},
              {"cycles", run.timed ? Json(run.cycles) : Json(nullptr)},
              {"instructions", run.instructions},
              {"micro_ops", run.micro_ops},
              {"ipc", run.timed ? Json(run.ipc()) : Json(nullptr)},
              {"branches", run.branches},
              {"mispredictions", run.mispredictions},
              {"wrong_path_ops", run.wrong_path_ops},
              {"stop",
               {{"reason", run.stop.reason},
                {"detail", run.stop.detail},
                {"exit_code", run.stop.exit_code}}},
              {"output", run.output},
              {"ledger", run.timed ? ledger_json(run.ledger) : Json(nullptr)},
              {"notes", run.notes},
              {"host_seconds", run.host_seconds}};
  if (!run.stop.dump.empty())
    out["stop"]["dump"] = run.stop.dump;
  if (view.table || view.diagram) {
    out["recorded"] = {{"first_cycle", run.timeline.first_cycle.value},
                       {"end_cycle", run.timeline.end_cycle.value}};
    out["code"] = code_json(run.legend);
  }
  if (view.table)
    out["table"] = table_json(run, view);
  if (view.diagram)
    out["diagram"] = diagram_json(run, view);
  if (view.stats) {
    out["stats"] = Json::object();
    for (const Statistic& statistic : statistics(run))
      out["stats"][statistic.name] = statistic.number;
  }
  if (view.registers) {
    out["registers"] = Json::array();
    for (const RegisterValue& reg : run.registers)
      out["registers"].push_back(
          {{"name", reg.name},
           {"hex", fmt::format("{:#018x}", reg.value)},
           {"decimal", fmt::format("{}", static_cast<std::int64_t>(reg.value))}});
  }
  return out;
}

/// Indented; bytes that are no UTF-8 (a guest may print any) become U+FFFD.
std::string written(const Json& json) {
  std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
  text += '\n';
  return text;
}

/// The n-th retired of both runs beside each other.
Json retired_json(const RunRecord& a, const RunRecord& b) {
  const std::vector<const OpRow*> rows_a = retired_rows(a.timeline);
  const std::vector<const OpRow*> rows_b = retired_rows(b.timeline);
  const auto side = [](const std::vector<const OpRow*>& rows, std::size_t i,
                       const RunRecord& run) -> Json {
    if (i >= rows.size())
      return nullptr;
    return {{"op", rows[i]->op.value},
            {"text", run.legend.text(rows[i]->instruction)},
            {"cycle", (rows[i]->end - 1).value}};
  };
  Json list = Json::array();
  for (std::size_t i = 0; i < std::max(rows_a.size(), rows_b.size()); ++i)
    list.push_back({{"instruction", i + 1}, {"a", side(rows_a, i, a)}, {"b", side(rows_b, i, b)}});
  return list;
}

} // namespace

std::string json_report(const RunRecord& run, const View& view) {
  return written(run_json(run, view));
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
  Json out = {
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
      {"retired", retired_json(a, b)},
      {"a", run_json(a, view)},
      {"b", run_json(b, view)}};
  return written(out);
}

} // namespace stallscope::trace
