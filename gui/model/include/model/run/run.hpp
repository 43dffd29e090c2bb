#pragma once

#include "base/diagnostic.hpp"
#include "isa/memory.hpp"
#include "machine/machine_file.hpp"
#include "model/run/overview.hpp"
#include "model/run/program_source.hpp"
#include "model/run/timeline_index.hpp"
#include "model/run/worker.hpp"
#include "session/condition.hpp"
#include "session/runner.hpp"
#include "trace/critical_path.hpp"
#include "trace/run_record.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A program on a machine, in an order.
struct RunSpec {
  ProgramSource program;
  std::string machine = "lecture-4"; ///< preset or file
  std::vector<machine::Setting> settings;
  std::string scheduler; ///< every block in the order this one gives it; empty: as written
  std::string input;     ///< standard input of the guest
  std::uint64_t limit_cycles = 500'000'000; ///< a run that has not ended by then is stopped there
  /// Of the guest, as RunOptions::limit_memory_bytes.
  std::uint64_t limit_memory_bytes = session::kStandardMemoryBytes;
  /// Runs of at most so many operations and cycles are recorded whole; of longer ones only what is
  /// looked at.
  std::uint64_t whole_ops = 200'000;
  std::uint64_t whole_cycles = 1'000'000;
};

/// What is recorded of some cycles, with the names to show it with, and an index into it.
struct RunWindow {
  trace::RunRecord record;
  TimelineIndex index; ///< of record.timeline

  [[nodiscard]] const Timeline& timeline() const { return record.timeline; }
  [[nodiscard]] bool covers(std::uint64_t from, std::uint64_t to) const {
    return timeline().first_cycle.value <= from && timeline().end_cycle.value >= to;
  }
};
using WindowPtr = std::shared_ptr<const RunWindow>;

/// The state of a run at the end of a cycle.
struct Snapshot {
  std::uint64_t cycle = 0;
  std::uint64_t retired = 0;                            ///< instructions
  std::uint64_t pc = 0;                                 ///< of the instruction fetched next
  std::array<std::uint64_t, kMaxRegisters> committed{}; ///< the register file
  std::array<std::uint64_t, kMaxRegisters> fetched{};   ///< as of the last instruction fetched
  std::vector<trace::RegisterValue> registers;          ///< committed, those the program names
  isa::Memory memory; ///< a copy of its own: for the thread that has the snapshot
  std::string output;
  std::vector<trace::StructureView> structures; ///< of dynamically scheduled machines
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// A place in a run.
struct RunPlace {
  std::uint64_t cycle = 0;
  OpId op; ///< kNoOp: the cycle as a whole
};

/// Why a cell is as it is.
struct CellReason {
  std::uint64_t cycle = 0;
  LaneId lane = kNoLane;
  OpId op;          ///< kNoOp: the lane's free slots
  WindowPtr window; ///< the record it was found in
  bool chain_sought = false;
  std::optional<trace::WhyChain> chain; ///< back to the root
  /// What would hold the operation in this cycle if its cause did not; none: it would go on, it is
  /// not held, or the cause is nothing to be removed.
  Cause behind;
};
using CellReasonPtr = std::shared_ptr<const CellReason>;

/// One run, opened, simulated and recorded behind the back of whoever draws it. Nothing here waits:
/// what is not known yet is asked for, comes with a later poll(), and is missing until then. Short
/// runs are recorded whole. Of long ones there is an overview, and windows of cycles are recorded
/// when somebody looks at them, from the nearest checkpoint.
class Run {
public:
  enum class State : std::uint8_t { empty, opening, ready, failed };

  explicit Run(Threads threads = Threads::background);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Begins to read and simulate. What was there before stays, and can be looked at, until the new
  /// run is known; for good when it cannot be opened.
  void open(RunSpec spec);
  /// Takes what has been found out since. Once a frame.
  void poll();
  /// Until all that was asked for is there: for pictures and tests.
  void wait();
  /// Stops simulating; what has been simulated stays.
  void cancel();

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool busy() const { return worker_.busy(); }
  /// Cycles simulated so far.
  [[nodiscard]] std::uint64_t cycles_so_far() const;
  /// Goes up whenever what is shown may be another run: caches made from it are void then.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  /// What was asked for last.
  [[nodiscard]] const RunSpec& spec() const { return spec_; }
  /// Why it could not be opened; of an open run, warnings.
  [[nodiscard]] const Diagnostics& problems() const { return problems_; }

  // Of an open run; null or empty before.
  [[nodiscard]] const isa::Program* program() const { return program_.get(); }
  [[nodiscard]] std::shared_ptr<const isa::Program> shared_program() const { return program_; }
  [[nodiscard]] const machine::Machine* machine() const { return machine_.get(); }
  /// Counts, ledger and end of the run so far. Its timeline is that of the window that is there
  /// when nothing else is asked for: all of a short run, the first cycles of a long one.
  [[nodiscard]] const trace::RunRecord& summary() const { return first_->record; }
  [[nodiscard]] const std::vector<Lane>& lanes() const { return first_->record.timeline.lanes; }
  [[nodiscard]] bool whole() const { return whole_; }
  [[nodiscard]] WindowPtr first_window() const { return first_; }
  [[nodiscard]] std::uint64_t last_cycle() const { return last_cycle_; }
  [[nodiscard]] std::uint64_t op_count() const { return op_count_; }
  [[nodiscard]] const Overview& overview() const { return overview_; }

  /// What is recorded of cycles [from, to), or null: then it has been asked for. Only the last
  /// wish is kept. At most kMaxWindowCycles.
  static constexpr std::uint64_t kMaxWindowCycles = 65'536;
  [[nodiscard]] WindowPtr window(std::uint64_t from, std::uint64_t to);
  /// The state at the end of a cycle, or null: then it has been asked for.
  [[nodiscard]] SnapshotPtr snapshot(std::uint64_t cycle);
  /// Why a cell is as it is, or null: then it has been asked for. Only the last wish is kept. The
  /// chain to the root is looked for in up to kWhyCycles before and behind the cell, of a run that
  /// is recorded whole in all of it.
  static constexpr std::uint64_t kWhyCycles = 2'000;
  [[nodiscard]] CellReasonPtr why(std::uint64_t cycle, LaneId lane, OpId op, bool with_chain);

  /// Instructions retired at the end of a cycle, and the reverse: the cycle at whose end n have.
  /// Exact for short runs, even within a stretch of the overview for others.
  [[nodiscard]] double retired_at(std::uint64_t cycle) const;
  [[nodiscard]] std::uint64_t cycle_of_retired(double instructions) const;

  // Looking for something. `done` is called from poll(), with nothing when there is none or the
  // search was cancelled.
  using Found = std::function<void(std::optional<RunPlace>)>;
  /// What to look for in cycles [from, to) of a window, the first (or last) of them.
  using Look =
      std::function<std::optional<RunPlace>(const RunWindow& window, Cycle from, Cycle to)>;
  /// From behind `cycle` to the end, or from before it to the beginning.
  std::shared_ptr<Task> scan(std::uint64_t cycle, bool forwards, Look look, Found done);
  /// The next cycle behind `cycle` in which one of the conditions comes to hold.
  std::shared_ptr<Task> run_to(std::vector<session::Condition> conditions, std::uint64_t cycle,
                               Found done);
  std::shared_ptr<Task> find_stall(std::uint64_t cycle, bool forwards, Found done);

  // Changes at the end of a cycle; the run is simulated again with them. They are kept in the
  // session's log, so that going back and forth shows the changed run. Nothing happens while a run
  // is being opened.
  void set_register(std::uint64_t cycle, RegId reg, std::uint64_t value);
  void set_memory(std::uint64_t cycle, std::uint64_t address, std::vector<std::uint8_t> bytes);
  void add_input(std::uint64_t cycle, std::string text);
  /// How many changes the run has.
  [[nodiscard]] std::size_t edit_count() const { return edit_count_; }

  /// Has the instructions shown with the numbers they have in `other`, where both are recorded
  /// whole and are alike; found out in the background. version() grows when they are.
  void number_like(const Run& other);

private:
  struct Engine;
  struct News;
  void take(const std::shared_ptr<Engine>& engine, News news);
  void replace();
  [[nodiscard]] std::function<void(News)> teller(const std::shared_ptr<Engine>& engine, Task& task);
  void wish(const std::function<void(Engine&)>& add);
  void serve();
  template <class Change> void change(std::uint64_t cycle, Change apply);

  RunSpec spec_;
  State state_ = State::empty;
  std::shared_ptr<const isa::Program> next_program_;
  std::shared_ptr<const machine::Machine> next_machine_;
  std::uint64_t version_ = 0;
  Diagnostics problems_;
  std::shared_ptr<const isa::Program> program_;
  std::shared_ptr<const machine::Machine> machine_;
  std::shared_ptr<RunWindow> first_;
  /// What has been numbered alike last, or is being.
  struct Alike {
    std::shared_ptr<RunWindow> mine;
    std::shared_ptr<RunWindow> other;
    bool operator==(const Alike&) const = default;
  };
  Alike alike_;
  bool whole_ = false;
  std::uint64_t last_cycle_ = 0;
  std::uint64_t op_count_ = 0;
  std::size_t edit_count_ = 0;
  Overview overview_;
  std::vector<WindowPtr> windows_; ///< recorded on demand, the last used at the end
  std::vector<SnapshotPtr> snapshots_;
  std::vector<CellReasonPtr> reasons_;
  std::shared_ptr<Engine> engine_;      ///< of the run that is shown
  std::shared_ptr<Engine> next_engine_; ///< of the one being opened, until it has cycles
  std::shared_ptr<Task> opening_;
  Worker worker_; ///< last: its thread ends before the rest goes
};

} // namespace stallscope::gui
