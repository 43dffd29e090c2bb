#include "report/accounts.hpp"
#include "report/line_words.hpp"
#include "report/utf8.hpp"
#include "report/words.hpp"
#include "svg/figure.hpp"
#include "svg/svg_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::trace {

namespace {

/// A number with its name; `differs`: from the other run of a comparison.
struct Row {
  std::string label;
  std::string value;
  bool differs = false;
};

/// Rows with a label on the left and a value after it.
Figure rows_figure(const std::vector<Row>& rows, bool monospace) {
  constexpr double kStep = 22;
  Figure figure;
  Pen pen(figure);
  double label_end = 0;
  for (const Row& row : rows)
    label_end = std::max(label_end, text_width(row.label, 14, monospace));
  double y = 16;
  for (const Row& row : rows) {
    pen.text(0, y, monospace ? "mono" : "", row.label);
    pen.text(label_end + 20, y,
             monospace     ? "mono"
             : row.differs ? "head"
                           : "",
             row.differs ? row.value + " *" : row.value);
    pen.extend(label_end + 20 + bold_width(row.value, 14) + 14, y + 6);
    y += kStep;
  }
  return figure;
}

} // namespace

Figure ledger_figure(const RunRecord& run, const RunRecord* other) {
  constexpr double kBarWidth = 640;
  constexpr double kBarHeight = 30;
  Figure figure;
  Pen pen(figure);
  double y = 0;
  for (const LedgerPoint point : run.ledger.points()) {
    pen.text(0, y + 16, "head", account_title(run.ledger, point));
    pen.extend(text_width(account_title(run.ledger, point), 14, false), y + 16);
    y += 24;
    const std::vector<AccountLine> lines = account_lines(run.ledger.at(point));
    double x = 0;
    for (const AccountLine& entry : lines) {
      const double w = entry.share * kBarWidth;
      const bool used = entry.reason == Reason::none;
      const std::string title = std::string(info(entry.reason).title);
      pen.begin_group(fmt::format("{}: {} slots, {:.1f} %", title, entry.slots, entry.share * 100),
                      kNoOp);
      pen.rect(x, y, w, kBarHeight, used ? "used" : "lost");
      if (const char* hatch = hatch_of(entry.reason); hatch != nullptr)
        pen.rect(x, y, w, kBarHeight, fmt::format("hatch\" fill=\"url(#{})", hatch));
      const std::string words = used ? "used" : mark_of(entry.reason);
      if (text_width(words, 14, false) + 6 < w)
        pen.text(x + w / 2, y + 20, used ? "head onused" : "head halo", words, "middle");
      pen.end_group();
      x += w;
    }
    y += kBarHeight + 20;
    double column = 0;
    for (const AccountLine& entry : lines) {
      const bool differs =
          other != nullptr &&
          other->ledger.at(point).slots[static_cast<std::size_t>(entry.reason)] != entry.slots;
      const std::string words = fmt::format("{} {} ({:.1f} %){}", info(entry.reason).title,
                                            entry.slots, entry.share * 100, differs ? " *" : "");
      const double w = bold_width(words, 12) + 18;
      if (column > 0 && column + w > kBarWidth) {
        column = 0;
        y += 18;
      }
      pen.text(column, y, differs ? "small head" : "small", words);
      column += w;
      pen.extend(column, y + 5);
    }
    y += 26;
  }
  return figure;
}

Figure stats_figure(const RunRecord& run, const RunRecord* other) {
  std::map<std::string, std::string> there;
  if (other != nullptr)
    for (const Statistic& statistic : statistics(*other))
      there[statistic.name] = statistic.value;
  std::vector<Row> rows;
  for (const Statistic& statistic : statistics(run))
    rows.push_back(
        {statistic.label, statistic.value,
         other != nullptr && !statistic.of_host && there[statistic.name] != statistic.value});
  return rows_figure(rows, false);
}

Figure lines_figure(const LineCosts& costs) {
  constexpr std::size_t kShown = 100;
  std::vector<Row> rows;
  for (std::size_t i = 0; i < std::min(kShown, costs.lines.size()); ++i) {
    const LineCost& cost = costs.lines[i];
    rows.push_back({fmt::format("{}  {}", place_words(cost), cost.text),
                    fmt::format("{} cycles, {} instructions{}{}", cost.cycles, cost.instructions,
                                waits_words(cost).empty() ? "" : ", held by ", waits_words(cost))});
  }
  if (costs.lines.size() > kShown)
    rows.push_back({fmt::format("{} other lines", costs.lines.size() - kShown), ""});
  if (costs.rest > 0)
    rows.push_back({"after the last instruction", fmt::format("{} cycles", costs.rest)});
  rows.push_back({"all", fmt::format("{} cycles", costs.cycles)});
  return rows_figure(rows, true);
}

Figure registers_figure(const RunRecord& run) {
  std::vector<Row> rows;
  for (const RegisterValue& reg : run.registers)
    rows.push_back({reg.name, fmt::format("{}  {}", hex_of(reg), number_in(reg))});
  return rows_figure(rows, true);
}

LegendParts merged(LegendParts a, const LegendParts& b) {
  for (std::size_t i = 0; i < kReasonCount; ++i)
    a.reasons[i] = a.reasons[i] || b.reasons[i];
  if (a.wrong_path.empty())
    a.wrong_path = b.wrong_path;
  a.fetch_waits |= b.fetch_waits;
  a.forwarded |= b.forwarded;
  a.through_registers |= b.through_registers;
  a.table_differences |= b.table_differences;
  a.diagram_differences |= b.diagram_differences;
  a.training |= b.training;
  return a;
}

Figure legend_figure(const LegendParts& parts, double width) {
  constexpr double kTextX = 72;
  constexpr double kStep = 20;
  const auto line_cells = static_cast<std::size_t>(std::max(420.0, width - kTextX) / (13 * 0.55));
  Figure figure;
  Pen pen(figure);
  double y = 0;
  const auto sentence = [&](const std::string& meaning) {
    for (const std::string& words : wrapped(meaning, line_cells)) {
      pen.text(kTextX, y + 16, "", words);
      pen.extend(kTextX + text_width(words, 14, false), y + 22);
      y += kStep;
    }
    y += 7;
  };
  const auto entry = [&](const std::string& mark, const char* box, const char* hatch,
                         const std::string& meaning) {
    pen.rect(1, y + 1, 58, 20, box);
    if (hatch != nullptr)
      pen.rect(1, y + 1, 58, 20, fmt::format("hatch\" fill=\"url(#{})", hatch));
    pen.text(30, y + 16, "head halo", mark, "middle");
    sentence(meaning);
  };
  const auto arrow = [&](const char* classes, const std::string& meaning) {
    pen.path(fmt::format("M6 {0:.1f}C20 {0:.1f} 34 {1:.1f} 48 {1:.1f}", y + 6, y + 15), classes);
    pen.path(fmt::format("M54 {:.1f}l-8 -3.5v7z", y + 15), "tip");
    sentence(meaning);
  };
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (parts.reasons[i]) {
      const auto reason = static_cast<Reason>(i);
      entry(reason == Reason::idle ? "\u00b7" : mark_of(reason), "cell", hatch_of(reason),
            std::string(meaning_of(reason, parts.training)));
    }
  if (parts.fetch_waits)
    entry("", "late", nullptr,
          "Not fetched yet: a slot of the fetch stage stays unused for the reason in the box.");
  if (!parts.wrong_path.empty())
    entry(parts.wrong_path, "wrong", nullptr,
          "Fetched where the program did not go on, and discarded (flushed).");
  if (parts.forwarded)
    arrow("arrow", parts.training ? "A result that is handed on from one operation to another."
                                  : "A value that is forwarded from one instruction to another.");
  if (parts.through_registers)
    arrow("arrow early", "A value that is handed over through the register file.");
  if (parts.training && (parts.table_differences || parts.diagram_differences)) {
    draw_difference(pen, 1, y - 2, 58);
    sentence("Differs from the other run: another operation is on this device there, or it waits "
             "for something else.");
  } else if (parts.table_differences || parts.diagram_differences) {
    draw_difference(pen, 1, y - 2, 58);
    sentence(parts.diagram_differences
                 ? "Differs from the other run: in this cycle the instruction of the same line "
                   "is in another stage there, or waits for something else."
                 : "Differs from the other run: another instruction is in this stage there, or "
                   "it waits for something else.");
  }
  return figure;
}

} // namespace stallscope::trace
