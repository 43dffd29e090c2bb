#include "session/runner.hpp"

#include "run/describe_end.hpp"
#include "run/legend.hpp"
#include "run/progress_limit.hpp"
#include "run/unset_bound.hpp"
#include "session/repeat.hpp"
#include "session/simulation.hpp"
#include "session/summary.hpp"
#include "simulation/collecting_sink.hpp"
#include "simulation/scout.hpp"
#include "trace/event_feed.hpp"
#include "trace/timeline_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace stallscope::session {

namespace {

/// One run, with its window of recording and its limits.
class Run {
public:
  Run(const isa::Program& program, const machine::Machine& machine, const RunOptions& options)
      : options_(options), limit_(options.progress, memory_limit_, program),
        output_(options.live_output, options.keep_output ? options.keep_output_bytes : 0),
        simulation_(Simulation::of(program, machine,
                                   isa::Environment{.input = options.input,
                                                    .output = &output_,
                                                    .commits = options.commit_log,
                                                    .input_source = options.input_source,
                                                    .call_limit = &limit_})),
        now_(*simulation_) {
    by_ops_ = options.from_op && !options.cycles_choose;
    if (options.record && options.stream != nullptr)
      feed_.emplace(*options.stream, [this](std::uint32_t instruction) {
        return facts_of(now_.program(), now_, instruction);
      });
    if (options.until)
      scout_ = std::make_unique<Scout>(now_, std::vector{*options.until});
    if (stops_at_repeats(options))
      watch_.emplace(now_, stopping_conditions(options));
  }

  trace::RunRecord run();

private:
  enum class End : std::uint8_t {
    stopped,
    limit,
    condition,
    interrupted,
    too_large,
    memory,
    repeats
  };

  bool go_on(std::uint64_t until_cycle, bool recording);
  bool at_limit();
  std::uint64_t slice_end(std::uint64_t until_cycle, bool recording);
  bool may_go_on();
  bool watches() const;
  bool outgrows_memory();
  bool skip_to_window();
  std::uint64_t counted() const;
  bool in_op_window();
  bool outgrown();
  void pass_on_events();
  /// The maximum number of events has been recorded.
  bool is_full() const { return events_ > options_.max_events; }
  bool record_window(bool running);
  trace::StopInfo stop_info() const;
  trace::RunRecord result();

  const RunOptions& options_;
  MemoryLimit memory_limit_{options_.limit_memory_bytes};
  ProgressLimit limit_;
  CollectingSink output_;
  std::unique_ptr<Simulation> simulation_;
  Simulation& now_;              ///< the object owned by simulation_
  std::unique_ptr<Scout> scout_; ///< for the conditions at which the run stops
  std::optional<RepeatWatch> watch_;
  trace::RecordingSink recorder_;
  // One of these receives the record, slice by slice.
  std::optional<trace::EventFeed> feed_;
  std::optional<trace::TimelineBuilder> timeline_;
  std::uint64_t events_ = 0; ///< number of events added to timeline_
  std::uint64_t recorded_from_ = 0;
  std::uint64_t recorded_to_ = 0;
  bool by_ops_ = false; ///< the window is one of operations
  OpId first_wanted_;   ///< the first that may be one of them
  OpId window_end_;     ///< the last of them, once it has been fetched
  RecordStart start_;
  OpId first_recorded_op_; ///< the oldest operation in flight when recording began
  std::optional<trace::Structures> structures_;
  std::string too_large_;
  /// Number of cycles that take less than 0.1 s when stepped.
  static constexpr std::uint64_t kFirstSlice = 65'536;
  std::uint64_t slice_cycles_ = kFirstSlice; ///< grows until a slice takes about 100 ms
  std::uint64_t last_look_ = 0;              ///< cycle and time of the last call of the progress
                                             ///< callback
  double looked_at_ = 0;
  End end_ = End::stopped;
  std::vector<std::string> notes_;
};

/// The last cycle up to which the simulation may run without a check: certainly within the limits,
/// and not past the next check by the progress callback, the memory limit, the repetition watch or
/// the scout.
std::uint64_t Run::slice_end(std::uint64_t until_cycle, bool recording) {
  std::uint64_t end = std::min(until_cycle, now_.cycle() + slice_cycles_);
  end = std::min(end, options_.limit_cycles);
  if (options_.structures_at && now_.cycle() < *options_.structures_at)
    end = std::min(end, *options_.structures_at);
  const std::uint64_t to_look =
      memory_limit_.instructions_to_look(now_.program(), now_.arch()) / now_.fetch_width();
  if (to_look < slice_cycles_)
    end = std::min(end, now_.cycle() + std::max<std::uint64_t>(to_look, 1));
  const std::uint64_t left = options_.limit_instructions - now_.retired();
  // Not reached even at full retirement width.
  const std::uint64_t safe = left / now_.retire_width();
  if (safe < slice_cycles_)
    end = std::min(end, now_.cycle() + std::max<std::uint64_t>(safe, 1));
  constexpr std::uint64_t kAskEvery = 16'384;
  if (recording && options_.too_large)
    end = std::min(end, now_.cycle() + kAskEvery);
  // Short slices keep the log small enough for the host's caches.
  constexpr std::uint64_t kFeedEvery = 2048;
  constexpr std::uint64_t kBuildEvery = 256;
  if (recording)
    end = std::min(end, now_.cycle() + (feed_ ? kFeedEvery : kBuildEvery));
  if (recording) { // short enough that the log exceeds its limit only by a little
    constexpr std::uint64_t kManyEventsACycle = 64;
    const std::uint64_t room = options_.max_events - events_;
    end = std::min(end, now_.cycle() + std::max<std::uint64_t>(room / kManyEventsACycle, 1));
  }
  if (watches())
    end = std::min(end, now_.cycle() + std::max<std::uint64_t>(watch_->quiet_cycles(), 1));
  if (scout_ == nullptr)
    return end;
  const std::uint64_t quiet = scout_->quiet_cycles();
  return std::min(end, now_.cycle() + std::max<std::uint64_t>(quiet, 1));
}

/// A limit has been reached; a program that has just ended counts as ended, not as limited.
bool Run::at_limit() {
  if (now_.cycle() < options_.limit_cycles && now_.retired() < options_.limit_instructions)
    return false;
  end_ = now_.settle_end() ? End::stopped : End::limit;
  return true;
}

/// Simulates to a cycle; false when the run has ended for any reason.
bool Run::go_on(std::uint64_t until_cycle, bool recording) {
  while (now_.cycle() < until_cycle) {
    if (at_limit())
      return false;
    const std::uint64_t to = slice_end(until_cycle, recording);
    if (!recording)
      now_.run(to);
    else if (by_ops_) // it ends in a cycle that is not known beforehand
      now_.step(to, recorder_);
    else
      now_.record(to, recorder_);
    if (recording)
      pass_on_events();
    if (now_.cycle() == options_.structures_at && !structures_)
      structures_ = trace::Structures{Cycle{now_.cycle()}, now_.structures()};
    if (limit_.ended()) {
      end_ = End::interrupted;
      return false;
    }
    if (now_.stopped() || outgrows_memory())
      return false;
    if (watches() && watch_->is_over()) {
      end_ = End::repeats;
      return false;
    }
    if (options_.until && holds(*options_.until, now_)) {
      end_ = End::condition;
      return false;
    }
    if (recording && outgrown()) {
      if (options_.keep_too_large)
        return true;
      end_ = End::too_large;
      return false;
    }
    if (recording && (is_full() || (by_ops_ && !in_op_window())))
      return true;
    if (!may_go_on()) {
      end_ = End::interrupted;
      return false;
    }
  }
  return true;
}

/// The guest has exceeded its memory limit.
bool Run::outgrows_memory() {
  if (!limit_.memory_reached() && !memory_limit_.is_passed(now_.program(), now_.arch()))
    return false;
  end_ = End::memory;
  return true;
}

/// Repetitions are watched for, once the whole window has been recorded.
bool Run::watches() const {
  if (!watch_ || !options_.record)
    return watch_.has_value();
  return by_ops_ ? *options_.to_op == kNever.value || counted() >= *options_.to_op
                 : options_.to_cycle == kNever.value || now_.cycle() >= options_.to_cycle;
}

/// Calls the progress callback about every 100 ms: not more often, because each call makes fast
/// forward step its last cycles and add up its counts.
bool Run::may_go_on() {
  if (now_.cycle() - last_look_ < slice_cycles_)
    return true;
  const double now = limit_.seconds();
  if (now - looked_at_ < 0.08 && slice_cycles_ < (1ULL << 30))
    slice_cycles_ *= 2;
  else if (now - looked_at_ > 0.2 && slice_cycles_ > kFirstSlice)
    slice_cycles_ /= 2;
  last_look_ = now_.cycle();
  looked_at_ = now;
  return limit_.may_go_on(now_.cycle(), now_.retired());
}

/// Runs without recording to the beginning of the recorded window, or slightly before.
bool Run::skip_to_window() {
  const std::uint64_t lead = feed_ ? 0 : now_.record_lead(); // a feed does not report empty lanes
  if (!by_ops_)
    return options_.from_cycle <= 1 + lead || go_on(options_.from_cycle - 1 - lead, false);
  // An instruction may count as several micro-ops.
  const std::uint64_t width =
      now_.fetch_width() * (options_.counts_right_path ? 1 : now_.most_ops_per_instruction());
  const std::uint64_t before = *options_.from_op - 1;
  bool running = true;
  while (running && counted() + width <= before)
    running = go_on(now_.cycle() + std::max<std::uint64_t>((before - counted()) / width, 1), false);
  return running;
}

/// Number of operations fetched, in the count by which windows are given.
std::uint64_t Run::counted() const {
  return options_.counts_right_path ? now_.arch().instructions : now_.next_op().value - 1;
}

/// An operation of the window is in flight or has not been fetched yet.
bool Run::in_op_window() {
  if (counted() < *options_.to_op)
    return true;
  if (!window_end_) {
    window_end_ = options_.counts_right_path ? OpId{now_.next_op().value - 1} // or little before
                                             : OpId{*options_.to_op};
    if (options_.only_window_waits)
      recorder_.narrow(first_wanted_, window_end_);
  }
  return now_.oldest_op() <= window_end_;
}

/// The record is larger than the caller accepts.
bool Run::outgrown() {
  if (options_.too_large)
    too_large_ =
        options_.too_large({Cycle{recorded_from_}, Cycle{now_.cycle() + 1}, first_recorded_op_,
                            OpId{now_.next_op().value - 1}, now_.lanes().size()});
  return !too_large_.empty();
}

/// Passes the recorded events to the feed or the timeline.
void Run::pass_on_events() {
  if (feed_) {
    feed_->add(recorder_.log(), Cycle{now_.cycle() + 1});
  } else {
    if (!timeline_)
      return; // the window has not begun
    timeline_->add(recorder_.log());
    events_ += recorder_.log().size();
  }
  recorder_.clear();
}

bool Run::record_window(bool running) {
  if (by_ops_) {
    first_wanted_ = now_.next_op();
    if (options_.only_window_waits)
      recorder_.narrow(first_wanted_, OpId{kNever.value});
    recorder_.end_when([this] {
      const bool is_fetched = bool{window_end_}; // or in this cycle: then others look as well
      return !in_op_window() || is_fetched != bool{window_end_};
    });
  }
  now_.begin_record(recorder_);
  if (running && !by_ops_ && now_.cycle() + 1 < options_.from_cycle)
    running = go_on(options_.from_cycle - 1, true);
  recorded_from_ = now_.cycle() + 1;
  start_ = now_.record_start();
  first_recorded_op_ = now_.oldest_op();
  if (feed_)
    feed_->start(now_.lanes(), register_names(now_.program(), now_.machine().dynamic.has_value()),
                 Cycle{recorded_from_});
  else
    timeline_.emplace(now_.lanes(), Cycle{recorded_from_});
  while (running && !is_full() && too_large_.empty() &&
         (by_ops_ ? in_op_window() : now_.cycle() < options_.to_cycle))
    running = go_on(by_ops_ ? kNever.value : options_.to_cycle, true);
  recorded_to_ = now_.cycle();
  pass_on_events();
  if (feed_) {
    feed_->finish(Cycle{recorded_to_ + 1});
    return running;
  }
  if (end_ != End::interrupted && outgrown() && !options_.keep_too_large) {
    end_ = End::too_large;
    return false;
  }
  if (running && is_full())
    notes_.push_back(
        fmt::format("recording stopped at cycle {}: more than {} events; show a window with "
                    "--cycles or --instructions",
                    now_.cycle(), options_.max_events));
  return running;
}

trace::RunRecord Run::run() {
  bool running = true;
  if (options_.record)
    running = record_window(skip_to_window());
  if (running && !options_.stop_after_window)
    go_on(kNever.value, false);
  outgrows_memory();
  return result();
}

trace::StopInfo Run::stop_info() const {
  trace::StopInfo stop = describe_stop(now_);
  if (end_ == End::limit) {
    stop.reason = "limit";
    stop.detail =
        now_.cycle() >= options_.limit_cycles
            ? fmt::format("limit of {} cycles reached", options_.limit_cycles)
            : instruction_limit_sentence(now_.program(), options_, options_.limit_instructions);
    const std::uint64_t retired = now_.retired();
    if (options_.limit_kind == LimitKind::asked && now_.cycle() < options_.limit_cycles &&
        retired > options_.limit_instructions)
      stop.detail += fmt::format(", and passed: {} have retired by the end of cycle {}", retired,
                                 now_.cycle());
  } else if (end_ == End::condition) {
    stop.reason = "condition";
    stop.detail = fmt::format("'{}' holds in cycle {}", options_.until->text, now_.cycle());
  } else if (end_ == End::interrupted) {
    stop.reason = "interrupted";
    stop.detail = fmt::format("interrupted in cycle {}", now_.cycle());
  } else if (end_ == End::repeats) {
    stop = describe_repeat(now_, *watch_->repeat());
    if (options_.until)
      stop.detail += never_holds(*options_.until);
  } else if (end_ == End::memory) {
    stop.reason = "memory";
    stop.detail = memory_limit_.sentence();
  } else if (end_ == End::too_large) {
    stop.reason = "interrupted";
    stop.detail = too_large_;
  }
  return stop;
}

trace::RunRecord Run::result() {
  const isa::Program& program = now_.program();
  trace::RunRecord record = summary_of(now_);
  record.host_seconds = limit_.seconds();
  record.stop = stop_info();
  record.structures = structures_;
  record.too_large = too_large_;
  if (timeline_ && (too_large_.empty() || options_.keep_too_large))
    record.timeline = timeline_->finish(Cycle{recorded_to_ + 1});
  record.timeline.start = start_;
  record.legend =
      make_legend(program, record.timeline, [this](std::uint32_t i) { return now_.parts_of(i); });
  trace::number_operations(record);
  if (options_.counts_right_path && options_.from_op)
    record.window =
        trace::op_window(record, *options_.from_op, options_.to_op.value_or(kNever.value));
  record.notes.insert(record.notes.begin(), notes_.begin(), notes_.end());
  if (options_.at_end)
    options_.at_end(now_.arch());
  if (options_.signature)
    record.signature = signature_of(program, now_.arch());
  if (options_.commit_log != nullptr)
    options_.commit_log->finish(now_.completed());
  output_.take(
      add_call_results(output_, program, now_.arch(), record.stop, now_.arch().output_bytes),
      record);
  return record;
}

} // namespace

bool stops_at_repeats(const RunOptions& options) {
  const bool limited =
      options.limit_cycles != kNever.value || options.limit_instructions != kNever.value;
  const bool comes = options.until && options.until->kind == Condition::Kind::cycle;
  return options.stop_at_repeats && !comes && (!limited || options.limit_kind != LimitKind::asked);
}

std::vector<Condition> stopping_conditions(const RunOptions& options) {
  return options.until ? std::vector{*options.until} : std::vector<Condition>{};
}

std::string instruction_limit_sentence(const isa::Program& program, const RunOptions& options,
                                       std::uint64_t limit) {
  constexpr std::uint64_t kBillion = 1'000'000'000;
  if (!options.limit_sentence.empty())
    return options.limit_sentence;
  // With a condition it may repeat, and go on because an instruction of the period may fulfil it.
  const std::uint64_t period =
      stops_at_repeats(options) && !options.until ? longest_period_found(limit) : 0;
  const std::string unlike =
      period == 0 ? ""
                  : fmt::format("; its state does not repeat with a period of up to {} "
                                "instructions, longer periods are not searched for",
                                period);
  switch (options.limit_kind) {
  case LimitKind::asked:
    break;
  case LimitKind::safety:
    return fmt::format("stopped after {} instructions, the --limit{}", limit, unlike);
  case LimitKind::standard:
    return fmt::format("stopped after {}{} instructions, the default of --limit; --limit N lets it "
                       "go on for longer{}{}",
                       limit % kBillion == 0 ? limit / kBillion : limit,
                       limit % kBillion == 0 ? " billion" : "",
                       program.platform == isa::Platform::simple
                           ? ", --reg NAME=VALUE gives a register another value than 0 to begin "
                             "with, such as the bound of a loop"
                           : "",
                       unlike);
  }
  return fmt::format("limit of {} instructions reached", limit);
}

trace::RunRecord run_program(const isa::Program& program, const machine::Machine& machine,
                             const RunOptions& options) {
  const std::optional<UnsetBound> bound = find_unset_bound(program, machine, options);
  if (!bound)
    return Run(program, machine, options).run();
  RunOptions shorter = options;
  shorter.limit_instructions = bound->instructions;
  shorter.limit_sentence = bound->sentence;
  return Run(program, machine, shorter).run();
}

} // namespace stallscope::session
