#pragma once

#include "order_graph.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stallscope::training {

/// Tabu search over orders (Nowicki and Smutnicki, 1996): an operation of a block of the critical
/// path, operations one behind the other on a device, changes places with its neighbour or goes in
/// front of or behind its block. What was exchanged is not exchanged back for some moves. The
/// micro-batches of a stage stay in turn. The same on every computer but for where `goes_on` ends
/// it.
class OrderMoves {
public:
  OrderMoves(const OrderProblem& problem, const OrderGraph& graph);

  /// Improves on an order of the problem, at most down to `bound`. The best plan found.
  FoundOrder improve(const FoundOrder& from, Ticks bound, std::uint64_t moves,
                     const std::function<bool()>& goes_on);

private:
  /// The operation at `from` on a device goes to `to`; those between move up.
  struct Move {
    std::uint32_t device = 0;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
  };

  void take(const Plan& plan);
  [[nodiscard]] Plan plan() const;
  /// What a device contributes to the objective: its end, or its span.
  [[nodiscard]] Ticks cost_of(const std::vector<std::uint32_t>& order) const {
    return end_[order.back()] -
           (problem_.objective == Objective::makespan ? 0 : start_[order.front()]);
  }
  /// Sets starts and ends; false: a cycle of waits.
  bool evaluate();
  [[nodiscard]] bool may_swap(std::uint32_t device, std::uint32_t place) const;
  /// Applies a move as exchanges of neighbours as far as these are allowed; the place it ends at.
  std::uint32_t apply(const Move& move);
  void undo(const Move& move);
  void find_moves();
  void add_moves_of_block(std::uint32_t device, std::uint32_t first, std::uint32_t last);
  [[nodiscard]] bool is_tabu(const Move& move) const;
  void forbid(const Move& move);
  bool step();
  void perturb();

  const OrderProblem& problem_;
  const OrderGraph& graph_;
  std::uint32_t micro_batches_;
  std::vector<std::vector<std::uint32_t>> order_; ///< by device
  std::vector<std::uint32_t> device_of_;          ///< by operation
  std::vector<std::uint32_t> input_;              ///< the operation of another stage whose result
                                                  ///< is needed, or none
  std::vector<Ticks> hop_;                        ///< of that result
  std::vector<Ticks> start_;
  std::vector<Ticks> end_;
  std::vector<std::uint32_t> next_; ///< by device, while evaluating
  Ticks makespan_ = 0;
  Ticks cost_ = 0; ///< the objective
  std::vector<Move> moves_;
  std::unordered_map<std::uint64_t, std::uint64_t> forbidden_; ///< pair, and until which move
  std::uint64_t count_ = 0;
  std::mt19937 random_{25};
  Ticks best_ = 0;
};

} // namespace stallscope::training
