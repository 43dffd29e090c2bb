#include "sweep/run_point.hpp"

#include "base/sha256.hpp"
#include "isa/load_elf.hpp"
#include "isa/written_code.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"
#include "session/sample/sample.hpp"
#include "trace/top_down.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <new>
#include <set>

namespace stallscope::sweep {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

namespace {

using Json = nlohmann::ordered_json;

/// Hashes the guest's output, which may be long, without storing it.
class OutputHash final : public isa::OutputSink {
public:
  void write(std::uint64_t, std::string_view text) override {
    hash_.add(text);
    bytes_ += text.size();
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::string hash() { return hash_.hex().substr(0, 16); }

private:
  Sha256 hash_;
  std::uint64_t bytes_ = 0;
};

std::string compact(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string ledger_json(const trace::Ledger& ledger) {
  Json json = Json::object();
  for (const trace::LedgerPoint point : ledger.points()) {
    const trace::LedgerAccount& account = ledger.at(point);
    Json& slots = json[std::string(ledger.name(point))];
    slots["width"] = account.width;
    slots["used"] = account.used();
    for (std::size_t i = 1; i < kReasonCount; ++i)
      if (account.slots[i] != 0)
        slots[std::string(info(static_cast<Reason>(i)).name)] = account.slots[i];
  }
  return compact(json);
}

std::string cpi_json(const trace::RunRecord& run) {
  const trace::CpiStack stack = trace::cpi_stack(run.ledger.at(trace::LedgerPoint::retire));
  Json json = Json::object();
  for (const trace::CpiPart& part : stack.parts)
    json[std::string(info(part.reason).name)] = stack.cpi(part.slots, run.instructions);
  return compact(json);
}

std::string counts_json(const std::vector<trace::UnitCount>& counts) {
  Json json = Json::object();
  for (const trace::UnitCount& count : counts) {
    if (count.mean)
      json[count.name] = *count.mean;
    else
      json[count.name] = count.count;
  }
  return compact(json);
}

std::string settings_json(const Variant& variant) {
  Json json = Json::object();
  for (const auto& [key, value] : variant.settings) {
    const Json parsed =
        value.is_number ? Json::parse(value.toml, nullptr, false) : Json(value.text);
    json[key] = parsed.is_discarded() ? Json(value.text) : parsed;
  }
  return compact(json);
}

/// The program of a point as loaded for the point's machine.
const isa::Program& read_for(const Plan& plan, const Point& point) {
  const Variant& variant = plan.variants[point.variant];
  const bool delay_slots = variant.value && variant.value->delay_slot;
  return *plan.programs[point.program].read[delay_slots ? 1 : 0];
}

/// Ends of a run that are failures of the run, not results of the program.
bool is_failure(const trace::StopInfo& stop) {
  constexpr std::string_view kFailures[] = {"failed",      "signal",     "abort",   "fault",
                                            "no_progress", "breakpoint", "repeats", "undeclared"};
  return std::find(std::begin(kFailures), std::end(kFailures), stop.reason) != std::end(kFailures);
}

void take_numbers(const trace::RunRecord& run, Row& row) {
  row.set(Column::instructions, run.instructions);
  row.at(Column::exit_code) = run.stop.exit_code;
  if (!run.timed)
    return;
  row.set(Column::cycles, run.cycles);
  row.set(Column::micro_ops, run.micro_ops);
  row.set(Column::ipc, run.ipc());
  row.set(Column::branches, run.branches);
  row.set(Column::mispredictions, run.mispredictions);
  row.set(Column::wrong_path_ops, run.wrong_path_ops);
  row.set(Column::ledger, ledger_json(run.ledger));
  row.set(Column::cpi, cpi_json(run));
  row.set(Column::counts, counts_json(run.unit_counts));
}

/// Stores estimates in the columns of counts, and their confidence intervals among the unit counts.
void take_sample(const session::SampleResult& result, Row& row) {
  const auto rounded = [](double value) { return static_cast<std::uint64_t>(std::llround(value)); };
  const auto instructions = static_cast<double>(result.instructions);
  const double branches = result.branches_per_instruction.value * instructions;
  row.set(Column::cycles, rounded(result.cycles.value));
  row.set(Column::instructions, result.instructions);
  row.at(Column::exit_code) = result.stop.exit_code;
  row.set(Column::ipc, 1 / result.cpi.value);
  row.set(Column::branches, rounded(branches));
  row.set(Column::mispredictions, rounded(branches * result.misprediction_rate.value));
  Json cpi = Json::object();
  for (const session::SampledShare& share : result.shares)
    if (share.point == trace::LedgerPoint::retire)
      cpi[std::string(info(share.reason).name)] = share.share.value * result.cpi.value;
  row.set(Column::cpi, compact(cpi));
  row.set(Column::counts, compact(Json{{"sample.units", result.samples},
                                       {"sample.confidence", result.confidence},
                                       {"sample.cycles_low", result.cycles.low},
                                       {"sample.cycles_high", result.cycles.high},
                                       {"sample.ipc_low", 1 / result.cpi.high},
                                       {"sample.ipc_high", 1 / result.cpi.low}}));
  row.set(Column::host_seconds, result.seconds);
  if (result.seconds > 0)
    row.set(Column::host_instructions_per_second, std::round(instructions / result.seconds));
}

} // namespace

DatabaseInfo database_info(const Plan& plan, std::uint64_t shard, std::uint64_t shards) {
  const Experiment& e = plan.experiment;
  DatabaseInfo info;
  info.plan_hash = plan.hash;
  info.version = STALLSCOPE_VERSION;
  info.title = e.title;
  info.experiment = e.text;
  info.experiment_file = e.file;
  info.keys = compact(Json(plan.keys));
  info.baseline = e.baseline ? e.baseline->text() : "";
  info.points = plan.points.size();
  info.shard = shard;
  info.shards = shards;
  return info;
}

std::vector<std::string> assumed_units(const Plan& plan) {
  std::vector<std::string> notes;
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (const Point& point : plan.points) {
    const Variant& variant = plan.variants[point.variant];
    if (!variant.value || plan.experiment.machines[variant.machine].file == kReference ||
        !seen.emplace(point.variant, point.program).second)
      continue;
    machine::Machine machine = *variant.value;
    for (const Diagnostic& d : machine::assume_units(machine, read_for(plan, point)))
      if (std::string note = format(d); std::find(notes.begin(), notes.end(), note) == notes.end())
        notes.push_back(std::move(note));
  }
  return notes;
}

Row row_of(const Plan& plan, const Point& point) {
  const Variant& variant = plan.variants[point.variant];
  const PlannedProgram& program = plan.programs[point.program];
  Row row;
  row.set(Column::point, point.number);
  row.set(Column::program, program.entry.name);
  row.set(Column::isa, isa::name(program.read.front()->isa));
  row.set(Column::machine, plan.experiment.machines[variant.machine].name);
  row.set(Column::scheduler, plan.experiment.schedulers[point.scheduler]);
  row.set(Column::repeat, std::uint64_t{point.repeat});
  row.set(Column::seed, plan.seed_of(point));
  row.set(Column::settings, settings_json(variant));
  row.set(Column::program_hash, program.hash);
  if (variant.value)
    row.set(Column::machine_hash, variant.hash);
  row.set(Column::version, STALLSCOPE_VERSION);
  if (plan.experiment.cost) {
    const Scalar cost = plan.experiment.cost->evaluate(
        [&](std::string_view name) { return plan.lookup(point, name); });
    if (const auto* number = std::get_if<double>(&cost))
      row.set(Column::cost, *number);
  }
  return row;
}

Row failed_row(const Plan& plan, const Point& point, std::string_view stop,
               std::string_view error) {
  Row row = row_of(plan, point);
  row.set(Column::status, std::string_view("failed"));
  row.set(Column::stop, stop);
  row.set(Column::error, error);
  return row;
}

/// The program with the order and the seed of the point; null, with the reason, if there is none.
const isa::Program* PointRunner::program_for(const Point& point, const machine::Machine& machine,
                                             std::string& problem) {
  const isa::Program* program = &read_for(plan_, point);
  const auto take = [&](Result<isa::Program> made) -> const isa::Program* {
    if (!made) {
      const Diagnostic& d = made.diagnostics().front();
      problem = d.message + (d.expected.empty() ? "" : "; expected " + d.expected);
      return nullptr;
    }
    own_ = std::move(made).value();
    copied_ = nullptr;
    return &*own_;
  };
  const std::string& scheduler = plan_.experiment.schedulers[point.scheduler];
  if (scheduler != "source")
    return take(scheduled_program(*program, machine, scheduler, plan_.experiment.optimal_seconds));
  if (!program->decoded)
    return program;
  if (copied_ != program) {
    own_ = *program;
    copied_ = program;
  }
  if (own_->platform == isa::Platform::linux_user)
    isa::set_seed(*own_, plan_.seed_of(point));
  // Discards the code written by earlier runs, whose size counts against a limit.
  own_->written = std::make_shared<isa::WrittenCode>(*own_);
  return &*own_;
}

void PointRunner::simulate(const Point& point, Row& row) {
  const Experiment& e = plan_.experiment;
  const Variant& variant = plan_.variants[point.variant];
  const auto fail = [&row](std::string_view stop, std::string_view error) {
    row.set(Column::status, std::string_view("failed"));
    row.set(Column::stop, stop);
    row.set(Column::error, error);
  };
  if (!variant.value)
    return fail("machine", variant.problem);
  machine::Machine machine = *variant.value;
  const bool reference = e.machines[variant.machine].file == kReference;
  if (!reference)
    (void)machine::assume_units(machine, read_for(plan_, point)); // the sentences are in
                                                                  // assumed_units()
  std::string problem;
  const isa::Program* program = program_for(point, machine, problem);
  if (program == nullptr)
    return fail("scheduler", problem);
  if (!reference)
    for (const Diagnostic& d : machine::check_runs(machine, *program))
      if (d.severity == Severity::error)
        return fail("machine", d.message + (d.expected.empty() ? "" : "; expected " + d.expected));

  session::RunOptions options;
  if (e.limits.instructions != 0)
    options.limit_instructions = e.limits.instructions;
  if (e.limits.cycles != 0)
    options.limit_cycles = e.limits.cycles;
  if (e.limits.memory_bytes != 0)
    options.limit_memory_bytes = e.limits.memory_bytes;
  options.input = plan_.programs[point.program].input;
  OutputHash output;
  options.live_output = &output;
  options.keep_output = false;
  const double began = processor_seconds();
  options.progress = [&](const session::Progress&) {
    return e.limits.seconds == 0 || processor_seconds() - began < e.limits.seconds;
  };
  if (e.sample && !reference)
    return simulate_sample(*program, machine, options, row);
  const trace::RunRecord run = reference ? session::run_on_reference(*program, machine, options)
                                         : session::run_program(*program, machine, options);
  if (run.stop.reason == "interrupted")
    return fail("seconds", fmt::format("limit of {} seconds reached", e.limits.seconds));
  if (run.stop.reason == "memory")
    return fail("memory", run.stop.detail + "; 'limit_memory' allows more");
  take_numbers(run, row);
  row.set(Column::output_bytes, output.bytes());
  row.set(Column::output_hash, output.hash());
  row.set(Column::host_seconds, run.host_seconds);
  if (run.host_seconds > 0)
    row.set(Column::host_instructions_per_second,
            std::round(static_cast<double>(run.instructions) / run.host_seconds));
  if (is_failure(run.stop))
    return fail(run.stop.reason, run.stop.detail);
  row.set(Column::status, std::string_view("done"));
  row.set(Column::stop, run.stop.reason);
}

/// Samples the program instead of simulating it whole. Its output is not stored.
void PointRunner::simulate_sample(const isa::Program& program, const machine::Machine& machine,
                                  const session::RunOptions& run, Row& row) const {
  const Experiment& e = plan_.experiment;
  session::SampleOptions options;
  options.error = e.sample_error;
  options.confidence = e.sample_confidence;
  options.run = run;
  options.run.live_output = nullptr;
  const session::SampleResult result = session::sample_program(program, machine, options);
  const auto fail = [&row](std::string_view stop, const std::string& error) {
    row.set(Column::status, std::string_view("failed"));
    row.set(Column::stop, stop);
    row.set(Column::error, std::string_view(error));
  };
  if (result.interrupted)
    return fail("seconds", fmt::format("limit of {} seconds reached", e.limits.seconds));
  if (result.samples == 0 || is_failure(result.stop))
    return fail(result.stop.reason, result.stop.detail);
  take_sample(result, row);
  row.set(Column::status, std::string_view("done"));
  row.set(Column::stop, result.stop.reason);
}

Row PointRunner::run(const Point& point) {
  Row row = row_of(plan_, point);
  try {
    simulate(point, row);
  } catch (const std::bad_alloc&) {
    own_.reset();
    copied_ = nullptr;
    row = failed_row(plan_, point, "memory", "there is not enough memory");
  }
  return row;
}

} // namespace stallscope::sweep
