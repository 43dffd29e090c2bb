#pragma once

#include "core/memo/window_fast_forward.hpp"
#include "window_memo/explorer.hpp"
#include "window_memo/memo.hpp"
#include "window_memo/packed_window.hpp"

#include <chrono>
#include <vector>

namespace stallscope::core {

/// What fast forward is made of. `replay.cpp` goes along what is remembered, `learn.cpp` steps
/// where nothing is and writes it down, `window_fast_forward.cpp` goes from cycle to cycle.
class WindowFastForward::Engine {
public:
  Engine(const OutOfOrderCore& core, Limits limits);

  void run(OutOfOrderState& state, std::uint64_t until_cycle);
  [[nodiscard]] const Statistics& statistics() const { return statistics_; }

private:
  using Node = window_memo::Node;
  using Segment = window_memo::Segment;
  using Edge = window_memo::Edge;
  using Ending = window_memo::Ending;

  void step_to(OutOfOrderState& s, std::uint64_t cycle);
  bool run_with_margin(OutOfOrderState& s, std::uint64_t until_cycle, std::uint64_t margin);
  void go_on(OutOfOrderState& s, std::uint64_t until_cycle);
  [[nodiscard]] bool is_followed(const OutOfOrderState& s) const;
  void judge(OutOfOrderState& s, std::uint64_t until_cycle);
  void rest(OutOfOrderState& s, std::uint64_t until_cycle);
  void resume(const OutOfOrderState& s);
  // learn.cpp
  void step_to_known(OutOfOrderState& s, std::uint64_t until_cycle);
  [[nodiscard]] static std::uint64_t features_of(const OutOfOrderState& s);
  bool met_before(std::uint64_t hash);
  void enter_node(Node& node);
  void explore(OutOfOrderState& s);
  Segment& remember(Node& from);
  Edge& add_edge(Segment& segment, std::uint64_t key);
  Segment& add_segment(std::size_t begin, std::size_t end, bool is_sure);
  Ending& make_ending(const OutOfOrderState& s, std::uint64_t from_cycle, OpId from_op, Node& next);
  void bring_up_to_date(OutOfOrderState& s);
  void forget_if_full(OutOfOrderState& s);
  [[nodiscard]] std::array<std::uint64_t, kMaxRegisters>
  right_path_of(const OutOfOrderState& s) const;
  // replay.cpp
  /// Goes from node to node until a cycle is reached, or something is not known. The state's timing
  /// is old then.
  void replay(OutOfOrderState& s, std::uint64_t until_cycle);
  bool replay_cycle(OutOfOrderState& s, Segment*& first);
  std::uint64_t execute_functionally(OutOfOrderState& s, Action action, std::uint64_t number,
                                     const std::uint32_t*& words, isa::Effect& effect);
  void leave_node(OutOfOrderState& s);

  const OutOfOrderCore& core_;
  Limits limits_;
  bool is_supported_ = false;
  MicroOpOrigins origins_;
  WindowExplorer explorer_;
  WindowExplorer::Script script_;
  window_memo::Memo memo_;
  PackingBuffer packing_;
  Node* node_ = nullptr; ///< where the state is
  Base base_;            ///< at node_
  Edge* open_ = nullptr; ///< the last outcome of the script, behind which nothing is known; none:
                         ///< all of the cycle is unknown
  RetiredRegisters retired_;
  InWindow left_window_;  ///< by replay
  bool remembers_ = true; ///< what is explored next
  /// States that have been met, by hash: a tag of each. What is met for the first time is not
  /// remembered, as most of it never comes back where there is much of it.
  std::vector<std::uint32_t> met_;
  unsigned short_runs_ = 0; ///< of replay that were short lately: each doubles the cycles stepped
                            ///< before the next one
  OpId unfollowed_;         ///< up to this one, micro-ops in flight may not have their values
  std::vector<Ending*> pending_; ///< gone through since the state was brought up to date
  Statistics statistics_;
  /// How far it has come, and the host's clock: results do not depend on that, only how fast they
  /// come.
  struct Look {
    std::uint64_t cycle = 0;
    std::uint64_t stepped_cycles = 0; ///< of the statistics
    std::chrono::nanoseconds time{};
  };
  [[nodiscard]] Look look(const OutOfOrderState& s) const;
  Look judged_;                  ///< where judging began
  Look paused_;                  ///< the end of the last run
  std::uint64_t rest_ = 1 << 12; ///< cycles to be stepped when it goes badly
  std::uint64_t resting_ = 0;    ///< of these, how many are left

  // Numbers that a cycle adds to, before it
  struct Numbers {
    OutOfOrderCounters counters;
    trace::Ledger ledger;
  };
  Numbers before_;
};

} // namespace stallscope::core
