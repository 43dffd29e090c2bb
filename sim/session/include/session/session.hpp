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

/// How much a session may keep for travelling back in time.
///
/// Above either limit every second checkpoint goes, and the distance between them doubles. The
/// start is always kept, whatever it takes.
struct CheckpointBudget {
  std::uint64_t max_bytes =
      512ULL << 20; ///< states and pages of memory and tables of all checkpoints together
  std::uint64_t max_checkpoints = 4096;
  std::uint64_t first_distance_cycles = 4096; ///< 1 or more
  /// Beside these, so many of the stretch gone through last, on the way to where a seek went: a
  /// second one near the first goes less far. At least so many cycles apart.
  std::uint64_t fine_checkpoints = 16;
  std::uint64_t fine_distance_cycles = 2048; ///< 1 or more
};

/// Something a user did to a running machine. Stamped with the cycle behind which it took effect,
/// so that a replay does the same again.
struct Edit {
  enum class Kind : std::uint8_t {
    set_register,
    set_memory,
    add_input,
    leave_breakpoint ///< the run goes on behind the breakpoint instruction that stops it there
  };

  Kind kind = Kind::set_register;
  std::uint64_t cycle = 0;
  RegId reg = 0;
  std::uint64_t address = 0;
  std::uint64_t value = 0;
  std::vector<std::uint8_t> bytes; ///< set_memory
  std::string input;               ///< add_input
};

/// Why a session came back from running.
enum class Pause : std::uint8_t { reached, stopped, breakpoint, interrupted, repeats };

class CollectingSink;

/// One program on one machine, with a hand on the clock: forwards, backwards, anywhere.
///
/// Going to any cycle restores the nearest checkpoint before it and simulates the rest; as the
/// machine is deterministic and everything from outside is in the log of edits, that is the same
/// run again.
class Session {
public:
  Session(std::shared_ptr<const isa::Program> program,
          std::shared_ptr<const machine::Machine> machine, std::string input = {},
          CheckpointBudget budget = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The present cycle, for those who look.
  [[nodiscard]] const Simulation& simulation() const { return *simulation_; }
  [[nodiscard]] std::uint64_t cycle() const { return simulation_->cycle(); }
  [[nodiscard]] bool stopped() const { return simulation_->stopped(); }

  // A run that a breakpoint instruction has stopped is not over: the next step or run goes on
  // behind it.

  /// One cycle on; false when the run has ended, or stops at a breakpoint instruction.
  bool step();
  /// One cycle back; false at cycle 0.
  bool step_back();
  /// The state at the end of a cycle, or the last one if the run ends before. Cycle 0 is the start.
  /// Passes breakpoint instructions that have been left before.
  void seek(std::uint64_t cycle);
  /// On to the end, to `until_cycle` (nowhere when that has come already), a breakpoint or a
  /// watched access. `keep_going` is asked about every 65,536 cycles; false interrupts. To the end
  /// of a program that repeats for ever it is not far: see repeat(). Another call goes on.
  Pause run(std::uint64_t until_cycle = kNever.value, const std::function<bool()>& keep_going = {});
  /// What the last run to the end has found to repeat for ever.
  [[nodiscard]] const std::optional<Repeat>& repeat() const { return repeat_; }
  /// On until the condition holds, looking at every cycle after the present one; to a cycle as
  /// `run` does. Stops at breakpoints on the way.
  Pause run_to(const Condition& condition, const std::function<bool()>& keep_going = {});

  /// Breakpoints and memory watches: runs stop in every cycle that fulfils one. A cycle or a
  /// register value lasts: it stops a run when it comes to hold, not again while it does.
  void add_breakpoint(Condition condition);
  bool remove_breakpoint(std::size_t index);
  [[nodiscard]] const std::vector<Condition>& breakpoints() const { return breakpoints_; }
  /// The breakpoint the last run stopped at; the first of several.
  [[nodiscard]] const std::optional<Condition>& hit() const { return hit_; }

  // Edits take effect behind the present cycle, for instructions fetched from then on, and make a
  // new future: later edits, output and checkpoints are forgotten. Older writes that are still on
  // their way do not undo them, nor does the end of a wrong path. A run that has stopped stays
  // stopped; to change its end, go back first.
  void set_register(RegId reg, std::uint64_t value);
  void set_memory(std::uint64_t address, std::vector<std::uint8_t> bytes);
  void add_input(std::string text);
  [[nodiscard]] const std::vector<Edit>& edits() const { return edits_; }

  /// What the guest had printed by the end of the present cycle, the first kStandardOutputBytes of
  /// it.
  [[nodiscard]] std::string_view output() const;
  /// Everything recorded in cycles [from, to], simulated again; the present cycle does not change.
  /// Operations that were in flight before `from` are cut off there.
  [[nodiscard]] Timeline record(std::uint64_t from, std::uint64_t to);

  [[nodiscard]] std::size_t checkpoint_count() const { return checkpoints_.size(); }
  [[nodiscard]] std::uint64_t checkpoint_bytes() const { return checkpoint_bytes_; }

private:
  struct Checkpoint {
    std::unique_ptr<Simulation::Checkpoint> state;
    std::uint64_t bytes =
        0; ///< of this state, and of its pages that the checkpoint before does not have
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
  std::string input_; ///< given at the start and added since
  std::size_t first_input_ = 0;
  std::unique_ptr<CollectingSink> output_;
  std::unique_ptr<Simulation> simulation_;
  std::vector<Edit> edits_;             ///< sorted by cycle
  std::vector<Checkpoint> checkpoints_; ///< sorted by cycle; the first is cycle 0 and always kept
  std::vector<std::unique_ptr<Simulation::Checkpoint>> fine_; ///< in the order they were made in
  std::uint64_t checkpoint_bytes_ = 0;
  std::uint64_t distance_;
  CheckpointBudget budget_;
  std::vector<Condition> breakpoints_;
  std::optional<Condition> hit_;
  std::optional<Repeat> repeat_;
};

} // namespace stallscope::session
