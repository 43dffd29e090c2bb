#pragma once

#include "model/run/run.hpp"
#include "session/memory_limit.hpp"
#include "session/session.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

namespace stallscope::gui {

/// Number of cycles in which a course has about Run::kWindowOps operations.
[[nodiscard]] std::uint64_t window_of_ops(std::uint64_t ops, std::uint64_t cycles);

/// Results that a job posts to its run; empty parts are unchanged.
struct Run::RunUpdate {
  bool failed = false;
  bool finished = false; ///< simulated to its end, or stopped before
  Diagnostics problems;
  std::shared_ptr<const isa::Program> program;
  std::shared_ptr<const machine::Machine> machine;
  std::shared_ptr<const Course> course;
  std::shared_ptr<RunWindow> first;
  bool whole = false;
  std::uint64_t last_cycle = 0;
  std::uint64_t op_count = 0;
  std::size_t edit_count = 0;
  std::optional<Overview> overview;
  WindowPtr window;
  SnapshotPtr snapshot;
  CellReasonPtr reason;
};

/// The worker's part of a run: the session, and requests to it. Only `requests` and the counters
/// may be used outside the running job.
struct Run::Engine : std::enable_shared_from_this<Run::Engine> {
  explicit Engine(RunSpec of) : spec(std::move(of)) {}

  using Post = std::function<void(RunUpdate)>;

  // Called in jobs:
  void open(Task& task, const Post& post);
  /// Simulates from the start to the end, then records; in several slices if the task has to yield.
  void go_through(Task& task, const Post& post);
  /// Executes the requests.
  void serve_requests(const Post& post);
  /// Records cycles [from, to] of the run, with names.
  [[nodiscard]] std::shared_ptr<RunWindow> record(std::uint64_t from, std::uint64_t to);
  /// Copies the summary at the session's current cycle to all windows.
  void sum_up();

  bool read(const Post& post);
  void advance(Task& task, const Post& post);
  void finish(const Post& post);
  bool simulate(Task& task, const Post& post);
  [[nodiscard]] std::string stop_now(const Task& task);
  /// For plans, graphs and traces, which are computed as a whole.
  void open_course(Task& task, const Post& post);
  void post_progress(const Post& post);
  void add_bucket();
  [[nodiscard]] SnapshotPtr snapshot(std::uint64_t cycle);
  [[nodiscard]] CellReasonPtr why(std::shared_ptr<CellReason> asked);

  RunSpec spec;
  std::shared_ptr<const isa::Program> program;
  std::shared_ptr<const machine::Machine> machine;
  std::unique_ptr<session::Session> session; ///< for programs
  std::shared_ptr<const Course> course;      ///< for plans, graphs and traces
  Overview overview;
  trace::RunRecord sum;    ///< summary of the run so far; without timeline
  std::string stop_reason; ///< overrides the session's stop reason: "limit", "memory",
                           ///< "interrupted", "repeats"
  std::optional<session::Repeat> repeat; ///< for the stop reason "repeats"

  /// State of a simulation in progress.
  struct Progress {
    std::chrono::steady_clock::time_point posted;
    trace::Ledger before; ///< ledger at the end of the last complete interval of the overview
    bool first_shown = false;
    std::optional<session::RepeatWatch> watch; ///< created once no edits follow
    session::MemoryLimit memory;
  };
  std::optional<Progress> progress;
  WindowPtr graphed; ///< the record used for the dependence graph
  std::unique_ptr<trace::RunGraph> graph;

  std::atomic<std::uint64_t> cycles{0}; ///< simulated so far
  struct Requests {
    std::optional<std::pair<std::uint64_t, std::uint64_t>> window;
    std::optional<std::uint64_t> snapshot;
    std::shared_ptr<CellReason> reason; ///< a cell whose cause is requested

    [[nodiscard]] bool none() const { return !window && !snapshot && !reason; }
  };
  std::mutex mutex;
  Requests requests;
};

} // namespace stallscope::gui
