#include "accounts.hpp"
#include "figure.hpp"
#include "utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

/// Rows of a label at the left and a value behind it.
Figure pairs_figure(const std::vector<std::pair<std::string, std::string>>& rows, bool monospace) {
  constexpr double kStep = 22;
  Figure figure;
  Pen pen(figure);
  double label_end = 0;
  for (const auto& [label, value] : rows)
    label_end = std::max(label_end, text_width(label, 14, monospace));
  double y = 16;
  for (const auto& [label, value] : rows) {
    pen.text(0, y, monospace ? "mono" : "", label);
    pen.text(label_end + 20, y, monospace ? "mono" : "", value);
    pen.extend(label_end + 20 + text_width(value, 14, monospace), y + 6);
    y += kStep;
  }
  return figure;
}

} // namespace

Figure ledger_figure(const RunRecord& run) {
  constexpr double kBarWidth = 640;
  constexpr double kBarHeight = 30;
  Figure figure;
  Pen pen(figure);
  double y = 0;
  for (std::size_t p = 0; p < kLedgerPointCount; ++p) {
    const auto point = static_cast<LedgerPoint>(p);
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
      const std::string words =
          fmt::format("{} {} ({:.1f} %)", info(entry.reason).title, entry.slots, entry.share * 100);
      const double w = text_width(words, 12, false) + 18;
      if (column > 0 && column + w > kBarWidth) {
        column = 0;
        y += 18;
      }
      pen.text(column, y, "small", words);
      column += w;
      pen.extend(column, y + 5);
    }
    y += 26;
  }
  return figure;
}

Figure stats_figure(const RunRecord& run) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Statistic& statistic : statistics(run))
    rows.emplace_back(statistic.label, statistic.value);
  return pairs_figure(rows, false);
}

Figure registers_figure(const RunRecord& run) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const RegisterValue& reg : run.registers)
    rows.emplace_back(reg.name, fmt::format("{:#018x}  {}", reg.value, number_in(reg)));
  return pairs_figure(rows, true);
}

Figure legend_figure(const ReasonSet& reasons, bool wrong_path, bool differences, double width) {
  constexpr double kTextX = 72;
  constexpr double kStep = 20;
  const auto line_cells = static_cast<std::size_t>(std::max(420.0, width - kTextX) / (13 * 0.55));
  Figure figure;
  Pen pen(figure);
  double y = 0;
  const auto entry = [&](const std::string& mark, const char* box, const char* hatch,
                         const std::string& meaning) {
    pen.rect(1, y + 1, 58, 20, box);
    if (hatch != nullptr)
      pen.rect(1, y + 1, 58, 20, fmt::format("hatch\" fill=\"url(#{})", hatch));
    pen.text(30, y + 16, "head halo", mark, "middle");
    for (const std::string& words : wrapped(meaning, line_cells)) {
      pen.text(kTextX, y + 16, "", words);
      pen.extend(kTextX + text_width(words, 14, false), y + 22);
      y += kStep;
    }
    y += 7;
  };
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (reasons[i]) {
      const auto reason = static_cast<Reason>(i);
      entry(reason == Reason::idle ? "\u00b7" : mark_of(reason), "cell", hatch_of(reason),
            std::string(info(reason).meaning));
    }
  if (wrong_path)
    entry("3x", "wrong", nullptr,
          "Fetched behind a wrongly predicted branch and discarded (flushed).");
  if (differences)
    entry("", "differs", nullptr, "Differs from the other run.");
  return figure;
}

} // namespace stallscope::trace
