#include "list_scheduling/postpass.hpp"

namespace stallscope::sched {

namespace {

/// Scheduler of Gibbons and Muchnick: of the instructions that can issue without an interlock,
/// prefers one that interlocks with one of its immediate successors, then the one with most
/// immediate successors, whose scheduling makes most others ready. Source: "Efficient Instruction
/// Scheduling for a Pipelined Architecture", SIGPLAN Symposium on Compiler Construction, 1986.
class GibbonsMuchnick {
public:
  explicit GibbonsMuchnick(const DependenceGraph& graph) : successors_(graph.size(), 0) {
    std::vector<std::pair<Node, Node>> pairs;
    for (const Edge& edge : graph.edges)
      pairs.emplace_back(edge.from, edge.to);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [from, to] : pairs)
      ++successors_[from];
  }

  [[nodiscard]] auto rank(const PostPass& pass, Node node, bool /*stalls*/) const {
    return std::tuple{pass.interlocks(node) == 0, ~successors_[node]};
  }
  void explain(const PostPass& pass, Node node, Message& why) const {
    if (pass.interlocks(node) > 0)
      why.add(MessageId::interlocks_behind);
    why.add(MessageId::direct_dependents, {fmt::format("{}", successors_[node])});
  }

private:
  std::vector<std::uint32_t> successors_; ///< distinct immediate ones
};

} // namespace

Decided gibbons_muchnick(const Problem& problem, bool steps) {
  return PostPass(problem, steps).run(GibbonsMuchnick(problem.graph()));
}

} // namespace stallscope::sched
