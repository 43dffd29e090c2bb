#include "svg/figure.hpp"
#include "trace/top_down.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

/// A text table with headings; columns are as wide as their widest cell.
Figure text_columns(const std::vector<std::string>& headings,
                    const std::vector<std::vector<std::string>>& rows,
                    const std::vector<bool>& marked) {
  constexpr double kSize = 14;
  constexpr double kStep = 22;
  Figure figure;
  Pen pen(figure);
  double x = 0;
  for (std::size_t c = 0; c < headings.size(); ++c) {
    double width = bold_width(headings[c], kSize);
    pen.text(x, 16, "head", headings[c]);
    double y = 16 + kStep;
    for (std::size_t r = 0; r < rows.size(); ++r, y += kStep) {
      const bool bold = c > 0 && r < marked.size() && marked[r];
      const std::string words = bold && c + 1 == headings.size() ? rows[r][c] + " *" : rows[r][c];
      pen.text(x, y, bold ? "mono head" : "mono", words);
      width = std::max(width, text_width(words, kSize, true));
    }
    x += width + 18;
    pen.extend(x, y - kStep + 8);
  }
  return figure;
}

} // namespace

Figure structures_figure(const Structures& structures) {
  std::vector<Figure> figures{text_figure(
      {fmt::format("Structures at the end of cycle {}", structures.cycle.value)}, true)};
  for (const StructureView& structure : structures.tables) {
    if (structure.rows.empty()) {
      figures.push_back(text_figure({structure.title + ": empty"}, false));
      continue;
    }
    Figure titled;
    Pen pen(titled);
    pen.text(0, 14, "head", structure.title);
    pen.extend(bold_width(structure.title, 14), 26);
    const Figure rows = text_columns(structure.columns, structure.rows, {});
    pen.place(rows, 0, 26);
    pen.extend(rows.width, 26 + rows.height);
    figures.push_back(std::move(titled));
  }
  return stacked(figures);
}

Figure cpi_figure(const RunRecord& run, const RunRecord* other) {
  constexpr double kBarWidth = 640;
  constexpr double kBarHeight = 30;
  const CpiStack stack = cpi_stack(run.ledger.at(LedgerPoint::retire));
  const auto percent = [&stack](std::uint64_t slots) {
    return stack.slots == 0 ? 0.0
                            : 100.0 * static_cast<double>(slots) / static_cast<double>(stack.slots);
  };
  Figure bar;
  Pen pen(bar);
  double x = 0;
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < kShareCount; ++i) {
    const auto share = static_cast<Share>(i);
    const std::string title(info(share).title);
    const double w = percent(stack.shares[i]) / 100 * kBarWidth;
    const bool useful = share == Share::retiring;
    pen.begin_group(
        fmt::format("{}: {} slots, {:.2f} %", title, stack.shares[i], percent(stack.shares[i])),
        kNoOp);
    pen.rect(x, 0, w, kBarHeight, useful ? "used" : "lost");
    if (bold_width(title, 14) + 6 < w)
      pen.text(x + w / 2, 20, useful ? "head onused" : "head halo", title, "middle");
    pen.end_group();
    x += w;
    rows.push_back({title, fmt::format("{}", stack.shares[i]),
                    fmt::format("{:.2f} %", percent(stack.shares[i])),
                    fmt::format("{:.3f}", stack.cpi(stack.shares[i], run.instructions))});
  }
  pen.extend(kBarWidth, kBarHeight);
  std::vector<bool> marked(rows.size(), false);
  for (const CpiPart& part : stack.parts) {
    rows.push_back(
        {fmt::format("  {}", part.reason == Reason::none ? "work" : info(part.reason).title),
         fmt::format("{}", part.slots), fmt::format("{:.2f} %", percent(part.slots)),
         fmt::format("{:.3f}", stack.cpi(part.slots, run.instructions))});
    marked.push_back(
        other != nullptr &&
        other->ledger.at(LedgerPoint::retire).slots[static_cast<std::size_t>(part.reason)] !=
            part.slots);
  }
  return stacked({bar, text_columns({"share and reason", "slots", "share", "cycles an instruction"},
                                    rows, marked)});
}

} // namespace stallscope::trace
