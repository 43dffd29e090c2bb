#include "report/accounts.hpp"
#include "text/grid.hpp"
#include "text/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

GridColumn column(std::string_view heading, bool right) {
  return {line(heading, Ink::heading), right, false, false};
}

/// "+3", "-2", empty when there is none.
std::string change(std::uint64_t a, std::uint64_t b) {
  if (a == b)
    return "";
  return b > a ? fmt::format("+{}", b - a) : fmt::format("-{}", a - b);
}

std::string share(std::uint64_t slots, const LedgerAccount& account) {
  const auto total = static_cast<double>(account.total());
  return fmt::format("{:.1f} %", total == 0 ? 0.0 : 100.0 * static_cast<double>(slots) / total);
}

GridCell star(bool differs) {
  return differs ? GridCell{{{"*", Ink::mark, 0}}} : GridCell{};
}

} // namespace

std::string ledger_comparison(const RunRecord& a, const RunRecord& b, const TextStyle& style) {
  std::string out;
  const Ledger& more = a.ledger.points().size() < b.ledger.points().size() ? b.ledger : a.ledger;
  for (const LedgerPoint point : more.points()) {
    const LedgerAccount& left = a.ledger.at(point);
    const LedgerAccount& right = b.ledger.at(point);
    Grid grid;
    grid.fixed = 2;
    grid.columns = {column("", false),    column(more.name(point), false),
                    column("A", true),    column("A share", true),
                    column("B", true),    column("B share", true),
                    column("B - A", true)};
    for (std::size_t i = 0; i < kReasonCount; ++i) {
      if (left.slots[i] == 0 && right.slots[i] == 0)
        continue;
      grid.rows.push_back({star(left.slots[i] != right.slots[i]),
                           {line(info(static_cast<Reason>(i)).title)},
                           {line(fmt::format("{}", left.slots[i]))},
                           {line(share(left.slots[i], left))},
                           {line(fmt::format("{}", right.slots[i]))},
                           {line(share(right.slots[i], right))},
                           {line(change(left.slots[i], right.slots[i]))}});
    }
    out += out.empty() ? "" : "\n";
    out += draw_paragraph(fmt::format("A: {}", account_title(a.ledger, point)), style);
    out += draw_paragraph(fmt::format("B: {}", account_title(b.ledger, point)), style);
    out += draw(grid, style);
  }
  return out;
}

std::string stats_comparison(const RunRecord& a, const RunRecord& b, const TextStyle& style) {
  const std::vector<Statistic> left = statistics(a);
  const std::vector<Statistic> right = statistics(b);
  Grid grid;
  grid.fixed = 2;
  grid.columns = {column("", false), column("statistic", false), column("A", false),
                  column("B", false)};
  const auto find = [](const std::vector<Statistic>& list, const std::string& name) {
    return std::find_if(list.begin(), list.end(),
                        [&](const Statistic& s) { return s.name == name; });
  };
  const auto add = [&](const Statistic* in_a, const Statistic* in_b) {
    const Statistic& known = in_a != nullptr ? *in_a : *in_b;
    const std::string value_a = in_a != nullptr ? in_a->value : "-";
    const std::string value_b = in_b != nullptr ? in_b->value : "-";
    grid.rows.push_back({star(!known.of_host && value_a != value_b),
                         {line(known.label)},
                         {line(value_a)},
                         {line(value_b)}});
  };
  const auto add_all = [&](bool of_host) {
    for (const Statistic& statistic : left)
      if (const auto same = find(right, statistic.name); statistic.of_host == of_host)
        add(&statistic, same != right.end() ? &*same : nullptr);
    for (const Statistic& statistic : right)
      if (statistic.of_host == of_host && find(left, statistic.name) == left.end())
        add(nullptr, &statistic);
  };
  add_all(false);
  add_all(true);
  return draw(grid, style);
}

} // namespace stallscope::trace
