#pragma once

#include "base/diagnostic.hpp"
#include "isa/memory.hpp"
#include "machine/machine_file.hpp"
#include "model/run/course.hpp"
#include "model/run/overview.hpp"
#include "model/run/program_source.hpp"
#include "model/run/subject.hpp"
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

/// A program on a machine with an order; or a plan or a graph, without machine, whose settings have
/// separate keys.
struct RunSpec {
  Subject subject = Subject::program;
  /// For a plan: a named schedule, a plan file or an order file; for a graph: an example or a file.
  ProgramSource program;
  std::string machine = "lecture-4"; ///< preset or file; unused for plans and graphs
  std::vector<machine::Setting> settings;
  std::string order;                        ///< for a plan: the order file, if edited by hand
  std::string scheduler;                    ///< schedules every block; empty: source order
  std::string input;                        ///< standard input of the guest
  std::uint64_t limit_cycles = 500'000'000; ///< cycle at which a run is stopped if it has not ended
  /// Limit of guest memory, as RunOptions::limit_memory_bytes.
  std::uint64_t limit_memory_bytes = session::kStandardMemoryBytes;
  /// Runs of up to this many operations and cycles are recorded completely; of longer runs only
  /// requested windows.
  std::uint64_t whole_ops = 200'000;
  std::uint64_t whole_cycles = 1'000'000;
};

/// A record of some cycles with names, and an index of it.
struct RunWindow {
  trace::RunRecord record;
  TimelineIndex index; ///< index of record.timeline

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
  std::uint64_t pc = 0;                                 ///< address of the instruction fetched next
  std::array<std::uint64_t, kMaxRegisters> committed{}; ///< the register file
  std::array<std::uint64_t, kMaxRegisters> fetched{};   ///< after the last instruction fetched
  std::vector<trace::RegisterValue> registers;          ///< committed, those that the program uses
  isa::Memory memory; ///< a copy for the thread that uses the snapshot
  std::string output;
  std::vector<trace::StructureView> structures; ///< for dynamically scheduled machines
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// A place in a run.
struct RunPlace {
  std::uint64_t cycle = 0;
  OpId op; ///< kNoOp: the whole cycle
};

/// The cause of a cell.
struct CellReason {
  std::uint64_t cycle = 0;
  LaneId lane = kNoLane;
  OpId op;          ///< kNoOp: the lane's free slots
  WindowPtr window; ///< the record it was computed from
  bool chain_sought = false;
  std::optional<trace::WhyChain> chain; ///< the chain of causes to the root
  /// That of a course which has chains of its own, in place of `chain`.
  std::optional<std::vector<CauseLink>> causes;
  /// The cause that would stall the operation in this cycle if its cause were removed; none: it
  /// would advance, it is not stalled, or the cause cannot be removed.
  Cause behind;
};
using CellReasonPtr = std::shared_ptr<const CellReason>;

/// A run, opened, simulated and recorded in the background. No call blocks: missing data are
/// requested, and available after a later poll(). Short runs are recorded completely. Long ones
/// have an overview, and windows of cycles are recorded on demand, from the nearest checkpoint.
class Run {
public:
  enum class State : std::uint8_t { empty, opening, ready, failed };

  explicit Run(Threads threads = Threads::background);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Starts loading and simulating. The previous run stays visible until the new one is available,
  /// or permanently if loading fails.
  void open(RunSpec spec);
  /// Takes over finished results. Call once per frame.
  void poll();
  /// Waits for all requests: for pictures and tests.
  void wait();
  /// Stops simulating; the cycles simulated so far remain.
  void cancel();

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool busy() const { return worker_.busy(); }
  /// Cycles simulated so far.
  [[nodiscard]] std::uint64_t cycles_so_far() const;
  /// Incremented whenever the displayed run may have changed: invalidates caches.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  /// The last requested specification.
  [[nodiscard]] const RunSpec& spec() const { return spec_; }
  /// The reason why the run could not be opened; for an open run, warnings.
  [[nodiscard]] const Diagnostics& problems() const { return problems_; }

  // Null or empty before the run is open.
  [[nodiscard]] const isa::Program* program() const { return program_.get(); }
  [[nodiscard]] std::shared_ptr<const isa::Program> shared_program() const { return program_; }
  [[nodiscard]] const machine::Machine* machine() const { return machine_.get(); }
  /// For a plan, a graph or a trace; null for programs. Program and machine are null then.
  [[nodiscard]] const Course* course() const { return course_.get(); }
  /// Counters, ledger and end of the run so far. Its timeline is the initial window: all of a short
  /// run, the first cycles of a long one.
  [[nodiscard]] const trace::RunRecord& summary() const { return first_->record; }
  [[nodiscard]] const std::vector<Lane>& lanes() const { return first_->record.timeline.lanes; }
  [[nodiscard]] bool whole() const { return whole_; }
  [[nodiscard]] WindowPtr first_window() const { return first_; }
  [[nodiscard]] std::uint64_t last_cycle() const { return last_cycle_; }
  [[nodiscard]] std::uint64_t op_count() const { return op_count_; }
  [[nodiscard]] const Overview& overview() const { return overview_; }

  /// The record of cycles [from, to), or null: being requested. Only the last request is kept. At
  /// most window_cycles(): for programs kMaxWindowCycles, for plans the cycles with about
  /// kWindowOps operations.
  static constexpr std::uint64_t kMaxWindowCycles = 65'536;
  static constexpr std::uint64_t kWindowOps = 65'536;
  [[nodiscard]] std::uint64_t window_cycles() const;
  [[nodiscard]] WindowPtr window(std::uint64_t from, std::uint64_t to);
  /// The state at the end of a cycle, or null: being requested.
  [[nodiscard]] SnapshotPtr snapshot(std::uint64_t cycle);
  /// The cause of a cell, or null: being requested. Only the last request is kept. The chain to the
  /// root is searched within kWhyCycles around the cell; in a completely recorded run without
  /// limit.
  static constexpr std::uint64_t kWhyCycles = 2'000;
  [[nodiscard]] CellReasonPtr why(std::uint64_t cycle, LaneId lane, OpId op, bool with_chain);

  /// Instructions retired at the end of a cycle, and the inverse: the cycle at whose end n
  /// instructions have retired. Exact for short runs, interpolated within an overview interval for
  /// others.
  [[nodiscard]] double retired_at(std::uint64_t cycle) const;
  [[nodiscard]] std::uint64_t cycle_of_retired(double instructions) const;

  // Searches. `done` is called from poll(), with nothing when there is no match or the search was
  // cancelled.
  using Found = std::function<void(std::optional<RunPlace>)>;
  /// The match function for cycles [from, to) of a window, first (or last) match.
  using Look =
      std::function<std::optional<RunPlace>(const RunWindow& window, Cycle from, Cycle to)>;
  /// Searches from `cycle` to the end, or backwards to the beginning.
  std::shared_ptr<Task> scan(std::uint64_t cycle, bool forwards, Look look, Found done);
  /// The next cycle after `cycle` in which one of the conditions becomes true.
  std::shared_ptr<Task> run_to(std::vector<session::Condition> conditions, std::uint64_t cycle,
                               Found done);
  std::shared_ptr<Task> find_stall(std::uint64_t cycle, bool forwards, Found done);

  // Edits at the end of a cycle; the run is simulated again with them. Edits are in the session's
  // log, so that seeking shows the edited run. Ignored while a run is being opened.
  void set_register(std::uint64_t cycle, RegId reg, std::uint64_t value);
  void set_memory(std::uint64_t cycle, std::uint64_t address, std::vector<std::uint8_t> bytes);
  void add_input(std::uint64_t cycle, std::string text);
  /// Number of edits of the run.
  [[nodiscard]] std::size_t edit_count() const { return edit_count_; }

  /// Numbers instructions as in `other`, if both runs are recorded completely and similar; computed
  /// in the background. Increments version().
  void number_like(const Run& other);

private:
  struct Engine;
  struct RunUpdate;
  void take(const std::shared_ptr<Engine>& engine, RunUpdate update);
  void replace();
  [[nodiscard]] std::function<void(RunUpdate)> poster(const std::shared_ptr<Engine>& engine,
                                                      Task& task);
  void add_request(const std::function<void(Engine&)>& add);
  void serve();
  template <class Change> void change(std::uint64_t cycle, Change apply);

  RunSpec spec_;
  State state_ = State::empty;
  std::shared_ptr<const isa::Program> next_program_;
  std::shared_ptr<const machine::Machine> next_machine_;
  std::shared_ptr<const Course> next_course_;
  std::uint64_t version_ = 0;
  Diagnostics problems_;
  std::shared_ptr<const isa::Program> program_;
  std::shared_ptr<const machine::Machine> machine_;
  std::shared_ptr<const Course> course_;
  std::shared_ptr<RunWindow> first_;
  /// The last runs whose numbering was requested.
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
  std::vector<WindowPtr> windows_; ///< recorded on demand, most recently used last
  std::vector<SnapshotPtr> snapshots_;
  std::vector<CellReasonPtr> reasons_;
  std::shared_ptr<Engine> engine_;      ///< engine of the displayed run
  std::shared_ptr<Engine> next_engine_; ///< engine of the run being opened, until it has cycles
  std::shared_ptr<Task> opening_;
  Worker worker_; ///< last: its thread ends before other members are destroyed
};

} // namespace stallscope::gui
