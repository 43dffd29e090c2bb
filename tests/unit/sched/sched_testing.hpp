#pragma once

#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "sched/schedule.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sched_testing {

/// A program's text as one block on a machine.
struct Scheduling {
  std::unique_ptr<isa::Program> program;
  machine::Machine machine;
  sched::Block block;

  Scheduling(isa::Isa isa, std::string_view text, const std::string& machine_name,
             const std::vector<machine::Setting>& settings = {})
      : machine(machine::load_machine(machine_name, settings).value()) {
    auto assembled = isa::assemble(isa, "block", text);
    INFO(format(assembled.diagnostics()));
    REQUIRE(assembled);
    program = std::make_unique<isa::Program>(std::move(assembled).value());
    block = sched::basic_blocks(*program).front();
  }

  [[nodiscard]] sched::DependenceGraph graph(const sched::AliasHints& hints = {}) const {
    return sched::dependences(block, machine, hints);
  }
  [[nodiscard]] sched::Problem problem() const { return {graph(), machine}; }
};

/// "1->2 RAW t0, 1->2 WAR t1": edges as people write them.
inline std::string text_of(const sched::DependenceGraph& graph) {
  std::string text;
  for (const sched::Edge& edge : graph.edges)
    text +=
        fmt::format("{}{}->{} {}{}{}", text.empty() ? "" : ", ", edge.from + 1, edge.to + 1,
                    name(edge.kind), graph.location(edge).empty() ? "" : " ", graph.location(edge));
  return text;
}

/// "1 3 6 2 5 4"
inline std::string text_of(const std::vector<sched::Node>& order) {
  std::string text;
  for (const sched::Node node : order)
    text += fmt::format("{}{}", text.empty() ? "" : " ", node + 1);
  return text;
}

inline std::vector<sched::Node> order_of(std::string_view digits) {
  std::vector<sched::Node> order;
  for (const char c : digits)
    if (c != ' ')
      order.push_back(static_cast<sched::Node>(c - '1'));
  return order;
}

/// The lecture's block.
inline constexpr const char* kB6 = R"(
1: t0 = t1 + t2
2: t1 = t0 + t1
3: t3 = t2 + t4
4: t0 = t1 + t2
5: t5 = t3 + t4
6: t6 = t2 + t7
)";

} // namespace stallscope::sched_testing
