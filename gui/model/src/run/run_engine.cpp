#include "run/run_engine.hpp"

#include "model/scheduling/scheduled_text.hpp"
#include "session/explain.hpp"
#include "session/runner.hpp"
#include "session/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace stallscope::gui {

namespace {

/// The first cycles of a long run, shown while the rest is simulated.
constexpr std::uint64_t kFirstWindowCycles = 4096;
/// Limit of checkpoint memory for each of two runs. For runs of 10^7 instructions seeking is as
/// fast as with a session's full limit.
constexpr std::uint64_t kCheckpointBytes = 160ULL << 20;

void add(Diagnostics& to, const Diagnostics& from) {
  to.insert(to.end(), from.begin(), from.end());
}

} // namespace

/// Loads machine and program of the specification; reports errors.
bool Run::Engine::read(const Post& post) {
  RunUpdate update;
  Result<machine::Machine> described =
      machine::load_machine(spec.machine, spec.settings, Streams::refuse);
  add(update.problems, described.diagnostics());
  update.failed = true;
  if (!described) {
    post(std::move(update));
    return false;
  }
  machine = std::make_shared<const machine::Machine>(std::move(described).value());
  Result<isa::Program> assembled = read_program(spec.program, *machine);
  add(update.problems, assembled.diagnostics());
  if (assembled && !spec.scheduler.empty()) {
    assembled = scheduled_program(*assembled, *machine, spec.scheduler);
    add(update.problems, assembled.diagnostics());
  }
  if (assembled) {
    machine::Machine with_all = *machine;
    add(update.problems, machine::assume_units(with_all, *assembled));
    machine = std::make_shared<const machine::Machine>(std::move(with_all));
    add(update.problems, machine::check_runs(*machine, *assembled));
  }
  if (!assembled || has_errors(update.problems)) {
    post(std::move(update));
    return false;
  }
  program = std::make_shared<const isa::Program>(std::move(assembled).value());
  update.failed = false;
  update.program = program;
  update.machine = machine;
  post(std::move(update));
  return true;
}

void Run::Engine::open(Task& task, const Post& post) {
  if (spec.subject != Subject::program)
    return open_course(task, post);
  if (!read(post))
    return;
  session::CheckpointBudget budget;
  budget.max_bytes = kCheckpointBytes;
  session = std::make_unique<session::Session>(program, machine, spec.input, budget);
  go_through(task, post);
}

/// Adds the cycles since the last interval of the overview.
void Run::Engine::add_bucket() {
  const session::Simulation& now = session->simulation();
  const session::Simulation::Totals totals = now.totals();
  OverviewBucket bucket;
  bucket.end_cycle = now.cycle() + 1;
  bucket.oldest_op = now.oldest_op().value;
  bucket.next_op = now.next_op().value;
  bucket.retired = now.retired();
  // Lost slots of earlier cycles can have become used ones (LedgerAccount::use_lost).
  for (std::size_t p = 0; p < trace::kLedgerPointCount; ++p)
    for (std::size_t r = 0; r < kReasonCount; ++r)
      bucket.slots[p][r] =
          std::max(totals.ledger.accounts[p].slots[r], progress->before.accounts[p].slots[r]) -
          progress->before.accounts[p].slots[r];
  progress->before = totals.ledger;
  if (bucket.end_cycle > overview.end_cycle())
    overview.append(bucket);
}

void Run::Engine::go_through(Task& task, const Post& post) {
  overview = Overview();
  stop_reason.clear();
  repeat.reset();
  session->seek(0);
  progress.emplace(Progress{.posted = std::chrono::steady_clock::now(),
                            .before = {},
                            .watch = std::nullopt,
                            .memory = session::MemoryLimit(spec.limit_memory_bytes)});
  advance(task, post);
}

/// Simulates to the end, or until the task has to yield.
void Run::Engine::advance(Task& task, const Post& post) {
  if (simulate(task, post)) {
    finish(post);
    return;
  }
  task.continue_with(
      [engine = shared_from_this(), post](Task& later) { engine->advance(later, post); });
}

void Run::Engine::finish(const Post& post) {
  if (session->cycle() + 1 > overview.end_cycle())
    add_bucket();
  cycles = session->cycle();
  progress.reset();
  sum_up();
  RunUpdate update;
  update.finished = true;
  update.last_cycle = session->cycle();
  update.op_count = session->simulation().next_op().value - 1;
  update.edit_count = session->edits().size();
  update.whole = update.op_count <= spec.whole_ops && update.last_cycle <= spec.whole_cycles;
  update.first =
      record(1, update.whole ? std::max<std::uint64_t>(update.last_cycle, 1) : kFirstWindowCycles);
  update.overview = overview;
  post(std::move(update));
  serve_requests(post);
}

/// The reason to stop the simulation before the program's end; empty: continue.
std::string Run::Engine::stop_now(const Task& task) {
  const session::Simulation& now = session->simulation();
  std::optional<session::RepeatWatch>& watch = progress->watch;
  if (!watch && (session->edits().empty() || session->edits().back().cycle <= session->cycle()))
    watch.emplace(now);
  if (watch && watch->is_over()) {
    repeat = watch->repeat();
    return "repeats";
  }
  if (progress->memory.is_passed(*program, now.arch()))
    return "memory";
  if (session->cycle() >= spec.limit_cycles)
    return "limit";
  return task.cancelled() ? "interrupted" : "";
}

/// Runs to the end, a limit or cancellation, one overview interval at a time. False: the task has
/// to yield before.
bool Run::Engine::simulate(Task& task, const Post& post) {
  using Clock = std::chrono::steady_clock;
  const session::Simulation& now = session->simulation();
  while (!session->stopped()) {
    stop_reason = stop_now(task);
    if (!stop_reason.empty())
      return true;
    const std::uint64_t next = std::min(overview.next_end(), spec.limit_cycles);
    std::uint64_t quiet =
        progress->memory.instructions_to_look(*program, now.arch()) / now.fetch_width();
    if (progress->watch)
      quiet = std::min(quiet, progress->watch->quiet_cycles());
    const std::uint64_t most = next - session->cycle();
    session->run(session->cycle() + std::min(most, std::max<std::uint64_t>(quiet, 1)),
                 [&task] { return !task.cancelled() && !task.should_yield(); });
    cycles = session->cycle();
    if (session->cycle() == next || session->stopped())
      add_bucket();
    if (!progress->first_shown && session->cycle() > 4 * kFirstWindowCycles) {
      progress->first_shown = true;
      post_progress(post);
    }
    if (Clock::now() - progress->posted > std::chrono::milliseconds(100)) {
      progress->posted = Clock::now();
      serve_requests(post);
      RunUpdate update;
      update.last_cycle = session->cycle();
      update.op_count = session->simulation().next_op().value - 1;
      update.overview = overview;
      post(std::move(update));
    }
    if (task.should_yield())
      return false;
  }
  return true;
}

/// Posts the first cycles of a run in progress.
void Run::Engine::post_progress(const Post& post) {
  sum_up();
  RunUpdate update;
  update.first = record(1, kFirstWindowCycles);
  update.last_cycle = session->cycle();
  update.op_count = session->simulation().next_op().value - 1;
  update.overview = overview;
  post(std::move(update));
}

void Run::Engine::sum_up() {
  const session::Simulation& now = session->simulation();
  sum = session::summary_of(now);
  for (const machine::Setting& setting : spec.settings)
    sum.settings.push_back(fmt::format("{}={}", setting.key, setting.value));
  if (repeat) {
    sum.stop = session::describe_repeat(now, *repeat);
  } else if (!stop_reason.empty()) {
    sum.stop.reason = stop_reason;
    sum.stop.detail =
        stop_reason == "limit"    ? fmt::format("limit of {} cycles reached", spec.limit_cycles)
        : stop_reason == "memory" ? session::MemoryLimit(spec.limit_memory_bytes).sentence()
                                  : fmt::format("interrupted in cycle {}", now.cycle());
  }
  sum.output = session->output();
  sum.output_dropped = now.arch().output_bytes - sum.output.size();
}

std::shared_ptr<RunWindow> Run::Engine::record(std::uint64_t from, std::uint64_t to) {
  auto window = std::make_shared<RunWindow>();
  if (course != nullptr) {
    window->record = course->record(from, to);
    window->index = TimelineIndex(window->record.timeline);
    return window;
  }
  window->record = sum;
  window->record.timeline = session->record(from, to);
  const session::Simulation& now = session->simulation();
  window->record.legend =
      session::make_legend(*program, window->record.timeline,
                           [&now](std::uint32_t index) { return now.parts_of(index); });
  trace::number_operations(window->record);
  window->index = TimelineIndex(window->record.timeline);
  return window;
}

SnapshotPtr Run::Engine::snapshot(std::uint64_t cycle) {
  if (course != nullptr) {
    auto place = std::make_shared<Snapshot>();
    place->cycle = cycle;
    return place;
  }
  const std::uint64_t present = session->cycle();
  session->seek(std::min(cycle, cycles.load()));
  const session::Simulation& now = session->simulation();
  auto shot = std::make_shared<Snapshot>();
  shot->cycle = cycle;
  shot->retired = now.retired();
  shot->pc = now.arch().pc;
  shot->committed = now.committed();
  shot->fetched = now.arch().regs;
  shot->registers = session::summary_of(now).registers;
  shot->memory = now.arch().memory;
  shot->output = session->output();
  shot->structures = now.structures();
  session->seek(present);
  return shot;
}

CellReasonPtr Run::Engine::why(std::shared_ptr<CellReason> asked) {
  const Timeline& timeline = asked->window->timeline();
  const Cycle cycle{asked->cycle};
  if (asked->chain_sought && course != nullptr)
    asked->causes = course->why(asked->lane, asked->cycle);
  if (asked->chain_sought && !asked->causes) {
    if (graphed != asked->window) {
      graph = std::make_unique<trace::RunGraph>(asked->window->record);
      graphed = asked->window;
    }
    asked->chain = asked->op ? graph->why(asked->op, cycle) : graph->why_empty(asked->lane, cycle);
  }
  const OpRow* row = timeline.find(asked->op);
  Cause cause;
  if (row != nullptr)
    for (const Span& span : timeline.spans_of(*row))
      if (span.lane == asked->lane && span.begin <= cycle && cycle < span.end)
        cause = span.cause;
  if (session != nullptr && cause.why != Reason::none && asked->cycle <= cycles) {
    const std::uint64_t present = session->cycle();
    session->seek(asked->cycle - 1);
    asked->behind = session::behind_obstacle(session->simulation(), asked->op, cause);
    session->seek(present);
  }
  return asked;
}

void Run::Engine::serve_requests(const Post& post) {
  while (true) {
    Requests served;
    {
      const std::lock_guard lock(mutex);
      std::swap(served, requests);
    }
    if (served.none())
      return;
    RunUpdate update;
    if (served.window && served.window->first <= cycles)
      update.window = record(served.window->first, served.window->second - 1);
    if (served.snapshot)
      update.snapshot = snapshot(*served.snapshot);
    if (served.reason)
      update.reason = why(std::move(served.reason));
    post(std::move(update));
  }
}

} // namespace stallscope::gui
