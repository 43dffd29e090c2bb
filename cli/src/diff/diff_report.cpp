#include "diff/diff_report.hpp"

#include "base/csv.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace stallscope::cli {

namespace {

using Json = nlohmann::ordered_json;
using Line = std::pair<trace::SourceInstruction, SourceDifference>;

/// Slots or cycles of a reason in both runs.
struct ReasonLine {
  std::string point; ///< ledger point, or "held"
  Reason reason = Reason::none;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

/// Largest difference first.
std::vector<Line> lines_of(const DiffReport& report) {
  std::vector<Line> lines(report.difference->lines().begin(), report.difference->lines().end());
  std::stable_sort(lines.begin(), lines.end(), [](const Line& x, const Line& y) {
    return std::abs(x.second.gained()) > std::abs(y.second.gained());
  });
  return lines;
}

/// Differences of the ledgers (if both runs have one) and of held cycles; entries that are 0 in
/// both are omitted.
std::vector<ReasonLine> reasons_of(const DiffReport& report) {
  std::vector<ReasonLine> lines;
  if (report.cut) // the runs stopped at different points
    return lines;
  const auto add = [&lines](std::string point, std::size_t reason, std::uint64_t a,
                            std::uint64_t b) {
    if (a != 0 || b != 0)
      lines.push_back({std::move(point), static_cast<Reason>(reason), a, b});
  };
  if (report.a.ledger && report.b.ledger)
    for (const trace::LedgerPoint point : report.a.ledger->points())
      for (std::size_t i = 0; i < kReasonCount; ++i)
        add(std::string(report.a.ledger->name(point)), i, report.a.ledger->at(point).slots[i],
            report.b.ledger->at(point).slots[i]);
  for (std::size_t i = 1; i < kReasonCount; ++i)
    add("held", i, report.a.held[i], report.b.held[i]);
  return lines;
}

std::string place(const trace::SourceInstruction& instruction) {
  if (instruction.line == 0)
    return "";
  const std::string file = instruction.file.substr(instruction.file.rfind('/') + 1);
  return file.empty() ? fmt::format("{}", instruction.line)
                      : fmt::format("{}:{}", file, instruction.line);
}

std::string signed_number(std::int64_t number) {
  return number > 0 ? fmt::format("+{}", number) : fmt::format("{}", number);
}

std::int64_t gained(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
}

/// The first difference, as a sentence.
std::string first_text(const DiffReport& report) {
  const RunDifference& difference = *report.difference;
  if (!differ(report))
    return "The two are the same: every instruction retires in the same cycle.\n";
  if (!difference.first())
    return "";
  const PairedInstruction& first = *difference.first();
  std::string out;
  if (first.a.text != first.b.text)
    out = fmt::format("First difference: instruction {} is {} in A (cycle {}) and {} in B (cycle "
                      "{}).\n",
                      first.number, first.a.text, first.a_cycle, first.b.text, first.b_cycle);
  else
    out +=
        fmt::format("First difference: instruction {} ({}) retires in cycle {} in A and in cycle "
                    "{} in B.\n",
                    first.number, first.a.text, first.a_cycle, first.b_cycle);
  if (difference.other_instructions() > 0)
    out += fmt::format("{} of the instructions in the same place are others.\n",
                       difference.other_instructions());
  return out;
}

std::string head_text(const DiffReport& report) {
  if (report.cut)
    return fmt::format("A: {}\nB: {}\nThe first {} instructions are compared.\n", report.a.name,
                       report.b.name, report.a.instructions) +
           first_text(report);
  std::string out = fmt::format("A: {}, {} cycles, {} instructions\nB: {}, {} cycles, {} "
                                "instructions\n",
                                report.a.name, report.a.cycles, report.a.instructions,
                                report.b.name, report.b.cycles, report.b.instructions);
  if (report.a.cycles != report.b.cycles)
    out +=
        fmt::format("B takes {} cycles {}.\n", std::abs(gained(report.a.cycles, report.b.cycles)),
                    report.a.cycles > report.b.cycles ? "less" : "more");
  return out + first_text(report);
}

/// Rows under a heading; the first row has the column names. All columns except the last have their
/// minimum width, numbers are right-aligned.
std::string table(const std::string& title, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      width.resize(std::max(width.size(), row.size()), 0);
      width[i] = std::max(width[i], row[i].size());
    }
  std::string out = "\n" + title + "\n";
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i + 1 < row.size() ? fmt::format(" {:>{}}", row[i], width[i]) : "  " + row[i];
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string left_out(std::size_t shown, std::uint64_t all) {
  return all > shown ? fmt::format("  and {} more\n", all - shown) : "";
}

std::string lines_text(const DiffReport& report, std::uint64_t top) {
  std::vector<std::vector<std::string>> rows{
      {"gained", "A cycles", "B cycles", "A times", "B times", "line", "instruction"}};
  std::uint64_t all = 0;
  for (const auto& [instruction, line] : lines_of(report)) {
    if (line.gained() == 0 && line.a_count == line.b_count)
      continue;
    if (++all <= top)
      rows.push_back({signed_number(line.gained()), fmt::format("{}", line.a_cycles),
                      fmt::format("{}", line.b_cycles), fmt::format("{}", line.a_count),
                      fmt::format("{}", line.b_count), place(instruction), instruction.text});
  }
  return all == 0 ? ""
                  : table("Cycles that B gains, by line of the source", rows) +
                        left_out(rows.size() - 1, all);
}

std::string instructions_text(const DiffReport& report) {
  std::vector<std::vector<std::string>> rows{
      {"number", "A cycle", "B cycle", "gained", "instruction"}};
  for (const PairedInstruction& found : report.difference->listed())
    rows.push_back(
        {fmt::format("{}", found.number), fmt::format("{}", found.a_cycle),
         fmt::format("{}", found.b_cycle), signed_number(found.gained),
         found.a.text == found.b.text ? found.a.text : found.a.text + " | " + found.b.text});
  return rows.size() == 1
             ? ""
             : table("The first instructions for which B takes fewer or more cycles", rows) +
                   left_out(rows.size() - 1, report.difference->other_cycles());
}

std::string reasons_text(const DiffReport& report) {
  std::vector<std::vector<std::string>> rows{{"gained", "A", "B", "where", "reason"}};
  for (const ReasonLine& line : reasons_of(report))
    if (line.a != line.b)
      rows.push_back({signed_number(gained(line.a, line.b)), fmt::format("{}", line.a),
                      fmt::format("{}", line.b), line.point, std::string(info(line.reason).title)});
  return rows.size() == 1 ? ""
                          : table("Slots by reason, and cycles that operations were held", rows);
}

Json side_json(const DiffedRun& run) {
  return {{"name", run.name},
          {"cycles", run.cycles == 0 ? Json(nullptr) : Json(run.cycles)},
          {"instructions", run.instructions}};
}

Json pair_json(const PairedInstruction& found) {
  return {{"instruction", found.number},
          {"a", {{"text", found.a.text}, {"cycle", found.a_cycle}}},
          {"b", {{"text", found.b.text}, {"cycle", found.b_cycle}}},
          {"gained", found.gained}};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

} // namespace

bool differ(const DiffReport& report) {
  if (report.difference->any() || report.difference->other_cycles() > 0)
    return true;
  const std::vector<ReasonLine> reasons = reasons_of(report);
  return (!report.cut && report.a.cycles != report.b.cycles) ||
         std::any_of(reasons.begin(), reasons.end(),
                     [](const ReasonLine& line) { return line.a != line.b; });
}

std::string diff_text(const DiffReport& report, std::uint64_t top) {
  return head_text(report) + lines_text(report, top) + instructions_text(report) +
         reasons_text(report);
}

std::string diff_json(const DiffReport& report) {
  const RunDifference& difference = *report.difference;
  Json lines = Json::array();
  for (const auto& [instruction, line] : lines_of(report))
    lines.push_back({{"text", instruction.text},
                     {"file", text_or_null(instruction.file)},
                     {"line", instruction.line == 0 ? Json(nullptr) : Json(instruction.line)},
                     {"a_count", line.a_count},
                     {"b_count", line.b_count},
                     {"a_cycles", line.a_cycles},
                     {"b_cycles", line.b_cycles},
                     {"gained", line.gained()}});
  Json instructions = Json::array();
  for (const PairedInstruction& found : difference.listed())
    instructions.push_back(pair_json(found));
  Json reasons = Json::array();
  for (const ReasonLine& line : reasons_of(report))
    reasons.push_back({{"point", line.point},
                       {"reason", info(line.reason).name},
                       {"a", line.a},
                       {"b", line.b},
                       {"gained", gained(line.a, line.b)}});
  const Json out = {
      {"schema", "stallscope.diff/1"},
      {"different", differ(report)},
      {"complete", !report.cut},
      {"a", side_json(report.a)},
      {"b", side_json(report.b)},
      {"gained", report.cut ? Json(nullptr) : Json(gained(report.a.cycles, report.b.cycles))},
      {"divergence", difference.first() ? pair_json(*difference.first()) : Json(nullptr)},
      {"other_instructions", difference.other_instructions()},
      {"lines", std::move(lines)},
      {"instructions", std::move(instructions)},
      {"instructions_left_out", difference.other_cycles() - difference.listed().size()},
      {"reasons", std::move(reasons)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string diff_csv(const DiffReport& report, DiffPart part) {
  std::string out;
  if (part == DiffPart::lines) {
    out = "file,line,instruction,a_count,b_count,a_cycles,b_cycles,gained\n";
    for (const auto& [instruction, line] : lines_of(report))
      out += fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(instruction.file),
                         instruction.line == 0 ? "" : fmt::format("{}", instruction.line),
                         csv_field(instruction.text), line.a_count, line.b_count, line.a_cycles,
                         line.b_cycles, line.gained());
  } else if (part == DiffPart::instructions) {
    out = "number,a_instruction,b_instruction,a_cycle,b_cycle,gained\n";
    for (const PairedInstruction& found : report.difference->listed())
      out += fmt::format("{},{},{},{},{},{}\n", found.number, csv_field(found.a.text),
                         csv_field(found.b.text), found.a_cycle, found.b_cycle, found.gained);
  } else {
    out = "point,reason,a,b,gained\n";
    for (const ReasonLine& line : reasons_of(report))
      out += fmt::format("{},{},{},{},{}\n", line.point, info(line.reason).name, line.a, line.b,
                         gained(line.a, line.b));
  }
  return out;
}

} // namespace stallscope::cli
