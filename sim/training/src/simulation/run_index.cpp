#include "base/check.hpp"
#include "dependences.hpp"
#include "training/simulation/record.hpp"

#include <algorithm>
#include <tuple>

namespace stallscope::training {

RunIndex::RunIndex(const Plan& plan, const Verified& verified, const Execution& run)
    : plan_(plan), verified_(verified), run_(run) {
  STALLSCOPE_CHECK(!run.deadlock, "a run that came to its end");
  find_rows();
  find_links();
  std::vector<IdleSpan> spans;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    first_idle_.push_back(idle_.size());
    explain_idle(plan, verified, run, device, spans);
    idle_.insert(idle_.end(), spans.begin(), spans.end());
  }
  first_idle_.push_back(idle_.size());
}

void RunIndex::find_rows() {
  const auto count = static_cast<OperationIndex>(plan_.operations.size());
  for (OperationIndex i = 0; i < count; ++i) {
    if (!occupies(plan_, plan_.operations[i]))
      continue;
    ++operations_;
    if (run_.end[i] > 0) // operations that end at tick 0 are not shown
      rows_.push_back({run_.start[i], i, false});
    if (plan_.transfer > 0 && run_.sent[i] != kNotYet &&
        run_.sent[i] + transfer_of(plan_, plan_.operations[i]) > 0)
      rows_.push_back({run_.sent[i], i, true});
  }
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return std::tie(a.begin, a.transfer, a.operation) < std::tie(b.begin, b.transfer, b.operation);
  });
  numbers_.assign(plan_.operations.size(), 0);
  latest_end_.reserve(rows_.size());
  Ticks latest = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_[i].transfer)
      numbers_[rows_[i].operation] = static_cast<std::uint32_t>(i + 1);
    latest = std::max(latest, end_of(rows_[i]));
    latest_end_.push_back(latest);
  }
}

Ticks RunIndex::end_of(const Row& row) const {
  return row.transfer ? row.begin + transfer_of(plan_, plan_.operations[row.operation])
                      : run_.end[row.operation];
}

std::pair<std::size_t, std::size_t> RunIndex::rows_in(Ticks from, Ticks until) const {
  const auto first = std::partition_point(latest_end_.begin(), latest_end_.end(),
                                          [from](Ticks end) { return end <= from; });
  const auto last = std::partition_point(rows_.begin(), rows_.end(),
                                         [until](const Row& row) { return row.begin < until; });
  const auto begin = static_cast<std::size_t>(first - latest_end_.begin());
  return {begin, std::max(begin, static_cast<std::size_t>(last - rows_.begin()))};
}

std::span<const IdleSpan> RunIndex::idle_in(std::uint32_t device, Ticks from, Ticks until) const {
  const auto begin = idle_.begin() + static_cast<std::ptrdiff_t>(first_idle_[device]);
  const auto end = idle_.begin() + static_cast<std::ptrdiff_t>(first_idle_[device + 1]);
  const auto first =
      std::partition_point(begin, end, [from](const IdleSpan& span) { return span.end <= from; });
  const auto last = std::partition_point(
      first, end, [until](const IdleSpan& span) { return span.begin < until; });
  return {first, last};
}

std::pair<std::uint32_t, std::uint32_t> RunIndex::ends_of(OperationIndex operation) const {
  const Operation& op = plan_.operations[operation];
  const auto consumer = static_cast<std::size_t>(consumer_stage(plan_, op));
  return {plan_.stages[op.stage].device, plan_.stages[consumer].device};
}

void RunIndex::find_links() {
  for (const Row& row : rows_) {
    if (!row.transfer)
      continue;
    auto [from, to] = ends_of(row.operation);
    if (plan_.links == LinkSharing::half_duplex && from > to)
      std::swap(from, to);
    if (places_.try_emplace({from, to}, links_.size()).second)
      links_.push_back({from, to, row.begin});
  }
}

std::size_t RunIndex::link_between(std::uint32_t from, std::uint32_t to) const {
  if (plan_.links == LinkSharing::half_duplex && from > to)
    std::swap(from, to);
  return places_.at({from, to});
}

} // namespace stallscope::training
