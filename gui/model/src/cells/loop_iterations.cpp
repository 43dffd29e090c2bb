#include "model/cells/loop_iterations.hpp"

#include <algorithm>
#include <vector>

namespace stallscope::gui {

namespace {

/// Same instruction and same micro-op of it, since each micro-op has a row.
bool is_same(const OpRow& row, const OpRow& other) {
  return row.instruction == other.instruction && row.part == other.part && !row.wrong_path;
}

/// The operation's row; nullptr if it is not in the window, or on the wrong path.
const OpRow* row_of(const RunWindow& window, OpId op) {
  const OpRow* row = window.timeline().find(op);
  return row == nullptr || row->wrong_path ? nullptr : row;
}

/// All executions of the operation's instruction, from that operation on.
std::vector<OpId> times_of(const RunWindow& window, OpId op) {
  std::vector<OpId> times;
  const OpRow* first = row_of(window, op);
  if (first == nullptr)
    return times;
  for (const OpRow& row : window.timeline().rows)
    if (row.op >= op && is_same(row, *first))
      times.push_back(row.op);
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

Run::Look last_time_of(const RunWindow& window, OpId op) {
  const OpRow* row = row_of(window, op);
  if (row == nullptr)
    return [](const RunWindow&, Cycle, Cycle) { return std::nullopt; };
  return [like = *row](const RunWindow& part, Cycle from, Cycle to) -> std::optional<RunPlace> {
    const auto& rows = part.timeline().rows;
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [&](const OpRow& other) {
      return other.begin >= from && other.begin < to && is_same(other, like);
    });
    if (last == rows.rend())
      return std::nullopt;
    return RunPlace{last->begin.value, last->op};
  };
}

std::optional<OpRange> iterations_up_to(const RunWindow& window, OpId op, OpId last) {
  const std::vector<OpId> times = times_of(window, op);
  if (times.size() < 2 || last <= times[1])
    return std::nullopt;
  return OpRange{times[1], before(last)};
}

} // namespace stallscope::gui
