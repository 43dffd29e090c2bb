#pragma once

#include "core/memo/window_fast_forward.hpp"
#include "window_memo/explorer.hpp"
#include "window_memo/memo.hpp"
#include "window_memo/packed_window.hpp"

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
  using Ending = window_memo::Ending;

  void step_to(OutOfOrderState& s, std::uint64_t cycle);
  bool run_with_margin(OutOfOrderState& s, std::uint64_t until_cycle, std::uint64_t margin);
  void go_on(OutOfOrderState& s, std::uint64_t until_cycle);
  [[nodiscard]] bool is_followed(const OutOfOrderState& s) const;
  void judge(OutOfOrderState& s, std::uint64_t until_cycle);
  // learn.cpp
  void enter_node(OutOfOrderState& s);
  void explore(OutOfOrderState& s);
  void remember(Node& from, Segment* last, std::uint64_t key, Ending* ending);
  Segment& add_segment(std::size_t begin, std::size_t end, bool is_sure);
  Ending& make_ending(const OutOfOrderState& s, std::uint64_t from_cycle, OpId from_op);
  void bring_up_to_date(OutOfOrderState& s);
  void forget_if_full(OutOfOrderState& s);
  [[nodiscard]] std::array<std::uint64_t, kMaxRegisters>
  right_path_of(const OutOfOrderState& s) const;
  // replay.cpp
  /// Goes from node to node until a cycle is reached, or something is not known. The state's timing
  /// is old then.
  void replay(OutOfOrderState& s, std::uint64_t until_cycle);
  bool replay_cycle(OutOfOrderState& s);
  std::uint64_t carry_out(OutOfOrderState& s, Action action, std::uint64_t number,
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
  /// Replay has gone on from the state's timing: it is that of node_ when it is unpacked.
  bool is_behind_ = false;
  Base base_;               ///< at node_
  Segment* open_ = nullptr; ///< whose outcome, the last of the script, is not known; none: all of
                            ///< the cycle is
  RetiredRegisters retired_;
  bool remembers_ = true;        ///< what is explored next
  OpId unfollowed_;              ///< up to this one, micro-ops in flight may not have their values
  std::vector<Ending*> pending_; ///< gone through since the state was brought up to date
  Statistics statistics_;
  std::uint64_t judged_at_ = 0; ///< cycle
  Statistics before_judged_;
  std::uint64_t rest_ = std::uint64_t{1} << 16; ///< cycles to be stepped when it goes badly

  // Numbers that a cycle adds to, before it
  struct Numbers {
    OutOfOrderCounters counters;
    trace::Ledger ledger;
  };
  Numbers before_;
};

} // namespace stallscope::core
