#include "model/run/run.hpp"

#include "run/run_engine.hpp"
#include "trace/render.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr std::size_t kKeptWindows = 6;
constexpr std::size_t kKeptSnapshots = 64;
constexpr std::size_t kKeptReasons = 16;

/// Adds a record, and drops the least recently used one above the limit.
template <class T> void keep(std::vector<T>& list, T added, std::size_t most) {
  if (added == nullptr)
    return;
  list.push_back(std::move(added));
  if (list.size() > most)
    list.erase(list.begin());
}

} // namespace

Run::Run(Threads threads) : first_(std::make_shared<RunWindow>()), worker_(threads) {}

Run::~Run() {
  worker_.cancel_all();
}

void Run::open(RunSpec spec) {
  worker_.cancel_all();
  spec_ = std::move(spec);
  state_ = State::opening;
  problems_.clear();
  next_program_.reset(); // belongs to a run that was replaced before it was shown
  next_machine_.reset();
  next_course_.reset();
  const auto engine = std::make_shared<Engine>(spec_);
  next_engine_ = engine;
  opening_ = worker_.start([this, engine](Task& task) {
    if (!task.cancelled())
      engine->open(task, poster(engine, task));
  });
}

/// Posts a job's results to the drawing thread.
std::function<void(Run::RunUpdate)> Run::poster(const std::shared_ptr<Engine>& engine, Task& task) {
  return [this, engine, &task](RunUpdate update) {
    task.post([this, engine, posted = std::make_shared<RunUpdate>(std::move(update))] {
      take(engine, std::move(*posted));
    });
  };
}

/// The newly opened run replaces the previous one.
void Run::replace() {
  engine_ = std::move(next_engine_);
  program_ = std::move(next_program_);
  machine_ = std::move(next_machine_);
  course_ = std::move(next_course_);
  edit_count_ = 0;
}

/// Results of a job; those of a replaced engine are dropped.
void Run::take(const std::shared_ptr<Engine>& engine, RunUpdate update) {
  const bool is_next = engine == next_engine_;
  if (!is_next && engine != engine_)
    return;
  if (!update.problems.empty())
    problems_ = std::move(update.problems);
  if (update.failed) {
    state_ = State::failed;
    next_engine_.reset();
    serve();
    return;
  }
  if (update.program != nullptr) {
    next_program_ = std::move(update.program);
    next_machine_ = std::move(update.machine);
  }
  if (update.course != nullptr)
    next_course_ = std::move(update.course);
  if (update.first != nullptr) {
    if (is_next)
      replace();
    first_ = std::move(update.first);
    whole_ = update.whole;
    windows_.clear();
    snapshots_.clear();
    reasons_.clear();
    ++version_;
  }
  if (engine != engine_)
    return; // no cycles to show yet
  if (update.overview) {
    overview_ = *std::move(update.overview);
    last_cycle_ = update.last_cycle;
    op_count_ = update.op_count;
  }
  if (update.finished) {
    if (next_engine_ == nullptr) // otherwise it was stopped in favour of a new run
      state_ = State::ready;
    edit_count_ = update.edit_count;
    serve();
  }
  keep(windows_, std::move(update.window), kKeptWindows);
  keep(snapshots_, std::move(update.snapshot), kKeptSnapshots);
  keep(reasons_, std::move(update.reason), kKeptReasons);
}

void Run::poll() {
  worker_.poll();
}

void Run::wait() {
  worker_.wait();
}

void Run::cancel() {
  if (opening_ != nullptr)
    opening_->cancel();
}

std::uint64_t Run::cycles_so_far() const {
  const Engine* engine = next_engine_ != nullptr ? next_engine_.get() : engine_.get();
  return engine == nullptr ? 0 : engine->cycles.load();
}

/// Executes requests: the running job of this engine checks for them at intervals and at its end;
/// without a running job a new one is started.
void Run::serve() {
  const auto engine = engine_;
  if (engine == nullptr || (state_ == State::opening && next_engine_ == nullptr))
    return;
  worker_.start([this, engine](Task& task) { engine->serve_requests(poster(engine, task)); });
}

/// Adds a request; the first one starts their execution.
void Run::add_request(const std::function<void(Engine&)>& add) {
  bool is_first = false;
  {
    const std::lock_guard lock(engine_->mutex);
    is_first = engine_->requests.none();
    add(*engine_);
  }
  if (is_first)
    serve();
}

std::uint64_t window_of_ops(std::uint64_t ops, std::uint64_t cycles) {
  const double cycles_an_op =
      static_cast<double>(cycles) / static_cast<double>(std::max<std::uint64_t>(ops, 1));
  const auto enough =
      static_cast<std::uint64_t>(static_cast<double>(Run::kWindowOps) * cycles_an_op);
  return std::clamp<std::uint64_t>(enough, 1, std::max<std::uint64_t>(cycles, 1));
}

std::uint64_t Run::window_cycles() const {
  return course_ == nullptr ? kMaxWindowCycles : window_of_ops(op_count_, last_cycle_);
}

WindowPtr Run::window(std::uint64_t from, std::uint64_t to) {
  if (engine_ == nullptr)
    return nullptr;
  from = std::max<std::uint64_t>(from, 1);
  to = std::clamp(to, from, std::max(last_cycle_ + 1, from));
  if (whole_ || first_->covers(from, to))
    return first_;
  const auto found = std::find_if(windows_.rbegin(), windows_.rend(),
                                  [&](const WindowPtr& w) { return w->covers(from, to); });
  if (found != windows_.rend()) {
    std::rotate(std::prev(found.base()), found.base(), windows_.end());
    return windows_.back();
  }
  const std::uint64_t most = window_cycles();
  const std::uint64_t length = std::min(to - from, most);
  const std::uint64_t margin =
      course_ == nullptr ? std::min<std::uint64_t>(std::max<std::uint64_t>(length, 256), 8192)
                         : most / 4;
  const std::pair cycles(from > margin ? from - margin : 1, from + length + margin);
  add_request([&cycles](Engine& engine) { engine.requests.window = cycles; });
  return nullptr;
}

SnapshotPtr Run::snapshot(std::uint64_t cycle) {
  if (engine_ == nullptr)
    return nullptr;
  cycle = std::min(cycle, last_cycle_);
  const auto found = std::find_if(snapshots_.begin(), snapshots_.end(),
                                  [cycle](const SnapshotPtr& s) { return s->cycle == cycle; });
  if (found != snapshots_.end())
    return *found;
  add_request([cycle](Engine& engine) { engine.requests.snapshot = cycle; });
  return nullptr;
}

CellReasonPtr Run::why(std::uint64_t cycle, LaneId lane, OpId op, bool with_chain) {
  const std::uint64_t around = course_ == nullptr ? kWhyCycles : (window_cycles() + 1) / 2;
  const WindowPtr window = with_chain
                               ? this->window(cycle > around ? cycle - around : 1, cycle + around)
                               : this->window(cycle, cycle + 1);
  if (window == nullptr)
    return nullptr;
  const auto found =
      std::find_if(reasons_.begin(), reasons_.end(), [&](const CellReasonPtr& reason) {
        return reason->cycle == cycle && reason->lane == lane && reason->op == op &&
               (with_chain ? reason->chain_sought && reason->window == window
                           : reason->window->record.shown_as == window->record.shown_as);
      });
  if (found != reasons_.end())
    return *found;
  const auto asked = std::make_shared<CellReason>();
  asked->cycle = cycle;
  asked->lane = lane;
  asked->op = op;
  asked->window = window;
  asked->chain_sought = with_chain;
  add_request([&asked](Engine& engine) { engine.requests.reason = asked; });
  return nullptr;
}

double Run::retired_at(std::uint64_t cycle) const {
  return whole_ ? static_cast<double>(first_->index.retired_at(Cycle{cycle}))
                : overview_.retired_at(cycle);
}

std::uint64_t Run::cycle_of_retired(double instructions) const {
  if (!whole_)
    return overview_.cycle_of_retired(instructions);
  const Cycle cycle = first_->index.retirement(static_cast<std::size_t>(instructions));
  return std::min(cycle.value, last_cycle_);
}

std::shared_ptr<Task> Run::scan(std::uint64_t cycle, bool forwards, Look look, Found done) {
  const auto engine = engine_;
  const WindowPtr whole = whole_ ? WindowPtr(first_) : nullptr;
  const std::uint64_t end = last_cycle_;
  const std::uint64_t step = course_ == nullptr ? 4096 : window_cycles();
  return worker_.start([=, this](Task& task) {
    std::optional<RunPlace> place;
    std::uint64_t at = forwards ? cycle + 1 : std::min(cycle, end + 1);
    while (!place && !task.cancelled() && engine != nullptr && (forwards ? at <= end : at > 1)) {
      const std::uint64_t from = forwards ? at : (at > step ? at - step : 1);
      const std::uint64_t to = forwards ? std::min(at + step, end + 1) : at;
      // Waits that began before the interval are detected at its first cycle.
      const WindowPtr window =
          whole != nullptr ? whole : engine->record(from > 1 ? from - 1 : 1, to);
      place = look(*window, Cycle{from}, Cycle{to});
      at = forwards ? to : from;
      if (whole == nullptr)
        engine->serve_requests(poster(engine, task)); // requests of the display are served during
                                                      // the search
      task.set_progress(static_cast<double>(at) / static_cast<double>(end + 1));
    }
    task.post([done, place] { done(place); });
  });
}

std::shared_ptr<Task> Run::find_stall(std::uint64_t cycle, bool forwards, Found done) {
  const auto look = [forwards](const RunWindow& window, Cycle from,
                               Cycle to) -> std::optional<RunPlace> {
    const Cycle found =
        forwards ? window.index.next_stall(Cycle{from.value - 1}) : window.index.previous_stall(to);
    if (found == kNever || found < from || found >= to)
      return std::nullopt;
    return RunPlace{found.value, kNoOp};
  };
  return scan(cycle, forwards, look, std::move(done));
}

std::shared_ptr<Task> Run::run_to(std::vector<session::Condition> conditions, std::uint64_t cycle,
                                  Found done) {
  const auto engine = engine_;
  return worker_.start([=](Task& task) {
    std::optional<RunPlace> place;
    if (engine != nullptr && engine->session != nullptr) {
      session::Session& session = *engine->session;
      const std::uint64_t present = session.cycle();
      session.seek(cycle);
      for (const session::Condition& condition : conditions)
        session.add_breakpoint(condition);
      const session::Pause pause =
          session.run(engine->cycles, [&task] { return !task.cancelled(); });
      if (pause == session::Pause::breakpoint)
        place = RunPlace{session.cycle(), kNoOp};
      while (session.remove_breakpoint(0)) {
      }
      session.seek(present);
    }
    task.post([done, place] { done(place); });
  });
}

/// Edits the session at the end of a cycle, and simulates the run again.
template <class Change> void Run::change(std::uint64_t cycle, Change apply) {
  if (engine_ == nullptr || engine_->session == nullptr || state_ == State::opening)
    return;
  state_ = State::opening;
  const auto engine = engine_;
  opening_ = worker_.start([this, engine, cycle, apply = std::move(apply)](Task& task) {
    engine->session->seek(cycle);
    apply(*engine->session);
    engine->go_through(task, poster(engine, task));
  });
}

void Run::set_register(std::uint64_t cycle, RegId reg, std::uint64_t value) {
  change(cycle, [reg, value](session::Session& session) { session.set_register(reg, value); });
}

void Run::set_memory(std::uint64_t cycle, std::uint64_t address, std::vector<std::uint8_t> bytes) {
  change(cycle, [address, bytes = std::move(bytes)](session::Session& session) {
    session.set_memory(address, bytes);
  });
}

void Run::add_input(std::uint64_t cycle, std::string text) {
  change(cycle, [text = std::move(text)](session::Session& session) { session.add_input(text); });
}

void Run::number_like(const Run& other) {
  if (!whole_ || !other.whole_)
    return;
  const Alike wanted{first_, other.first_};
  if (alike_ == wanted)
    return;
  alike_ = wanted;
  worker_.start([this, wanted](Task& task) {
    // A copy, since a search may be reading the original.
    auto numbered = std::make_shared<RunWindow>();
    numbered->record = wanted.mine->record;
    numbered->record.shown_as.clear();
    trace::number_operations(numbered->record);
    if (task.cancelled() || !trace::number_alike(wanted.other->record, numbered->record))
      return;
    numbered->index = TimelineIndex(numbered->record.timeline);
    task.post([this, wanted, numbered] {
      if (alike_ != wanted || first_ != wanted.mine)
        return; // the run has been replaced
      first_ = numbered;
      alike_.mine = numbered;
      ++version_;
    });
  });
}

} // namespace stallscope::gui
