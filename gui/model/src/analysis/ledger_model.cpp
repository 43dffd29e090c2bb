#include "model/analysis/ledger_model.hpp"

#include "model/language/sentences.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stallscope::gui {

namespace {

std::string name_in_words(const trace::Ledger& ledger, trace::LedgerPoint point) {
  if (ledger.of_devices)
    return tr(Text::ledger_devices);
  const std::string_view name = ledger.name(point);
  if (name == "dispatch")
    return tr(Text::ledger_dispatch);
  switch (point) {
  case trace::LedgerPoint::fetch:
    return tr(Text::ledger_fetch);
  case trace::LedgerPoint::issue:
    return tr(Text::ledger_issue);
  case trace::LedgerPoint::retire:
    return tr(Text::ledger_retire);
  default:
    return tr(Text::ledger_ports);
  }
}

constexpr std::array kShareTexts{Text::share_retiring, Text::share_frontend,
                                 Text::share_bad_speculation, Text::share_backend_core,
                                 Text::share_backend_memory};
static_assert(kShareTexts.size() == trace::kShareCount);

/// Slots of some cycles by reason, counted from the record.
OverviewBucket exact(const RunWindow& window, trace::LedgerPoint point, std::uint32_t width,
                     std::uint64_t begin, std::uint64_t end) {
  OverviewBucket sum;
  auto& slots = sum.slots[static_cast<std::size_t>(point)];
  slots[0] = width * (end - begin);
  const auto number = static_cast<std::uint8_t>(point);
  const TimelineIndex::Rows range = window.index.lost_in(number, Cycle{begin}, Cycle{end});
  for (std::size_t i = range.first; i < range.last; ++i) {
    const LostSlots& lost = window.timeline().lost[i];
    const std::uint64_t from = std::max(lost.begin.value, begin);
    const std::uint64_t to = std::min(lost.end.value, end);
    if (from >= to)
      continue;
    slots[static_cast<std::size_t>(lost.cause.why)] += lost.count * (to - from);
    slots[0] -= std::min<std::uint64_t>(slots[0], lost.count * (to - from));
  }
  return sum;
}

} // namespace

trace::LedgerPoint LedgerModel::usual_point(const Run& run) {
  return run.machine() != nullptr && run.machine()->dynamic ? trace::LedgerPoint::retire
                                                            : trace::LedgerPoint::issue;
}

std::vector<std::pair<trace::LedgerPoint, std::string>> LedgerModel::points(const Run& run) {
  std::vector<std::pair<trace::LedgerPoint, std::string>> list;
  const trace::Ledger& ledger = run.summary().ledger;
  for (const trace::LedgerPoint each : ledger.points())
    list.emplace_back(each, name_in_words(ledger, each));
  return list;
}

/// Slots of cycles [begin, end) by reason, as precisely as the number of columns requires.
OverviewBucket LedgerModel::sum_of(const Run& run, std::uint64_t begin, std::uint64_t end,
                                   std::uint64_t columns) const {
  // The overview is exact if its intervals are shorter than a column.
  const bool from_record =
      run.whole() && run.last_cycle() < columns * run.overview().bucket_cycles() * 4;
  return from_record
             ? exact(*run.first_window(), point, run.summary().ledger.at(point).width, begin, end)
             : run.overview().range(begin, end);
}

const std::vector<StripColumn>& LedgerModel::strip(const Run& run, std::size_t pixels) {
  if (strip_of_ == made_of(run, pixels))
    return strip_;
  strip_of_ = made_of(run, pixels);
  strip_.clear();
  const std::uint64_t cycles = run.last_cycle();
  const bool knows_slots = run.spec().subject != Subject::trace;
  const std::uint64_t columns = knows_slots ? std::min<std::uint64_t>(pixels, cycles) : 0;
  for (std::uint64_t i = 0; i < columns; ++i) {
    StripColumn column;
    column.begin = 1 + i * cycles / columns;
    column.end = 1 + (i + 1) * cycles / columns;
    const OverviewBucket sum = sum_of(run, column.begin, column.end, columns);
    column.worst = sum.worst(point);
    column.family = family_of(column.worst);
    column.lost = sum.lost_share(point);
    strip_.push_back(column);
  }
  return strip_;
}

const std::vector<TimeColumn>& LedgerModel::over_time(const Run& run, std::size_t columns) {
  if (over_time_of_ == made_of(run, columns))
    return over_time_;
  over_time_of_ = made_of(run, columns);
  over_time_.clear();
  const auto number = static_cast<std::size_t>(point);
  const std::uint64_t cycles = run.last_cycle();
  const std::uint64_t count = std::min<std::uint64_t>(columns, cycles);
  std::vector<Reason> order;
  for (const StackPart& part : stack(run).parts)
    order.push_back(part.reason); // useful work, then losses in decreasing order
  for (std::uint64_t i = 0; i < count; ++i) {
    TimeColumn column;
    column.begin = 1 + i * cycles / count;
    column.end = 1 + (i + 1) * cycles / count;
    const auto slots = sum_of(run, column.begin, column.end, count).slots[number];
    const auto all = std::accumulate(slots.begin(), slots.end(), std::uint64_t{0});
    for (const Reason reason : order)
      if (const std::uint64_t part = slots[static_cast<std::size_t>(reason)]; part > 0)
        column.parts.push_back({reason, static_cast<double>(part) / static_cast<double>(all)});
    over_time_.push_back(std::move(column));
  }
  return over_time_;
}

StackView LedgerModel::stack(const Run& run) const {
  const trace::RunRecord& record = run.summary();
  const trace::CpiStack stack = trace::cpi_stack(record.ledger.at(point));
  StackView view;
  view.point = point;
  view.point_name = name_in_words(record.ledger, point);
  view.width = stack.width;
  view.slots = stack.slots;
  view.cpi = stack.cpi(stack.slots, record.instructions);
  const bool micro_ops = point == trace::LedgerPoint::issue || point == trace::LedgerPoint::retire;
  if (const std::uint64_t fused = record.fused_micro_ops(); fused > 0 && micro_ops)
    view.note = tr(Text::ledger_fused, {std::to_string(fused)});
  const double all = static_cast<double>(std::max<std::uint64_t>(stack.slots, 1));
  for (const trace::CpiPart& part : stack.parts)
    view.parts.push_back({part.reason, family_of(part.reason), reason_title(part.reason),
                          part.slots, static_cast<double>(part.slots) / all,
                          stack.cpi(part.slots, record.instructions)});
  if (record.ledger.of_devices) { // shares of all devices' time, without cycles per instruction
    view.of_devices = true;
    view.cpi = 100.0 * static_cast<double>(stack.slots - record.ledger.at(point).lost()) / all;
    for (StackPart& part : view.parts)
      part.cpi = static_cast<double>(part.slots);
    return view;
  }
  for (std::size_t i = 0; i < trace::kShareCount; ++i)
    view.shares[i] = {static_cast<trace::Share>(i), tr(kShareTexts[i]), stack.shares[i],
                      static_cast<double>(stack.shares[i]) / all};
  return view;
}

std::shared_ptr<Task> LedgerModel::walk(Run& run, Reason reason, std::uint64_t cycle, bool forwards,
                                        Run::Found found) const {
  const auto number = static_cast<std::uint8_t>(point);
  const auto look = [reason, forwards, number](const RunWindow& window, Cycle from,
                                               Cycle to) -> std::optional<RunPlace> {
    std::optional<RunPlace> best;
    const auto offer = [&](Cycle begin, Cycle end, OpId op) {
      begin = std::max(begin, from);
      end = std::min(end, to);
      if (begin >= end)
        return;
      const std::uint64_t at = forwards ? begin.value : end.value - 1;
      // If several places are in the same cycle, one with an operation is preferred, since it can
      // be shown.
      if (!best || (forwards ? at < best->cycle : at > best->cycle) ||
          (at == best->cycle && !best->op))
        best = RunPlace{at, op};
    };
    for (const OpRow& row : window.timeline().rows)
      if (row.begin < to && row.end > from)
        for (const Span& span : window.timeline().spans_of(row))
          if (span.cause.why == reason)
            offer(span.begin, span.end, row.op);
    for (const LostSlots& lost : window.timeline().lost)
      if (lost.point == number && lost.cause.why == reason)
        offer(lost.begin, lost.end, kNoOp);
    return best;
  };
  return run.scan(cycle, forwards, look, std::move(found));
}

} // namespace stallscope::gui
