#include "loop/loop_words.hpp"

#include "base/counted.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::cli {

using session::Fraction;
using session::LoopBound;
using session::LoopLink;
using session::LoopRate;
using session::LoopReport;

namespace {

/// "1 cycle", "7/2 cycles".
std::string with_unit(const Fraction& fraction, const char* singular, const char* plural) {
  return fmt::format("{} {}", session::text_of(fraction),
                     fraction == Fraction{1, 1} ? singular : plural);
}
/// "4 cycles an iteration", "7/2 cycles an iteration (3.500)": the exact value, and a decimal to
/// compare.
std::string an_iteration(const Fraction& fraction, const char* singular, const char* plural) {
  const std::string text = with_unit(fraction, singular, plural) + " an iteration";
  return fraction.denominator == 1 ? text : fmt::format("{} ({:.3f})", text, fraction.value());
}
std::string cycles_of(const Fraction& fraction) {
  return with_unit(fraction, "cycle", "cycles");
}

std::string rate_text(const LoopRate& rate) {
  if (!rate.exact)
    return fmt::format("{} cycles an iteration", short_rate(rate));
  return an_iteration(rate.cycles, "cycle", "cycles");
}

/// Averaged, but the interval has zero width in print: all averaged iterations are equal.
bool is_constant(const LoopRate& rate) {
  constexpr double kPrinted = 0.0005;
  return !rate.exact && rate.high - rate.low < kPrinted;
}

/// The variation of the averaged iterations.
std::string spread_text(const LoopRate& rate) {
  if (is_constant(rate))
    return rate.has_interval ? "which is that of each tenth of them" : "all of which take as long";
  return fmt::format("{} {:.3f} {} {:.3f}",
                     rate.has_interval ? "95 % of such means lie between"
                                       : "too few for an interval: single ones take",
                     rate.low, rate.has_interval ? "and" : "to", rate.high);
}

/// The resources on the critical cycle of a recorded run, and the savings without them.
std::string critical_text(const LoopReport& report) {
  const LoopBound& bound = report.bounds[*report.bottleneck];
  std::vector<std::string> through;
  for (const LoopLink& link : bound.chain)
    if (link.latency != 0 &&
        std::find(through.begin(), through.end(), link.through) == through.end())
      through.push_back(link.through);
  std::string text =
      fmt::format("{} an iteration through {}", cycles_of(bound.cycles), fmt::join(through, ", "));
  if (!bound.relieved_by.empty() && !report.what_if.empty()) {
    const auto best = std::find_if(
        report.what_if.begin(), report.what_if.end(),
        [&](const session::LoopWhatIf& one) { return one.name == bound.relieved_by.front(); });
    if (best != report.what_if.end())
      text += fmt::format("; without {} ({}) {}", best->name, best->title,
                          best->rate.exact ? cycles_of(best->rate.cycles)
                                           : short_rate(best->rate) + " cycles");
  }
  return text;
}

} // namespace

std::string short_rate(const LoopRate& rate) {
  return rate.exact          ? session::text_of(rate.cycles)
         : is_constant(rate) ? fmt::format("{:.3f} (mean)", rate.mean)
         : rate.has_interval
             ? fmt::format("{:.3f} +- {:.3f}", rate.mean, (rate.high - rate.low) / 2)
             : fmt::format("{:.3f} ({:.0f} to {:.0f})", rate.mean, rate.low, rate.high);
}

std::string sum_of_micro_ops(const LoopReport& report) {
  return report.micro_ops.denominator == 1 ? session::text_of(report.micro_ops)
                                           : decimal(report.micro_ops);
}

bool differs_in_busy(const LoopReport& report) {
  return std::any_of(report.ports.begin(), report.ports.end(),
                     [](const session::LoopPort& port) { return !(port.busy == port.pressure); });
}

std::string decimal(const Fraction& fraction) {
  return fraction.numerator == 0 ? "." : fmt::format("{:.2f}", fraction.value());
}

bool is_empty(const LoopReport& report) {
  return report.body.path.empty();
}

std::string title_of(const LoopReport& report) {
  const std::string number =
      report.body.loops < 2 ? ""
                            : fmt::format(", loop {} of {}", report.body.loop, report.body.loops);
  if (is_empty(report))
    return fmt::format("{}{}{} on {}: empty", clean(report.program),
                       report.body.name.empty() ? "" : ", ", report.body.name, report.machine);
  return fmt::format("{}{}{}{} on {}: {}{}", clean(report.program),
                     report.body.name.empty() ? "" : ", ", report.body.name, number, report.machine,
                     counted(report.body.path.size(), "instruction", "instructions"),
                     report.body.closed ? "" : ", repeated");
}

std::string rate_lines(const LoopReport& report) {
  const LoopRate& rate = report.rate;
  std::string text = fmt::format("  {}\n", rate_text(rate));
  if (rate.exact)
    text += fmt::format("  exact: the machine is in the same state in iteration {} as in {}, {} "
                        "later\n",
                        rate.first_iteration + rate.period_iterations + 1, rate.first_iteration + 1,
                        counted(rate.period_cycles, "cycle", "cycles"));
  else
    text += fmt::format("  not exact: {}; the mean of iterations {} to {}, {}\n", rate.why_inexact,
                        rate.first_iteration + 1, rate.first_iteration + rate.period_iterations,
                        spread_text(rate));
  return text + fmt::format("  {}; a cycle {:.3f} instructions, {:.3f} micro-ops\n",
                            an_iteration(report.micro_ops, "micro-op", "micro-ops"), report.ipc(),
                            report.micro_ops.value() / rate.mean);
}

std::string bottleneck_text(const LoopReport& report) {
  if (report.bottleneck) {
    std::string names;
    for (const LoopBound& bound : report.bounds)
      if (bound.tight)
        names += (names.empty() ? "" : ", and ") + bound.name;
    if (report.bounds[*report.bottleneck].kind == session::LoopBoundKind::cycle)
      return names + ": " + critical_text(report);
    return fmt::format("{}: no iteration can take fewer than {}", names,
                       cycles_of(report.bounds[*report.bottleneck].cycles));
  }
  std::string text = "no single bound is met";
  if (!report.bounds.empty())
    text += fmt::format("; the nearest is {} with {}", report.bounds.front().name,
                        cycles_of(report.bounds.front().cycles));
  if (!report.what_if.empty() && report.what_if.front().rate.mean < report.rate.mean) {
    const session::LoopWhatIf& best = report.what_if.front();
    text += fmt::format("; most is gained by {} ({}), which leaves {}", best.name, best.title,
                        best.rate.exact ? cycles_of(best.rate.cycles)
                                        : short_rate(best.rate) + " cycles");
  }
  return text;
}

std::string chain_text(const LoopReport& report, const LoopBound& bound) {
  std::string text;
  for (std::size_t n = 0; n < bound.chain.size(); ++n) {
    const LoopLink& link = bound.chain[n];
    const std::string what =
        report.instructions[link.position].text + (link.part.empty() ? "" : " [" + link.part + "]");
    const char* corner = n == 0 ? "+->" : n + 1 == bound.chain.size() ? "+--" : "|  ";
    if (bound.chain.size() == 1)
      corner = "+->";
    const std::string later =
        link.distance == 0   ? ""
        : link.distance == 1 ? ", to the next iteration"
        : link.distance < 0
            ? fmt::format(", {} before",
                          counted(static_cast<std::uint64_t>(-std::int64_t{link.distance}),
                                  "iteration", "iterations"))
            : fmt::format(", {} iterations on", link.distance);
    text += fmt::format("      {} {:<44} {} {} through {}{}\n", corner, what, link.latency,
                        link.latency == 1 ? "cycle" : "cycles", link.through, later);
  }
  return text;
}

std::string name_among(const LoopReports& reports, const LoopReport& report) {
  const bool alone = std::none_of(reports.begin(), reports.end(), [&](const LoopReport& other) {
    return other.program == report.program && other.body.name == report.body.name &&
           other.body.loop != report.body.loop;
  });
  return alone || report.body.loop == 0 ? report.body.name
         : report.body.name.empty()     ? fmt::format("loop {}", report.body.loop)
                                    : fmt::format("{} loop {}", report.body.name, report.body.loop);
}

Rows beside_rows(const LoopReports& reports) {
  Rows rows;
  const auto row = [&](const std::string& name, const auto& value) {
    rows.push_back({name});
    for (const LoopReport& report : reports)
      rows.back().push_back(value(report));
  };
  row("", [&](const LoopReport& r) {
    const std::string name = name_among(reports, r);
    return r.program + (name.empty() ? "" : " " + name);
  });
  row("machine", [](const LoopReport& r) { return r.machine; });
  const auto measured = [&](const std::string& name, const auto& value) {
    row(name, [&value](const LoopReport& r) { return is_empty(r) ? "empty" : value(r); });
  };
  measured("cycles an iteration", [](const LoopReport& r) { return short_rate(r.rate); });
  row("instructions", [](const LoopReport& r) { return fmt::format("{}", r.body.path.size()); });
  measured("micro-ops", [](const LoopReport& r) { return session::text_of(r.micro_ops); });
  measured("instructions a cycle",
           [](const LoopReport& r) { return fmt::format("{:.3f}", r.ipc()); });
  measured("bottleneck", [](const LoopReport& r) {
    return r.bottleneck ? r.bounds[*r.bottleneck].name : std::string("none is met");
  });
  std::vector<session::LoopBoundKind> kinds;
  for (const LoopReport& report : reports)
    for (const LoopBound& bound : report.bounds)
      if (std::find(kinds.begin(), kinds.end(), bound.kind) == kinds.end())
        kinds.push_back(bound.kind);
  for (const session::LoopBoundKind kind : kinds)
    row(fmt::format("at least, {}", session::name(kind)), [kind](const LoopReport& r) {
      for (const LoopBound& bound : r.bounds) // largest first
        if (bound.kind == kind)
          return session::text_of(bound.cycles);
      return std::string("-");
    });
  return rows;
}

trace::View timeline_view(const LoopReport& report) {
  trace::View view;
  view.diagram = true;
  view.from_op = report.first_shown;
  view.to_op = report.last_shown;
  return view;
}

bool is_drawn(const LoopReport& report) {
  return !report.run.timeline.lanes.empty() && report.first_shown;
}

} // namespace stallscope::cli
