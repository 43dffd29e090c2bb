#include "model/loop_iterations.hpp"

#include <algorithm>
#include <vector>

namespace stallscope::gui {

namespace {

/// Where the instruction of an operation begins, from that operation on.
std::vector<OpId> times_of(const RunWindow& window, OpId op) {
  std::vector<OpId> times;
  const auto& rows = window.timeline().rows;
  const auto from = std::partition_point(rows.begin(), rows.end(),
                                         [op](const OpRow& row) { return row.op < op; });
  if (from == rows.end() || from->op != op || from->wrong_path)
    return times;
  for (auto row = from; row != rows.end(); ++row)
    // Of the micro-ops of one instruction each is its own row.
    if (row->instruction == from->instruction && row->part == from->part && !row->wrong_path)
      times.push_back(row->op);
  return times;
}

OpId before(OpId op) {
  return OpId{op.value - 1};
}

} // namespace

std::optional<OpRange> iteration_from(const RunWindow& window, OpId op) {
  const std::vector<OpId> times = times_of(window, op);
  if (times.size() < 2)
    return std::nullopt;
  return OpRange{op, before(times[1])};
}

std::optional<OpRange> later_iterations(const RunWindow& window, OpId op) {
  const std::vector<OpId> times = times_of(window, op);
  if (times.size() < 3)
    return std::nullopt;
  return OpRange{times[1], before(times.back())};
}

} // namespace stallscope::gui
