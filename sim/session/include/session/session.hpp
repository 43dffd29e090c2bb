#pragma once

#include "base/result.hpp"
#include "session/condition.hpp"
#include "session/repeat.hpp"
#include "session/simulation.hpp"
#include "timeline/timeline.hpp"
#include "trace/build_timeline.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::session {

/// Limits of the checkpoints a session keeps for reverse execution.
///
/// Above either limit every second checkpoint is dropped, and the distance between them doubles.
/// The start is always kept.
struct CheckpointBudget {
  std::uint64_t max_bytes = 512ULL << 20; ///< limit on the bytes of states, memory pages and tables
                                          ///< of all checkpoints together
  std::uint64_t max_checkpoints = 4096;
  std::uint64_t first_distance_cycles = 4096; ///< at least 1
  /// Maximum number of additional fine checkpoints on the way to the last seek target, which
  /// shorten a second seek nearby; they are at least fine_distance_cycles apart.
  std::uint64_t fine_checkpoints = 16;
  std::uint64_t fine_distance_cycles = 2048; ///< at least 1
};

/// A user's change to a running machine, with the cycle after which it took effect, so that a
/// replay repeats it.
struct Edit {
  enum class Kind : std::uint8_t {
    set_register,
    set_memory,
    add_input,
    leave_breakpoint ///< continue after the breakpoint instruction that stopped the run
  };

  Kind kind = Kind::set_register;
  std::uint64_t cycle = 0;
  RegId reg = 0;
  std::uint64_t address = 0;
  std::uint64_t value = 0;
  std::vector<std::uint8_t> bytes; ///< for set_memory
  std::string input;               ///< for add_input
};

/// Why a run of a session returned.
enum class Pause : std::uint8_t { reached, stopped, breakpoint, interrupted, repeats };

class CollectingSink;

/// An interactive simulation of one program on one machine, forwards and backwards.
///
/// Seeking to a cycle restores the nearest checkpoint before it and simulates from there. The
/// machine is deterministic and all external input is in the log of edits, so this reproduces the
/// same run.
class Session {
public:
  Session(std::shared_ptr<const isa::Program> program,
          std::shared_ptr<const machine::Machine> machine, std::string input = {},
          CheckpointBudget budget = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The present state, for displays.
  [[nodiscard]] const Simulation& simulation() const { return *simulation_; }
  [[nodiscard]] std::uint64_t cycle() const { return simulation_->cycle(); }
  [[nodiscard]] bool stopped() const { return simulation_->stopped(); }

  // A run stopped by a breakpoint instruction has not ended: the next step or run continues after
  // it.

  /// Steps one cycle; false when the run has ended, or is stopped by a breakpoint instruction.
  bool step();
  /// Steps one cycle back; false at cycle 0.
  bool step_back();
  /// Seeks to the end of a cycle, or to the last cycle if the run ends earlier. Cycle 0 is the
  /// start. Breakpoint instructions that were continued before do not stop the seek.
  void seek(std::uint64_t cycle);
  /// Runs to the end, to `until_cycle` (without a step when that is in the past), a breakpoint or a
  /// watched access. `keep_going` is called about every 65,536 cycles; false interrupts. Programs
  /// that repeat forever stop early: see repeat(); another call continues.
  Pause run(std::uint64_t until_cycle = kNever.value, const std::function<bool()>& keep_going = {});
  /// The infinite loop detected by the last run to the end or to a condition.
  [[nodiscard]] const std::optional<Repeat>& repeat() const { return repeat_; }
  /// Runs until the condition holds, evaluating it in every cycle after the present one; to a cycle
  /// as `run` does. Stops at breakpoints on the way. A program that repeats forever without ever
  /// fulfilling the condition stops early, as in a run to the end.
  Pause run_to(const Condition& condition, const std::function<bool()>& keep_going = {});

  /// Breakpoints and watchpoints: a run stops in every cycle that fulfils one. Cycle and register
  /// conditions can last: they stop a run when they become true, not while they stay true.
  void add_breakpoint(Condition condition);
  bool remove_breakpoint(std::size_t index);
  [[nodiscard]] const std::vector<Condition>& breakpoints() const { return breakpoints_; }
  /// The breakpoint at which the last run stopped; of several the first.
  [[nodiscard]] const std::optional<Condition>& hit() const { return hit_; }

  // Edits take effect after the present cycle, for instructions fetched from then on. They discard
  // the future: later edits, output and checkpoints. Older writes still in flight, or the end of a
  // wrong path, do not undo them. A stopped run stays stopped; to change its end, seek back first.
  void set_register(RegId reg, std::uint64_t value);
  void set_memory(std::uint64_t address, std::vector<std::uint8_t> bytes);
  void add_input(std::string text);
  [[nodiscard]] const std::vector<Edit>& edits() const { return edits_; }

  /// Guest output up to the end of the present cycle, the first kStandardOutputBytes.
  [[nodiscard]] std::string_view output() const;
  /// The record of cycles [from, to], simulated again without changing the present cycle.
  /// Operations in flight before `from` are truncated at `from`.
  [[nodiscard]] Timeline record(std::uint64_t from, std::uint64_t to);

  [[nodiscard]] std::size_t checkpoint_count() const { return checkpoints_.size(); }
  [[nodiscard]] std::uint64_t checkpoint_bytes() const { return checkpoint_bytes_; }

private:
  struct Checkpoint {
    std::unique_ptr<Simulation::Checkpoint> state;
    std::uint64_t bytes =
        0; ///< size of this state, and of its pages that the previous checkpoint does not share
  };
  enum class Leaves : std::uint8_t { checkpoints, fine_ones_too };
  void advance(std::uint64_t until_cycle, trace::RecordingSink* recorder = nullptr,
               Leaves leaves = Leaves::checkpoints);
  void replay(std::uint64_t until_cycle, trace::RecordingSink* recorder = nullptr,
              Leaves leaves = Leaves::checkpoints);
  void leave_breakpoint();
  Pause go_on(std::uint64_t until_cycle, const Condition* until,
              const std::function<bool()>& keep_going);
  std::vector<bool> lasting_breakpoints() const;
  bool find_hit(const std::vector<bool>& held);
  void restore_before(std::uint64_t cycle);
  void maybe_checkpoint();
  std::uint64_t fine_distance() const;
  void maybe_fine_checkpoint();
  void thin();
  void apply(const Edit& edit);
  void branch_off();
  void show_input(std::uint64_t cycle);

  std::shared_ptr<const isa::Program> program_;
  std::shared_ptr<const machine::Machine> machine_;
  std::string input_; ///< input given at the start and added later
  std::size_t first_input_ = 0;
  std::unique_ptr<CollectingSink> output_;
  std::unique_ptr<Simulation> simulation_;
  std::vector<Edit> edits_;             ///< sorted by cycle
  std::vector<Checkpoint> checkpoints_; ///< sorted by cycle; the first is cycle 0 and always kept
  std::vector<std::unique_ptr<Simulation::Checkpoint>> fine_; ///< in order of creation
  std::uint64_t checkpoint_bytes_ = 0;
  std::uint64_t distance_;
  CheckpointBudget budget_;
  std::vector<Condition> breakpoints_;
  std::optional<Condition> hit_;
  std::optional<Repeat> repeat_;
};

} // namespace stallscope::session
