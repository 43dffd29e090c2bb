#include "list_scheduling/postpass.hpp"

namespace stallscope::sched {

namespace {

/// Scheduler of Hennessy and Gross: of the instructions that can issue without an interlock,
/// prefers an instruction after which another can issue without an interlock in the next cycle
/// (look-ahead of one), then the instruction with most interlocking successors. Source: "Postpass
/// Code Optimization of Pipeline Constraints", ACM TOPLAS 5(3), 1983.
struct HennessyGross {
  [[nodiscard]] static auto rank(const PostPass& pass, Node node, bool stalls) {
    return std::tuple{!stalls && !pass.leaves_one(node), ~pass.interlocks(node)};
  }
  static void explain(const PostPass& pass, Node node, Message& why) {
    if (pass.leaves_one(node))
      why.add(MessageId::leaves_one);
  }
};

} // namespace

Decided hennessy_gross(const Problem& problem, bool steps) {
  return PostPass(problem, steps).run(HennessyGross());
}

} // namespace stallscope::sched
