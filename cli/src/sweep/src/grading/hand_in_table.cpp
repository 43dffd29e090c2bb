#include "base/ascii.hpp"
#include "base/number.hpp"
#include "base/trimmed.hpp"
#include "sweep/grade.hpp"
#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace stallscope::sweep {

namespace {

/// An empty cell, or a placeholder for one.
bool is_empty(const std::string& cell) {
  return cell.empty() || cell == "-" || cell == ".";
}

/// Parses an instruction number in the usual forms: 3, #3, I3, i3; for a micro-op 3.1. Instructions
/// on wrong paths may be marked: 4x.
std::optional<trace::OpName> op_number(std::string_view word) {
  if (word.starts_with('#') || word.starts_with('I') || word.starts_with('i'))
    word.remove_prefix(1);
  return trace::parse_op_name(word);
}

/// The name without the wrong-path mark, which submissions may omit.
std::string bare(trace::OpName name) {
  name.wrong_path = false;
  return trace::op_name_text(name);
}

using Cells = std::vector<std::vector<std::string>>;

/// Base of both table forms: compares cells one by one, and reports the first wrong one.
class Comparison {
public:
  Comparison(const Cells& cells, const trace::RunRecord& truth) : cells_(cells), truth_(truth) {}

  TableComparison compare() {
    const std::string head = cells_.empty() ? "" : lower(trimmed(cells_.front().front()));
    if (head == "cycle")
      compare_occupancy();
    else if (head == "op" || head == "instruction")
      compare_diagram();
    else
      result_.problem = "the table has no heading; expected 'cycle' and the stages, or 'op' and "
                        "the cycles, in the first line";
    return std::move(result_);
  }

private:
  void compare_occupancy();
  void compare_diagram();
  void check(bool is_right, const std::string& place, const std::string& found,
             const std::string& expected) {
    ++result_.cells;
    if (is_right)
      ++result_.right;
    else if (result_.problem.empty())
      result_.problem = fmt::format("{}: found {}, expected {}", place,
                                    is_empty(found) ? "nothing" : "'" + found + "'", expected);
  }
  /// Rows by the cycle in their first field; an invalid number is an error.
  std::map<std::uint64_t, std::size_t> rows();
  /// Rows by the instruction in their first field, "3", "3.1" or "4x"; of several wrong paths with
  /// the same number the first unused row is taken.
  std::multimap<std::string, std::size_t> op_rows();
  [[nodiscard]] static std::optional<std::size_t>
  take_row(std::multimap<std::string, std::size_t>& rows, const std::string& number);
  [[nodiscard]] std::string cell(std::optional<std::size_t> row, std::size_t column) const {
    return row && column < cells_[*row].size() ? std::string(trimmed(cells_[*row][column]))
                                               : std::string();
  }
  [[nodiscard]] bool names_all(const std::string& found, const std::vector<Occupant>& who) const;

  const Cells& cells_;
  const trace::RunRecord& truth_;
  TableComparison result_;
};

std::map<std::uint64_t, std::size_t> Comparison::rows() {
  std::map<std::uint64_t, std::size_t> rows;
  for (std::size_t r = 1; r < cells_.size(); ++r) {
    const std::string first(trimmed(cells_[r].front()));
    if (cells_[r].size() == 1 && first.empty())
      continue;
    const auto number = parse_number(first);
    if (!number || !rows.emplace(*number, r).second) {
      result_.problem = fmt::format(
          "line {} begins with '{}'; expected a number that no other line has", r + 1, first);
      return {};
    }
  }
  return rows;
}

std::multimap<std::string, std::size_t> Comparison::op_rows() {
  std::multimap<std::string, std::size_t> rows;
  for (std::size_t r = 1; r < cells_.size(); ++r) {
    const std::string first(trimmed(cells_[r].front()));
    if (cells_[r].size() == 1 && first.empty())
      continue;
    // "3+4": a fused pair
    const auto number = op_number(std::string_view(first).substr(0, first.find('+')));
    if (!number || (!number->wrong_path && rows.count(trace::op_name_text(*number)) > 0)) {
      result_.problem = fmt::format(
          "line {} begins with '{}'; expected a number that no other line has", r + 1, first);
      return {};
    }
    rows.emplace(trace::op_name_text(*number), r);
  }
  return rows;
}

std::optional<std::size_t> Comparison::take_row(std::multimap<std::string, std::size_t>& rows,
                                                const std::string& number) {
  const auto found = rows.lower_bound(number); // ties: the first one
  if (found == rows.end() || found->first != number)
    return std::nullopt;
  const std::size_t row = found->second;
  rows.erase(found);
  return row;
}

/// The cell contains the numbers of all instructions at this position, in any order, or the text of
/// the only one. Words after a number, such as a stall reason, are ignored.
bool Comparison::names_all(const std::string& found, const std::vector<Occupant>& who) const {
  std::set<std::string> expected;
  for (const Occupant& occupant : who) {
    const trace::OpNumber number = truth_.op_number(occupant.op);
    if (number.fused) // "3+4"
      expected.insert({std::to_string(number.instruction), std::to_string(number.instruction + 1)});
    else
      expected.insert(number.instruction != 0 ? trace::number_text(number)
                                              : truth_.number(occupant.op));
  }
  std::set<std::string> numbers;
  std::size_t begin = 0;
  while (begin < found.size()) {
    const std::size_t end = std::min(found.find_first_of(" +/&", begin), found.size());
    if (const auto number = op_number(std::string_view(found).substr(begin, end - begin)))
      numbers.insert(bare(*number));
    begin = end + 1;
  }
  if (numbers == expected)
    return true;
  return who.size() == 1 && lower(found) == lower(truth_.legend.text(who.front().instruction));
}

void Comparison::compare_occupancy() {
  const OccupancyTable table = occupancy_table(truth_.timeline, Cycle{1}, kNever);
  std::vector<std::size_t> columns;
  for (const Lane& lane : table.lanes) {
    const auto& head = cells_.front();
    const auto found = std::find_if(head.begin(), head.end(), [&](const std::string& name) {
      return lower(trimmed(name)) == lower(lane.name);
    });
    if (found == head.end()) {
      result_.problem = fmt::format("the column of stage {} is missing", lane.name);
      return;
    }
    columns.push_back(static_cast<std::size_t>(found - head.begin()));
  }
  const auto rows = this->rows();
  if (!result_.problem.empty())
    return;
  const std::uint64_t last =
      std::max<std::uint64_t>(table.rows.size(), rows.empty() ? 0 : rows.rbegin()->first);
  if (last > table.rows.size() + 100'000) {
    result_.problem = fmt::format("cycle {} is far behind the end", last);
    return;
  }
  for (std::uint64_t cycle = 1; cycle <= last; ++cycle) {
    const auto row = rows.find(cycle);
    const auto line = row == rows.end() ? std::nullopt : std::optional(row->second);
    for (std::size_t l = 0; l < table.lanes.size(); ++l) {
      const std::string found = cell(line, columns[l]);
      const std::vector<Occupant> none;
      const auto& who = cycle <= table.rows.size() ? table.rows[cycle - 1][l].occupants : none;
      if (who.empty() && is_empty(found))
        continue;
      std::string expected;
      for (const Occupant& occupant : who)
        expected +=
            fmt::format("{}{} ({})", expected.empty() ? "" : " and ", truth_.number(occupant.op),
                        truth_.legend.text(occupant.instruction));
      check(!who.empty() && names_all(found, who),
            fmt::format("cycle {}, stage {}", cycle, table.lanes[l].name), found,
            who.empty() ? "nothing" : "instruction " + expected);
    }
  }
}

void Comparison::compare_diagram() {
  const PipelineDiagram diagram = pipeline_diagram(truth_.timeline, Cycle{1}, kNever);
  std::map<std::uint64_t, std::size_t> columns; // by cycle
  for (std::size_t c = 1; c < cells_.front().size(); ++c)
    if (const auto cycle = parse_number(trimmed(cells_.front()[c])))
      columns.emplace(*cycle, c);
  auto rows = op_rows();
  if (!result_.problem.empty())
    return;
  std::uint64_t last = diagram.cycle_count;
  if (!columns.empty())
    last = std::max(last, std::min(columns.rbegin()->first, diagram.cycle_count + 1000));
  for (const DiagramRow& truth : diagram.rows) {
    const std::string whole = truth_.number(truth.row.op);
    const std::string number =
        whole.substr(0, whole.find_first_of("+x")); // for a fused pair the first number
    auto line = take_row(rows, number + (truth.row.wrong_path ? "x" : ""));
    if (!line && truth.row.wrong_path && truth_.numbers.empty()) // wrong-path rows without separate
                                                                 // numbering keep their own number
      line = take_row(rows, number);
    for (std::uint64_t cycle = 1; cycle <= last; ++cycle) {
      const auto column = columns.find(cycle);
      const std::string found =
          column == columns.end() ? std::string() : cell(line, column->second);
      const DiagramCell nowhere;
      const DiagramCell& expected = cycle <= truth.cells.size() ? truth.cells[cycle - 1] : nowhere;
      if (expected.lane == kNoLane && is_empty(found))
        continue;
      const bool waits = expected.lane != kNoLane && expected.cause.why != Reason::none;
      const std::string lane =
          expected.lane == kNoLane ? std::string() : std::string(diagram.lanes[expected.lane].name);
      const std::string word = lower(found);
      const bool is_right =
          expected.lane != kNoLane &&
          (word == lower(lane) || (waits && (word == "stall" || word == "*" ||
                                             word == lower(info(expected.cause.why).mark))));
      check(
          is_right,
          fmt::format("instruction {} ({}), cycle {}", whole, truth_.legend.text(truth.row), cycle),
          found,
          lane.empty() ? "nothing"
          : waits      ? fmt::format("{} (it waits there)", lane)
                       : lane);
    }
  }
}

} // namespace

std::vector<std::vector<std::string>> read_csv(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF"))
    text.remove_prefix(3);
  const std::string_view first = text.substr(0, text.find('\n'));
  const char separator =
      std::count(first.begin(), first.end(), ';') > std::count(first.begin(), first.end(), ',')
          ? ';'
          : ',';
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row{""};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"')
        row.back() += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        row.back() += text[i++];
      else
        quoted = false;
    } else if (c == '"' && trimmed(row.back()).empty()) {
      quoted = true;
      row.back().clear();
    } else if (c == separator) {
      row.emplace_back();
    } else if (c == '\n') {
      rows.push_back(std::exchange(row, {""}));
    } else if (c != '\r') {
      row.back() += c;
    }
  }
  if (row.size() > 1 || !row.front().empty())
    rows.push_back(std::move(row));
  return rows;
}

TableComparison compare_table(const std::string& csv, const trace::RunRecord& truth) {
  const Cells cells = read_csv(csv);
  return Comparison(cells, truth).compare();
}

} // namespace stallscope::sweep
