#pragma once

#include "core/memo/fast_forward.hpp"
#include "isa/threaded_code.hpp"
#include "memo/explorer.hpp"
#include "memo/memo_table.hpp"

#include <memory>
#include <vector>

namespace stallscope::core {

/// The parts of the fast-forward: `replay.cpp` follows stored stretches, `learn.cpp` steps unknown
/// ones and stores them, `fast_forward.cpp` has the main loop.
class FastForward::Engine {
public:
  Engine(const InOrderCore& core, Limits limits);

  void run(InOrderState& state, std::uint64_t until_cycle, trace::RecordingSink* recorder);
  [[nodiscard]] const Statistics& statistics() const { return statistics_; }

private:
  bool run_with_margin(InOrderState& s, std::uint64_t until_cycle, std::uint64_t margin);
  void step_to(InOrderState& s, std::uint64_t cycle);
  bool step_until_clean(InOrderState& s, std::uint64_t before_cycle);
  bool enter_node(InOrderState& s);
  void replay(InOrderState& s, std::uint64_t until_cycle);
  std::uint64_t execute_decision(InOrderState& s, Decision& decision, std::uint64_t& key);
  [[nodiscard]] std::uint64_t cycles_for_operands(const InOrderState& s, std::uint32_t index) const;
  std::uint64_t look_at_wrong_path(InOrderState& s, const Decision& decision);
  std::uint64_t execute(InOrderState& s, const isa::ThreadedCode::Trace*& trace,
                        std::uint32_t count);
  bool explore(InOrderState& s);
  void remember(MemoNode& from, const StretchDelta& delta, MemoNode& to);
  void bring_up_to_date(InOrderState& s);
  void write_script(const InOrderState& s, std::uint64_t executed_of_last);
  void forget_if_full();

  const InOrderCore& core_;
  Limits limits_;
  Explorer explorer_;
  std::unique_ptr<isa::ThreadedCode> code_; ///< none: instructions that it does not support are
                                            ///< stepped
  MemoTable table_;
  trace::RecordingSink* recorder_ = nullptr; ///< of the run in progress; null: not recorded
  PackingBuffer packing_;
  MemoNode* node_ = nullptr; ///< memo node of the state
  /// The state's pipeline is that of node_, with fetch at fetch_pc_: nothing has been replayed
  /// since it was stepped there.
  bool is_at_node_ = false;
  std::uint64_t fetch_pc_ = 0;
  // Valid at node_; the state's own values are outdated while outcomes are pending.
  std::uint64_t cycle_ = 0;
  std::uint64_t next_op_ = 0;
  std::vector<MemoOutcome*>
      pending_; ///< outcomes that ended stretches since the state was last brought up to date
  struct Taken {
    const Decision* decision;
    std::uint64_t key;
  };
  std::vector<Taken> taken_; ///< since node_
  std::uint64_t stretch_pc_ = 0;
  isa::UndoLog wrong_path_changes_;
  Statistics statistics_;
};

} // namespace stallscope::core
