#pragma once

#include "model/run/run.hpp"
#include "session/session.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

namespace stallscope::gui {

/// Results that a job posts to its run; empty parts are unchanged.
struct Run::RunUpdate {
  bool failed = false;
  bool finished = false; ///< simulated to its end, or stopped on the way
  Diagnostics problems;
  std::shared_ptr<const isa::Program> program;
  std::shared_ptr<const machine::Machine> machine;
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

/// The worker's part of a run: the session and requests to it. Everything except `requests` and the
/// counters is used by the running job only.
struct Run::Engine {
  explicit Engine(RunSpec of) : spec(std::move(of)) {}

  using Post = std::function<void(RunUpdate)>;

  // In jobs
  void open(Task& task, const Post& post);
  /// Simulates from the session's position to the end, then records.
  void go_through(Task& task, const Post& post);
  /// Executes the requests.
  void serve_requests(const Post& post);
  /// Cycles [from, to] of the run, with names.
  [[nodiscard]] std::shared_ptr<RunWindow> record(std::uint64_t from, std::uint64_t to);
  /// Copies the summary at the session's present cycle to all windows.
  void sum_up();

  bool read(const Post& post);
  void simulate(Task& task, const Post& post);
  void post_progress(const Post& post);
  void add_bucket(trace::Ledger& before);
  [[nodiscard]] SnapshotPtr snapshot(std::uint64_t cycle);
  [[nodiscard]] CellReasonPtr why(std::shared_ptr<CellReason> asked);

  RunSpec spec;
  std::shared_ptr<const isa::Program> program;
  std::shared_ptr<const machine::Machine> machine;
  std::unique_ptr<session::Session> session;
  Overview overview;
  trace::RunRecord sum;    ///< summary of the run so far; without timeline
  std::string stop_reason; ///< overrides the session's stop reason: "limit", "memory",
                           ///< "interrupted", "repeats"
  std::optional<session::Repeat> repeat; ///< with "repeats"
  WindowPtr graphed;                     ///< the record of the dependence graph
  std::unique_ptr<trace::RunGraph> graph;

  std::atomic<std::uint64_t> cycles{0}; ///< simulated
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
