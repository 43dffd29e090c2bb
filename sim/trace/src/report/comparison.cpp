#include "report/comparison.hpp"

#include "report/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace stallscope::trace {

namespace {

/// The longest held span of an operation; nullptr when it was never held.
const Span* longest_wait(const Timeline& timeline, const OpRow& row) {
  const Span* longest = nullptr;
  for (const Span& span : timeline.spans_of(row))
    if (span.cause.why != Reason::none &&
        (longest == nullptr || span.end - span.begin > longest->end - longest->begin))
      longest = &span;
  return longest;
}

/// "; in A it spends 2 cycles in ID because it waits for ...": what delayed the later instruction
/// of a pair.
std::string why_later(const char* which, const RunRecord& run, const OpRow& row) {
  const Span* wait = longest_wait(run.timeline, row);
  if (wait == nullptr)
    return "";
  return fmt::format("; in {} it spends {} in {} because it {}", which,
                     counted(wait->end - wait->begin, run.terms().time, run.terms().times),
                     run.timeline.lanes[wait->lane].name, sentence_about(row.op, wait->cause, run));
}

Cycle retire_cycle(const OpRow& row) {
  return row.end - 1;
}

Divergence diverge(std::uint64_t number, const RunRecord& a, const OpRow& row_a, const RunRecord& b,
                   const OpRow& row_b) {
  Divergence found{number, retire_cycle(row_a), retire_cycle(row_b), ""};
  const std::string& text_a = a.legend.text(row_a.instruction);
  const std::string& text_b = b.legend.text(row_b.instruction);
  if (a.training && text_a == text_b) {
    found.sentence = fmt::format("operation {} ({}) ends in tick {} in A and in tick {} in B",
                                 number, text_a, found.a_cycle.value, found.b_cycle.value);
  } else if (a.training) {
    found.sentence = fmt::format("as number {} to end, A has {} (tick {}) and B has {} (tick {})",
                                 number, text_a, found.a_cycle.value, text_b, found.b_cycle.value);
  } else if (text_a != text_b) {
    found.sentence =
        fmt::format("as number {} to retire, A has {} (cycle {}) and B has {} (cycle {})", number,
                    text_a, found.a_cycle.value, text_b, found.b_cycle.value);
  } else {
    found.sentence =
        fmt::format("instruction {} ({}) retires in cycle {} in A and in cycle {} in B", number,
                    text_a, found.a_cycle.value, found.b_cycle.value);
  }
  if (found.a_cycle > found.b_cycle)
    found.sentence += why_later("A", a, row_a);
  else if (found.b_cycle > found.a_cycle)
    found.sentence += why_later("B", b, row_b);
  return found;
}

/// Identity of an execution in two runs: the instruction's text, the number of its occurrence, and
/// which of its micro-ops it is.
struct Occurrence {
  std::string text;
  std::uint64_t count = 0;
  std::uint8_t part = 0;

  auto operator<=>(const Occurrence&) const = default;
};

/// Numbers the right-path executions of each text, in fetch order.
std::vector<std::pair<OpId, Occurrence>> occurrences(const RunRecord& run) {
  std::map<std::string, std::uint64_t> count;
  std::vector<std::pair<OpId, Occurrence>> found;
  for (const OpRow& row : run.timeline.rows)
    if (!row.wrong_path) {
      const std::string& text = run.legend.text(row.instruction);
      std::uint64_t& executed = count[text];
      executed += row.part == 0 ? 1 : 0;
      found.push_back({row.op, {text, executed, row.part}});
    }
  return found;
}

std::uint64_t last_number(const RunRecord& run) {
  std::uint64_t last = 0;
  for (const OpRow& row : run.timeline.rows)
    last = std::max(last, number_of_instruction(run, row.op));
  return last;
}

/// Numbers for the instructions of `b`: those of the same executions in `a`; other instructions are
/// numbered after the last of `a`, and wrong paths from their branch on.
std::vector<OpNumber> numbers_like(const RunRecord& a, const RunRecord& b,
                                   const std::vector<OpId>& same) {
  std::vector<OpNumber> numbers(same.size());
  std::uint64_t last = last_number(a);
  OpNumber before;
  OpId op_before;
  for (const OpRow& row : b.timeline.rows) {
    const std::uint64_t place = row.op.value - b.numbers_from.value;
    OpNumber number = b.numbers.empty() ? OpNumber{} : b.numbers[place];
    if (row.part > 0 && op_before.value + 1 == row.op.value)
      number.instruction = before.instruction;
    else if (same[row.op.value])
      number.instruction = number_of_instruction(a, same[row.op.value]);
    else
      number.instruction = row.wrong_path ? before.instruction + (before.fused ? 2 : 1) : ++last;
    numbers[row.op.value] = before = number;
    op_before = row.op;
  }
  return numbers;
}

/// Aligns a table by retirement: the n-th entry is the row in which the n-th instruction retires.
std::vector<std::size_t> retirement_lines(const OccupancyTable& table, const RunRecord& run) {
  std::vector<std::size_t> lines;
  for (const OpRow& row : retired_in_window(run)) {
    const Cycle cycle = retire_cycle(row);
    if (cycle >= table.first_cycle && cycle < table.first_cycle + table.rows.size())
      lines.push_back(cycle - table.first_cycle);
  }
  return lines;
}

/// Appends rows up to `end_a` and `end_b`, so that the last ones are aligned.
void append_stretch(std::vector<Pair>& pairs, std::size_t& at_a, std::size_t end_a,
                    std::size_t& at_b, std::size_t end_b, bool end_to_end) {
  const std::size_t count_a = end_a - at_a;
  const std::size_t count_b = end_b - at_b;
  const std::size_t lines = std::max(count_a, count_b);
  const std::size_t skip_a = end_to_end ? lines - count_a : 0;
  const std::size_t skip_b = end_to_end ? lines - count_b : 0;
  for (std::size_t i = 0; i < lines; ++i) {
    Pair pair;
    if (i >= skip_a && i - skip_a < count_a)
      pair.a = at_a + i - skip_a;
    if (i >= skip_b && i - skip_b < count_b)
      pair.b = at_b + i - skip_b;
    pairs.push_back(pair);
  }
  at_a = end_a;
  at_b = end_b;
}

std::string wait_key(const Cause& cause, const RunRecord& run) {
  return cause.why == Reason::none
             ? std::string()
             : fmt::format("{}/{}", info(cause.why).name, register_of(cause, run));
}

std::string cell_key(const TableCell& cell, const RunRecord& run) {
  std::string key;
  for (const Occupant& who : cell.occupants)
    key += fmt::format("{}\n{}\n", run.legend.text(who.instruction), wait_key(who.cause, run));
  return key;
}

std::string cell_key(const PipelineDiagram& diagram, const DiagramRow& row, Cycle cycle,
                     const RunRecord& run) {
  if (cycle < diagram.first_cycle || cycle >= diagram.first_cycle + diagram.cycle_count)
    return "";
  const DiagramCell& cell = row.cells[cycle - diagram.first_cycle];
  if (cell.lane == kNoLane)
    return wait_key(cell.cause, run);
  return fmt::format("{}\n{}", diagram.lanes[cell.lane].name, wait_key(cell.cause, run));
}

bool begins_with_run(const RunRecord& run) {
  return run.timeline.first_cycle == Cycle{1};
}

} // namespace

std::vector<OpRow> retired_rows(const Timeline& timeline) {
  std::vector<OpRow> rows;
  for (const OpRow& row : timeline.rows) {
    if (row.flushed || row.in_flight)
      continue;
    const OpId before{row.op.value - 1};
    while (row.part > 0 && !rows.empty() && rows.back().op == before)
      rows.pop_back();
    rows.push_back(row);
    if (!row.fused)
      continue;
    OpRow second = row;
    second.instruction = InstructionIndex{row.instruction.value + 1};
    rows.push_back(second);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const OpRow& x, const OpRow& y) { return x.end < y.end; });
  return rows;
}

std::vector<OpRow> retired_in_window(const RunRecord& run) {
  std::vector<OpRow> rows = retired_rows(run.timeline);
  if (run.window)
    rows.erase(std::remove_if(rows.begin(), rows.end(),
                              [&](const OpRow& row) { return row.op < run.window->first; }),
               rows.end());
  return rows;
}

std::optional<Divergence> first_divergence(const RunRecord& a, const RunRecord& b) {
  if (!begins_with_run(a) || !begins_with_run(b))
    return std::nullopt; // the first to retire in the record may not be the first in the run
  const std::vector<OpRow> rows_a = retired_rows(a.timeline);
  const std::vector<OpRow> rows_b = retired_rows(b.timeline);
  const std::size_t both = std::min(rows_a.size(), rows_b.size());
  for (std::size_t i = 0; i < both; ++i)
    if (rows_a[i].end != rows_b[i].end ||
        a.legend.text(rows_a[i].instruction) != b.legend.text(rows_b[i].instruction))
      return diverge(i + 1, a, rows_a[i], b, rows_b[i]);
  if (rows_a.size() == rows_b.size())
    return std::nullopt;
  const bool a_longer = rows_a.size() > both;
  if (!reaches_end(a_longer ? b : a))
    return std::nullopt; // its retirement after the end of the record may be equal
  const RunRecord& longer = a_longer ? a : b;
  const OpRow& row = a_longer ? rows_a[both] : rows_b[both];
  Divergence found;
  found.instruction = both + 1;
  (a_longer ? found.a_cycle : found.b_cycle) = retire_cycle(row);
  found.sentence = fmt::format("instruction {} ({}) retires in cycle {} in {}; {} retires only {}",
                               both + 1, longer.legend.text(row.instruction),
                               retire_cycle(row).value, a_longer ? "A" : "B", a_longer ? "B" : "A",
                               counted(both, "instruction", "instructions"));
  return found;
}

std::string cycles_sentence(const RunRecord& a, const RunRecord& b) {
  if (a.cycles == b.cycles)
    return fmt::format("A and B both take {}.", counted(a.cycles, a.terms().time, a.terms().times));
  const std::uint64_t longer = std::max(a.cycles, b.cycles);
  const std::uint64_t saved = longer - std::min(a.cycles, b.cycles);
  // Percentage shown at most when not all is saved.
  constexpr double kNotAll = 99.9;
  const double percent = std::min(100.0 * static_cast<double>(saved) / static_cast<double>(longer),
                                  saved < longer ? kNotAll : 100.0);
  return fmt::format(
      "A {}, B {}: {} saves {} ({:.1f} %).", counted(a.cycles, a.terms().time, a.terms().times),
      counted(b.cycles, b.terms().time, b.terms().times), a.cycles < b.cycles ? "A" : "B",
      counted(saved, a.terms().time, a.terms().times), percent);
}

std::string divergence_sentence(const RunRecord& a, const RunRecord& b) {
  if (retired_rows(a.timeline).empty() && retired_rows(b.timeline).empty())
    return "No instruction that retired is in the records.";
  const std::optional<Divergence> found = first_divergence(a, b);
  if (found)
    return fmt::format("First difference: {}.", found->sentence);
  if (!begins_with_run(a) || !begins_with_run(b))
    return "The first difference is only told when both records begin with cycle 1.";
  if (!reaches_end(a) || !reaches_end(b))
    return fmt::format("Up to cycle {} every instruction retires in the same cycle in both.",
                       std::min(a.timeline.end_cycle, b.timeline.end_cycle).value - 1);
  return a.training ? "Every operation ends in the same tick in both."
                    : "Every instruction retires in the same cycle in both.";
}

std::vector<Pair> align_rows(const OccupancyTable& a, const RunRecord& run_a,
                             const OccupancyTable& b, const RunRecord& run_b, Align align) {
  std::vector<Pair> pairs;
  std::size_t at_a = 0;
  std::size_t at_b = 0;
  if (align == Align::cycle) {
    // Rows before the start of the other table have no counterpart.
    const Cycle end = std::max(a.first_cycle + a.rows.size(), b.first_cycle + b.rows.size());
    const Cycle begin =
        std::min(a.rows.empty() ? end : a.first_cycle, b.rows.empty() ? end : b.first_cycle);
    for (Cycle c = begin; c < end; ++c) {
      Pair pair;
      if (c >= a.first_cycle && c - a.first_cycle < a.rows.size())
        pair.a = c - a.first_cycle;
      if (c >= b.first_cycle && c - b.first_cycle < b.rows.size())
        pair.b = c - b.first_cycle;
      if (pair.a || pair.b)
        pairs.push_back(pair);
    }
    return pairs;
  }
  const std::vector<std::size_t> lines_a = retirement_lines(a, run_a);
  const std::vector<std::size_t> lines_b = retirement_lines(b, run_b);
  for (std::size_t i = 0; i < std::min(lines_a.size(), lines_b.size()); ++i)
    append_stretch(pairs, at_a, std::max(at_a, lines_a[i] + 1), at_b,
                   std::max(at_b, lines_b[i] + 1), true);
  append_stretch(pairs, at_a, a.rows.size(), at_b, b.rows.size(), false);
  return pairs;
}

std::vector<Pair> align_rows(const PipelineDiagram& a, const RunRecord& run_a,
                             const PipelineDiagram& b, const RunRecord& run_b, Align align) {
  std::vector<Pair> pairs;
  if (align == Align::cycle) {
    std::size_t at_a = 0;
    std::size_t at_b = 0;
    append_stretch(pairs, at_a, a.rows.size(), at_b, b.rows.size(), false);
    return pairs;
  }
  // Index in retirement order, by operation.
  const auto numbers = [](const RunRecord& run) {
    std::map<OpId, std::size_t> number;
    const std::vector<OpRow> rows = retired_in_window(run);
    for (std::size_t i = 0; i < rows.size(); ++i)
      number.emplace(rows[i].op, i); // the first of a fused pair
    return number;
  };
  const std::map<OpId, std::size_t> number_a = numbers(run_a);
  const std::map<OpId, std::size_t> number_b = numbers(run_b);
  std::map<std::size_t, std::size_t> row_of_b;
  std::vector<bool> placed(b.rows.size(), false);
  for (std::size_t i = 0; i < b.rows.size(); ++i)
    if (const auto at = number_b.find(b.rows[i].row.op); at != number_b.end())
      row_of_b[at->second] = i;
  std::size_t next_b = 0;
  const auto place_b_before = [&](std::size_t end) {
    for (; next_b < end; ++next_b)
      if (!placed[next_b] && number_b.count(b.rows[next_b].row.op) == 0) {
        placed[next_b] = true;
        pairs.push_back({std::nullopt, next_b});
      }
  };
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    Pair pair{i, std::nullopt};
    if (const auto number = number_a.find(a.rows[i].row.op); number != number_a.end())
      if (const auto partner = row_of_b.find(number->second); partner != row_of_b.end()) {
        place_b_before(partner->second);
        pair.b = partner->second;
        placed[partner->second] = true;
      }
    pairs.push_back(pair);
  }
  for (std::size_t i = 0; i < b.rows.size(); ++i)
    if (!placed[i])
      pairs.push_back({std::nullopt, i});
  return pairs;
}

std::vector<std::optional<std::size_t>> matching_lanes(const std::vector<Lane>& a,
                                                       const std::vector<Lane>& b) {
  std::vector<std::optional<std::size_t>> match(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size() && !match[i]; ++j)
      if (a[i].name == b[j].name)
        match[i] = j;
  return match;
}

TableMarks differences(const OccupancyTable& a, const RunRecord& run_a, const OccupancyTable& b,
                       const RunRecord& run_b, const std::vector<Pair>& pairs) {
  TableMarks marks;
  marks.a.assign(a.rows.size(), std::vector<bool>(a.lanes.size(), false));
  marks.b.assign(b.rows.size(), std::vector<bool>(b.lanes.size(), false));
  const std::vector<std::optional<std::size_t>> match = matching_lanes(a.lanes, b.lanes);
  for (const Pair& pair : pairs)
    for (std::size_t lane = 0; lane < a.lanes.size(); ++lane) {
      if (!match[lane])
        continue;
      const std::string key_a = pair.a ? cell_key(a.rows[*pair.a][lane], run_a) : "";
      const std::string key_b = pair.b ? cell_key(b.rows[*pair.b][*match[lane]], run_b) : "";
      if (key_a == key_b)
        continue;
      if (pair.a)
        marks.a[*pair.a][lane] = true;
      if (pair.b)
        marks.b[*pair.b][*match[lane]] = true;
    }
  return marks;
}

TableMarks differences(const PipelineDiagram& a, const RunRecord& run_a, const PipelineDiagram& b,
                       const RunRecord& run_b, const std::vector<Pair>& pairs) {
  TableMarks marks;
  marks.a.assign(a.rows.size(), std::vector<bool>(a.cycle_count, false));
  marks.b.assign(b.rows.size(), std::vector<bool>(b.cycle_count, false));
  const Cycle end = std::max(a.first_cycle + a.cycle_count, b.first_cycle + b.cycle_count);
  const Cycle begin =
      std::min(a.rows.empty() ? end : a.first_cycle, b.rows.empty() ? end : b.first_cycle);
  for (const Pair& pair : pairs)
    for (Cycle c = begin; c < end; ++c) {
      const std::string key_a = pair.a ? cell_key(a, a.rows[*pair.a], c, run_a) : "";
      const std::string key_b = pair.b ? cell_key(b, b.rows[*pair.b], c, run_b) : "";
      if (key_a == key_b)
        continue;
      if (pair.a && c >= a.first_cycle && c - a.first_cycle < a.cycle_count)
        marks.a[*pair.a][c - a.first_cycle] = true;
      if (pair.b && c >= b.first_cycle && c - b.first_cycle < b.cycle_count)
        marks.b[*pair.b][c - b.first_cycle] = true;
    }
  return marks;
}

std::string with_shown_numbers(std::string_view cell, const RunRecord& run) {
  std::string words;
  for (std::size_t hash = cell.find('#'); hash != std::string_view::npos; hash = cell.find('#')) {
    words += cell.substr(0, hash + 1);
    cell.remove_prefix(hash + 1);
    std::uint64_t op = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), op);
    if (error != std::errc())
      continue;
    words += run.number(OpId{op});
    cell.remove_prefix(static_cast<std::size_t>(end - cell.data()));
  }
  return words += cell;
}

bool number_alike(const RunRecord& a, RunRecord& b) {
  const bool whole = a.timeline.first_cycle.value == 1 && b.timeline.first_cycle.value == 1;
  if (!whole || a.timeline.rows.empty() || b.timeline.rows.empty())
    return false;
  std::map<Occurrence, OpId> known;
  for (auto& [op, occurrence] : occurrences(a))
    known.emplace(std::move(occurrence), op);

  std::vector<OpId> shown(b.timeline.rows.back().op.value + 1);
  const std::vector<std::pair<OpId, Occurrence>> mine = occurrences(b);
  std::size_t matched = 0;
  for (const auto& [op, occurrence] : mine) {
    auto same = known.find(occurrence);
    if (same == known.end()) // for a machine without micro-ops
      same = known.find({occurrence.text, occurrence.count, 0});
    if (same == known.end())
      continue;
    shown[op.value] = same->second;
    ++matched;
  }
  if (matched * 2 < mine.size())
    return false;
  std::vector<OpNumber> numbers;
  if (!a.numbers.empty() || !b.numbers.empty())
    numbers = numbers_like(a, b, shown);
  std::uint64_t next = a.timeline.rows.back().op.value;
  bool changed = false;
  for (std::size_t op = 1; op < shown.size(); ++op) {
    if (!shown[op])
      shown[op] = OpId{++next};
    changed = changed || shown[op].value != op;
  }
  if (!numbers.empty() && !changed)
    for (const OpRow& row : b.timeline.rows)
      changed = changed || number_text(numbers[row.op.value]) != b.number(row.op);
  if (!changed)
    return false;
  b.shown_as = std::move(shown);
  b.numbers = std::move(numbers);
  b.numbers_from = OpId{0};
  return true;
}

Structures shown_structures(const RunRecord& run) {
  Structures shown = *run.structures;
  for (StructureView& table : shown.tables)
    for (std::vector<std::string>& row : table.rows)
      for (std::string& cell : row)
        cell = with_shown_numbers(cell, run);
  return shown;
}

} // namespace stallscope::trace
