#pragma once

#include "core/memo/window_fast_forward.hpp"
#include "window_memo/explorer.hpp"
#include "window_memo/memo.hpp"
#include "window_memo/packed_window.hpp"

#include <chrono>
#include <vector>

namespace stallscope::core {

/// The parts of the fast-forward: `replay.cpp` follows stored cycles, `learn.cpp` steps unknown
/// ones and stores them, `window_fast_forward.cpp` has the main loop.
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
  void measure(OutOfOrderState& s, std::uint64_t until_cycle);
  void step_out(OutOfOrderState& s, std::uint64_t until_cycle);
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
  /// Follows stored nodes until a cycle is reached, or something is unknown. The state's timing is
  /// not updated meanwhile.
  void replay(OutOfOrderState& s, std::uint64_t until_cycle);
  bool replay_cycle(OutOfOrderState& s, Segment*& first);
  bool execute_next(OutOfOrderState& s, std::uint64_t number, std::uint32_t index,
                    isa::Effect& effect);
  void add_store(OutOfOrderState& s, std::uint64_t place, std::uint32_t instruction) const;
  void move_to_store_buffer(OutOfOrderState& s, std::uint64_t place,
                            std::uint32_t instruction) const;
  Segment* end_cycle(OutOfOrderState& s, Ending& ending, std::span<const std::uint32_t> freed);
  bool stop_replay(const isa::Effect& last, std::uint64_t last_pc);
  Segment* follow(Segment& segment, std::uint64_t key);
  std::uint64_t execute_functionally(OutOfOrderState& s, Action action, std::uint64_t number,
                                     const std::uint32_t*& words, isa::Effect& effect);
  std::uint64_t memory_order_violation(OutOfOrderState& s, std::uint64_t store_place,
                                       const std::uint32_t* words) const;
  std::uint64_t search_store_queue(OutOfOrderState& s, std::uint64_t load_place,
                                   const std::uint32_t* words) const;
  void leave_node(OutOfOrderState& s);

  const OutOfOrderCore& core_;
  Limits limits_;
  bool is_supported_ = false;
  MicroOpOrigins origins_;
  WindowExplorer explorer_;
  WindowExplorer::Script script_;
  window_memo::Memo memo_;
  PackingBuffer packing_;
  Node* node_ = nullptr; ///< memo node of the state
  Base base_;            ///< ring positions at node_
  Edge* open_ = nullptr; ///< the last outcome of the script, whose continuation is unknown; none:
                         ///< the whole cycle is unknown
  RetiredRegisters retired_;
  InWindow left_window_;  ///< when replay began
  bool remembers_ = true; ///< whether the next explored cycle is stored
  /// Tags of the states met so far, by hash. A state is stored only when met for the second time,
  /// because most states of large programs never recur.
  std::vector<std::uint32_t> met_;
  unsigned short_runs_ = 0;      ///< recent runs of replay that were short: each doubles the cycles
                                 ///< stepped before the next run
  OpId unfollowed_;              ///< micro-ops in flight up to this one may lack their values
  std::vector<Ending*> pending_; ///< replayed since the state was last brought up to date
  Statistics statistics_;
  /// Progress and host time at one moment, to measure whether memoization pays. They affect speed
  /// only, never results.
  struct Sample {
    std::uint64_t cycle = 0;
    std::uint64_t stepped_cycles = 0; ///< as in Statistics
    std::chrono::nanoseconds time{};
  };
  [[nodiscard]] Sample sample(const OutOfOrderState& s) const;
  Sample measured_from_;                    ///< start of the current measurement
  Sample paused_at_;                        ///< end of the last run
  std::uint64_t stepping_cycles_ = 1 << 12; ///< cycles to be stepped when memoization does not pay
  std::uint64_t stepping_left_ = 0;         ///< of these, the cycles left

  // Counters as they were before a cycle.
  struct Numbers {
    OutOfOrderCounters counters;
    trace::Ledger ledger;
  };
  Numbers before_;
};

} // namespace stallscope::core
