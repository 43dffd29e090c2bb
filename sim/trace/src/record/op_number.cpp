#include "trace/op_number.hpp"

#include "trace/run_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace stallscope::trace {

namespace {

/// The row is a micro-op of the same instruction as the row before.
bool continues(const OpRow& row, OpId before) {
  return row.part > 0 && before && row.op.value == before.value + 1;
}

bool on_program_path(const OpRow& row) {
  return !row.wrong_path && !row.flushed;
}

std::uint64_t instructions_of(const OpRow& row) {
  return row.fused ? 2 : 1;
}

bool has_parts(const OpRow& row, const Legend& legend) {
  const std::size_t i = row.instruction.value;
  return row.part > 0 || (!row.fused && i < legend.instruction_parts.size() &&
                          legend.instruction_parts[i].size() > 1);
}

/// Number of instructions between two rows that were in flight when recording began but had left
/// before the first recorded cycle: without a reorder buffer younger instructions can leave first.
/// 0 when wrong paths were fetched: missing numbers are then wrong-path operations, because such
/// machines retire in order.
std::uint64_t left_between(const RunRecord& run, OpId before, const OpRow& row) {
  const OpId next = run.timeline.start.next_op;
  if (run.wrong_path_ops != 0 || !before || before >= next)
    return 0;
  return std::min(row.op, next).value - before.value - 1;
}

/// The program's instructions that were fetched before the first row.
std::uint64_t before_rows(const RunRecord& run) {
  const Timeline& timeline = run.timeline;
  std::uint64_t in_flight = 0;
  OpId before;
  for (const OpRow& row : timeline.rows) {
    if (row.op >= timeline.start.next_op)
      break;
    if (!on_program_path(row))
      continue;
    in_flight +=
        left_between(run, before, row) + (continues(row, before) ? 0 : instructions_of(row));
    before = row.op;
  }
  if (before && run.wrong_path_ops == 0) // younger than all rows that were in flight
    in_flight += timeline.start.next_op.value - 1 - before.value;
  return timeline.start.instructions - std::min(in_flight, timeline.start.instructions);
}

} // namespace

std::string number_text(const OpNumber& number) {
  return number.part != 0 ? fmt::format("{}.{}", number.instruction, number.part)
         : number.fused   ? fmt::format("{}+{}", number.instruction, number.instruction + 1)
                          : fmt::format("{}", number.instruction);
}

std::vector<OpNumber> program_numbers(const RunRecord& run) {
  const Timeline& timeline = run.timeline;
  if (timeline.rows.empty())
    return {};
  const OpId first = timeline.rows.front().op;
  std::vector<OpNumber> numbers(timeline.rows.back().op.value - first.value + 1);
  std::uint64_t next = before_rows(run) + 1; // next number on the right path
  std::uint64_t next_there = next;           // next number on the wrong path
  OpNumber number;
  OpId before;
  for (const OpRow& row : timeline.rows) {
    const bool in_program = on_program_path(row);
    next += left_between(run, before, row);
    if (!continues(row, before)) {
      std::uint64_t& counter = in_program ? next : next_there;
      number.instruction = counter;
      counter += instructions_of(row);
    }
    if (in_program)
      next_there = next;
    number.part = has_parts(row, run.legend) ? static_cast<std::uint8_t>(row.part + 1) : 0;
    number.fused = row.fused;
    numbers[row.op.value - first.value] = number;
    before = row.op;
  }
  return numbers;
}

void number_operations(RunRecord& run) {
  run.numbers = run.counts_micro_ops ? program_numbers(run) : std::vector<OpNumber>{};
  if (!run.numbers.empty())
    run.numbers_from = run.timeline.rows.front().op;
}

OpWindow op_window(const RunRecord& run, std::uint64_t from, std::uint64_t to) {
  const std::vector<OpNumber> numbers = program_numbers(run);
  OpWindow window;
  for (const OpRow& row : run.timeline.rows) {
    const OpNumber& number = numbers[row.op.value - run.timeline.rows.front().op.value];
    if (!on_program_path(row) || number.instruction + (number.fused ? 1 : 0) < from ||
        number.instruction > to)
      continue;
    window.first = std::min(window.first, row.op);
    window.last = row.op;
  }
  return window;
}

OpNumber RunRecord::op_number(OpId op) const {
  const bool is_inside = op >= numbers_from && op.value - numbers_from.value < numbers.size();
  return is_inside ? numbers[op.value - numbers_from.value] : OpNumber{};
}

std::uint64_t number_of_instruction(const RunRecord& run, OpId op) {
  return run.numbers.empty() ? run.shown(op).value : run.op_number(op).instruction;
}

std::string RunRecord::number(OpId op) const {
  if (numbers.empty())
    return fmt::format("{}", shown(op).value);
  const OpNumber known = op_number(op);
  if (known.instruction == 0)
    return fmt::format("@{}", op.value);
  // The number in fetch order equals the number in the program.
  const OpRow* row = timeline.find(op);
  return number_text(known) + (row != nullptr && row->wrong_path ? "x" : "");
}

std::optional<OpName> parse_op_name(std::string_view text) {
  OpName name;
  name.is_id = text.starts_with('@');
  if (name.is_id)
    text.remove_prefix(1);
  const auto take = [&text](auto& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc() && number != 0;
  };
  if (!take(name.number))
    return std::nullopt;
  if (!name.is_id && text.starts_with('.')) {
    text.remove_prefix(1);
    if (!take(name.part))
      return std::nullopt;
  }
  if (!name.is_id && text.starts_with('x')) {
    text.remove_prefix(1);
    name.wrong_path = true;
  }
  return text.empty() ? std::optional(name) : std::nullopt;
}

std::string op_name_text(const OpName& name) {
  return (name.is_id ? fmt::format("@{}", name.number)
                     : number_text({name.number, name.part, false})) +
         (name.wrong_path ? "x" : "");
}

bool has_name(const RunRecord& run, const OpRow& row, const OpName& name) {
  if (name.is_id)
    return row.op.value == name.number;
  if (run.numbers.empty())
    return run.shown(row.op).value == name.number && name.part <= 1;
  const OpNumber number = run.op_number(row.op);
  const bool is_it =
      number.instruction == name.number || (number.fused && number.instruction + 1 == name.number);
  const bool is_part = name.part == 0 || name.part == std::max<std::uint8_t>(number.part, 1);
  return is_it && is_part && row.wrong_path == name.wrong_path;
}

const OpRow* find_op(const RunRecord& run, const OpName& name) {
  const auto& rows = run.timeline.rows;
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const OpRow& row) { return has_name(run, row, name); });
  return found != rows.end() ? &*found : nullptr;
}

} // namespace stallscope::trace
