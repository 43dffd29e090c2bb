#include "base/byte_size.hpp"
#include "base/utf8.hpp"
#include "commands.hpp"
#include "diff/diff_report.hpp"
#include "diff/run_difference.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "input_output/trace_file.hpp"
#include "isa/file_copies.hpp"
#include "session/repeat.hpp"
#include "session/runner.hpp"
#include "session/simulation.hpp"
#include "subject/subject.hpp"
#include "trace/event_feed.hpp"
#include "train/train_difference.hpp"
#include "train/train_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

namespace stallscope::cli {

namespace {

/// Limit of instructions with a difference listed in JSON and CSV.
constexpr std::size_t kMostListed = 1'000'000;

/// One of the two runs, produced incrementally, so that no run is stored as a whole.
class DiffSide {
public:
  virtual ~DiffSide() = default;
  /// Produces more instructions; false at the end.
  [[nodiscard]] virtual bool step() = 0;
  /// Finishes reading; false if the input could not be read.
  [[nodiscard]] virtual bool conclude() = 0;
  [[nodiscard]] virtual std::optional<trace::Ledger> ledger() const { return std::nullopt; }
  /// Current cycle.
  [[nodiscard]] virtual std::uint64_t cycle() const { return retired_.cycles(); }
  /// The program has been shown to run forever.
  [[nodiscard]] virtual bool never_ends() const { return false; }
  [[nodiscard]] trace::Retirements& retired() { return retired_; }
  std::string name;

protected:
  trace::Retirements retired_;
};

class TraceSide final : public DiffSide {
public:
  explicit TraceSide(const std::string& file) {
    name = file;
    input_.file = file;
    reading_ = std::make_unique<TraceReading>(input_, retired_);
  }
  [[nodiscard]] bool open() { return reading_->open(); }
  [[nodiscard]] bool step() override { return reading_->step(); }
  [[nodiscard]] bool conclude() override { return reading_->conclude() == TraceRead::whole; }

private:
  TraceInput input_;
  std::unique_ptr<TraceReading> reading_;
};

class RunSide final : public DiffSide {
public:
  RunSide(isa::Program program, machine::Machine machine, const Subject& subject)
      : program_(std::move(program)), machine_(std::move(machine)),
        limit_cycles_(subject.limit_cycles.value_or(kNever.value)),
        limit_memory_(subject.limit_memory),
        simulation_(session::Simulation::of(program_, machine_, {.input = {}, .output = &silent_})),
        feed_(retired_, [this](std::uint32_t i) { return facts_of(i); }) {
    name = fmt::format("{} on {}", program_.name, machine_.name);
    if (!subject.limit_cycles && !subject.limit_instructions)
      repeats_.emplace(*simulation_);
    simulation_->begin_record(sink_);
    feed_.start(simulation_->lanes(), program_.register_names, Cycle{1});
  }
  [[nodiscard]] bool step() override {
    constexpr std::uint64_t kStretch = 2048;
    if (simulation_->stopped() || simulation_->cycle() >= limit_cycles_ || has_too_much() ||
        (repeats_ && repeats_->is_over()))
      return false;
    const std::uint64_t cycles =
        repeats_ ? std::clamp(repeats_->quiet_cycles(), std::uint64_t{1}, kStretch) : kStretch;
    simulation_->record(std::min(simulation_->cycle() + cycles, limit_cycles_), sink_);
    feed_.add(sink_.log(), Cycle{simulation_->cycle() + 1});
    sink_.clear();
    return true;
  }
  [[nodiscard]] bool conclude() override {
    feed_.finish(Cycle{simulation_->cycle() + 1});
    if (has_too_much())
      print_error(fmt::format("{}: limit of {} of memory reached; --limit-memory SIZE allows more",
                              name, byte_size_words(limit_memory_)));
    else if (never_ends())
      print_error(fmt::format("{}: {}; compared up to there", name,
                              session::describe_repeat(*simulation_, *repeats_->repeat()).detail));
    return !has_too_much();
  }
  [[nodiscard]] std::optional<trace::Ledger> ledger() const override {
    return simulation_->totals().ledger;
  }
  [[nodiscard]] std::uint64_t cycle() const override { return simulation_->cycle(); }
  [[nodiscard]] bool never_ends() const override {
    return repeats_ && !simulation_->stopped() && repeats_->repeat();
  }

private:
  class Silent final : public isa::OutputSink {
  public:
    void write(std::uint64_t, std::string_view) override {}
  };

  [[nodiscard]] bool has_too_much() const {
    return simulation_->arch().memory.resident_bytes() + isa::bytes_of_file_copies(program_) >
           limit_memory_;
  }
  [[nodiscard]] trace::StaticFacts facts_of(std::uint32_t instruction) const {
    const isa::SourcePlace place = program_.place_of(instruction);
    return {.text = program_.text_of(instruction),
            .pc = program_.instruction(instruction).pc,
            .line = place.line,
            .file = program_.decoded && place.line != 0 ? std::string(place.file) : std::string(),
            .parts = {}};
  }

  isa::Program program_;
  machine::Machine machine_;
  std::uint64_t limit_cycles_;
  std::uint64_t limit_memory_;
  Silent silent_;
  std::unique_ptr<session::Simulation> simulation_;
  std::optional<session::RepeatWatch> repeats_; ///< none: the run is limited by an option
  trace::RecordingSink sink_;
  trace::EventFeed feed_;
};

/// A program, with its machine after an '@' that is not part of a file name.
struct ProgramAndMachine {
  std::string program;
  std::string machine;
};

ProgramAndMachine split(const std::string& text, const std::string& machine) {
  const std::size_t at = text.rfind('@');
  std::error_code none;
  if (at == std::string::npos || at == 0 || std::filesystem::exists(text, none))
    return {text, machine};
  return {text.substr(0, at), text.substr(at + 1)};
}

/// Prints the error and returns nothing.
std::unique_ptr<DiffSide> side_of(const std::string& text, const DiffArguments& a) {
  if (looks_like_trace(text) || holds_trace(text)) {
    auto side = std::make_unique<TraceSide>(text);
    if (!side->open())
      return nullptr;
    return side;
  }
  const ProgramAndMachine names = split(text, a.subject.machine);
  if (names.machine == kReferenceMachine) {
    print_error(fmt::format("{}: machine {} has no pipeline to compare; expected another machine "
                            "(see 'stallscope machines')",
                            text, kReferenceMachine));
    return nullptr;
  }
  auto machine = load_machine(names.machine, a.subject.settings);
  if (!machine)
    return nullptr;
  Subject subject = a.subject;
  subject.program = names.program;
  subject.quiet = a.look.quiet;
  auto program = load_for(names.program, subject, *machine);
  if (!program || !can_run(*machine, *program))
    return nullptr;
  return std::make_unique<RunSide>(*std::move(program), *std::move(machine), subject);
}

/// Both runs have the same source, so that line numbers are comparable.
bool same_source(const DiffArguments& a) {
  if (holds_trace(a.a) || holds_trace(a.b))
    return true;
  return split(a.a, "").program == split(a.b, "").program;
}

/// The result of the comparison.
enum class Compared : std::uint8_t { whole, cut, interrupted, failed };

/// Advances the run with fewer pending instructions, to limit memory use.
Compared compare(DiffSide& a, DiffSide& b, RunDifference& difference, std::uint64_t most,
                 ProgressMeter& meter) {
  bool a_goes = true;
  bool b_goes = true;
  const auto advance = [](DiffSide& side, bool& goes) {
    goes = side.step();
    return goes || side.conclude();
  };
  const auto start = std::chrono::steady_clock::now();
  while (a_goes || b_goes) {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!meter({a.cycle(), difference.a_instructions(), seconds}))
      return Compared::interrupted;
    const bool turn_of_a = a_goes && (a.retired().ready().empty() || !b_goes);
    if (!(turn_of_a ? advance(a, a_goes) : b_goes ? advance(b, b_goes) : advance(a, a_goes)))
      return Compared::failed;
    difference.add(a.retired(), b.retired(), most);
    if (difference.a_instructions() >= most)
      return Compared::cut;
    if ((!a_goes && a.retired().ready().empty()) || (!b_goes && b.retired().ready().empty()))
      difference.add_rest(a.retired(), b.retired());
  }
  return Compared::whole;
}

} // namespace

int diff_command(const DiffArguments& a) {
  if (!can_write(a.output_file) ||
      !keeps_inputs({{"--output", a.output_file}}, {{"A", a.a}, {"B", a.b}}))
    return kExitBadInput;
  if (is_plan_file(a.a) != is_plan_file(a.b)) {
    print_error(fmt::format("{} is a plan of training, {} is none; expected two plans, or none",
                            is_plan_file(a.a) ? a.a : a.b, is_plan_file(a.a) ? a.b : a.a));
    return kExitBadInput;
  }
  if (is_plan_file(a.a))
    return diff_plans(a);
  catch_interrupts();
  const std::unique_ptr<DiffSide> left = side_of(a.a, a);
  const std::unique_ptr<DiffSide> right = left ? side_of(a.b, a) : nullptr;
  if (!left || !right)
    return interrupted() ? kExitInterrupted : kExitBadInput;
  const bool text = a.format == Format::text;
  RunDifference difference(text ? a.limit : kMostListed, same_source(a));
  const std::uint64_t asked = a.subject.limit_instructions.value_or(session::kStandardLimit);
  const std::uint64_t most = std::min(asked, a.subject.limit.value_or(asked));
  ProgressMeter meter(fmt::format("{} against {}", left->name, right->name), a.subject,
                      a.look.quiet);
  const Compared compared = compare(*left, *right, difference, most, meter);
  if (compared == Compared::interrupted)
    return kExitInterrupted;
  if (compared == Compared::failed)
    return kExitBadInput;
  DiffReport report;
  report.a = {left->name, left->retired().cycles(), difference.a_instructions(), left->ledger(),
              left->retired().held()};
  report.b = {right->name, right->retired().cycles(), difference.b_instructions(), right->ledger(),
              right->retired().held()};
  report.cut = compared == Compared::cut;
  report.difference = &difference;
  const std::string words = a.format == Format::json  ? diff_json(report)
                            : a.format == Format::csv ? diff_csv(report, a.part)
                                                      : clean_lines(diff_text(report, a.limit));
  if (!(text && a.look.quiet) && !write_result(a.output_file, words))
    return kExitBadInput;
  const bool given_up = report.cut && (!a.subject.limit_instructions || most < asked);
  if (given_up)
    print_error(fmt::format("both runs were given up after {} instructions, {}", most,
                            a.subject.limit ? "the --limit"
                                            : "the default of --limit; --limit N allows more"));
  if (given_up || left->never_ends() || right->never_ends())
    return kExitGuestFault;
  return differ(report) ? kExitDifferent : kExitOk;
}

} // namespace stallscope::cli
