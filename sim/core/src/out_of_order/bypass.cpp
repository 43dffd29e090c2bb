#include "out_of_order/bypass.hpp"

#include <algorithm>

namespace stallscope::core {

namespace {

using machine::PortClassSet;
using Row = std::vector<unsigned>;

/// Numbers distinct rows in order of first occurrence.
class Domains {
public:
  std::uint16_t number_of(const Row& row) {
    const auto at = std::find(rows_.begin(), rows_.end(), row);
    const auto number = static_cast<std::uint16_t>(at - rows_.begin());
    if (at == rows_.end())
      rows_.push_back(row);
    return number;
  }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

private:
  std::vector<Row> rows_;
};

/// Producers and consumers of one bypass rule: a set of classes for each port of the machine file.
struct Ends {
  std::vector<PortClassSet> from;
  std::vector<PortClassSet> to;
};
} // namespace

BypassDelays bypass_delays(const machine::Dynamic& machine, const WindowPlan& plan) {
  BypassDelays delays;
  std::vector<Ends> rules;
  for (const machine::Bypass& bypass : machine.bypasses) {
    delays.any |= bypass.cycles > 0;
    delays.most = std::max(delays.most, bypass.cycles);
    rules.push_back({executed_by(machine, bypass.from), executed_by(machine, bypass.to)});
  }
  if (!delays.any)
    return delays;
  // A producer's row: the rules that apply to it. A producer can be in several rules, a pair of
  // producer and consumer in one at most.
  Domains made;
  delays.made_in.resize(plan.ports.size());
  for (std::size_t port = 0; port < plan.ports.size(); ++port)
    for (std::size_t c = 0; c < machine::kPortClassCount; ++c) {
      Row row;
      for (const Ends& rule : rules)
        row.push_back(rule.from[plan.ports[port].described][c] ? 1U : 0U);
      delays.made_in[port][c] = made.number_of(row);
    }
  // A consumer's row: the delay from each producer domain, the largest over its ports.
  Domains used;
  delays.used_in.resize(plan.station_ports.size());
  for (std::size_t station = 0; station < plan.station_ports.size(); ++station)
    for (std::size_t c = 0; c < machine::kPortClassCount; ++c) {
      Row row;
      for (const Row& producer : made.rows()) {
        unsigned most = 0;
        for (std::size_t port = 0; port < plan.ports.size(); ++port)
          for (std::size_t r = 0; r < rules.size(); ++r)
            if (plan.ports[port].station == station && producer[r] != 0 &&
                rules[r].to[plan.ports[port].described][c])
              most = std::max(most, machine.bypasses[r].cycles);
        row.push_back(most);
      }
      delays.used_in[station][c] = used.number_of(row);
    }
  for (std::size_t from = 0; from < made.rows().size(); ++from) {
    delays.cycles.emplace_back();
    for (const Row& consumer : used.rows())
      delays.cycles.back().push_back(static_cast<std::uint8_t>(consumer[from]));
  }
  return delays;
}

} // namespace stallscope::core
