// Random programs on random dynamically scheduled machines end as on the reference machine, with
// a ledger that balances.

#include "core/out_of_order/invariants.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "property/invariants.hpp"
#include "property/kernel_program.hpp"
#include "sanitized.hpp"
#include "session/runner.hpp"
#include "trace/build_timeline.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::property;

namespace {

class Printed final : public isa::OutputSink {
public:
  void write(std::uint64_t, std::string_view text) override { text_ += text; }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

/// Coverage of the random cases: each of these must occur in some.
class Encounters {
public:
  void add(const machine::Machine& machine, const core::OutOfOrderState& state) {
    using trace::LedgerPoint;
    const auto lost = [&state](LedgerPoint point, Reason why) {
      return state.ledger.at(point).slots[static_cast<std::size_t>(why)];
    };
    count_["replay"] += state.counters.replays;
    count_["misprediction"] += state.counters.mispredictions;
    count_["micro-op discarded"] += state.counters.flushed;
    for (const core::CacheState& cache : state.memory.caches)
      count_["access refused"] += cache.counters.refused;
    for (const core::WindowOp& op : state.rob.ops) // what the window contained last
      count_["two instructions fused"] += op.instructions == 2 ? 1 : 0;
    if (machine.dynamic->store_buffer_entries != 0)
      count_["store buffer full"] += lost(LedgerPoint::retire, Reason::buffer_full);
    count_["store queue full"] += lost(LedgerPoint::issue, Reason::store_full);
    for (const Reason why : {Reason::no_register, Reason::reorder_full, Reason::station_full,
                             Reason::load_full, Reason::waw})
      count_[std::string("at dispatch: ") + std::string(info(why).name)] +=
          lost(LedgerPoint::issue, why);
    for (const Reason why : {Reason::queue_full, Reason::icache_miss, Reason::mispredict,
                             Reason::redirect, Reason::fetch_group, Reason::control})
      count_[std::string("at fetch: ") + std::string(info(why).name)] +=
          lost(LedgerPoint::fetch, why);
    // Never RAW, WAR or a result bus: the oldest has no older producer, and is the first to write.
    for (const Reason why :
         {Reason::unit_busy, Reason::dcache_miss, Reason::memory_port, Reason::memory_order})
      count_[std::string("at retirement: ") + std::string(info(why).name)] +=
          lost(LedgerPoint::retire, why);
  }
  void check_all() const {
    for (const auto& [what, count] : count_) {
      INFO(what);
      CHECK(count > 0);
    }
  }

private:
  std::map<std::string, std::uint64_t> count_;
};

} // namespace

TEST_CASE("out of order: random programs on random machines end as on the reference machine",
          "[out_of_order]") {
  Encounters encounters;
  unsigned cases = 0;
  for_each_dynamic_case(810'000, 1500, [&](const Case& c) {
    INFO(c.described());
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    isa::Environment environment;
    environment.misaligned = machine.misaligned;
    environment.undeclared = machine.undeclared;
    const isa::ReferenceRun reference =
        isa::run_reference(c.program, environment, kCaseInstructions);
    const DynamicRun run = run_dynamic(c.program, machine, kCaseCycles);
    const core::OutOfOrderState* state = run.state.get();
    CHECK(differs_from_reference(c.program, run, reference) == "");
    if (machine.dynamic->renaming == machine::Renaming::physical) {
      // All physical registers except the architectural ones are free again; a temporary between
      // two micro-ops keeps its last one.
      CHECK(state->free_lists[0].size() + 32 + isa::kTemporaryCount >=
            machine.dynamic->integer_registers);
      CHECK(state->free_lists[1].size() + 32 == machine.dynamic->fp_registers);
    }
    // The window is empty, and all entries are free.
    CHECK(state->rob.oldest == state->rob.end);
    CHECK(state->rob.used == 0);
    CHECK(state->lsq.loads.used == 0);
    CHECK(state->lsq.stores.used == 0);
    for (const unsigned used : state->stations.used)
      CHECK(used == 0);
    std::string why;
    CHECK(state->ledger.balanced(&why));
    CHECK(why.empty());
    encounters.add(machine, *state);
    ++cases;
  });
  if (cases > 1) // not for a single requested case
    encounters.check_all();
}

namespace {

/// Steps a run cycle by cycle: the first cycle in which a part of the machine violates an
/// invariant.
template <class Sink>
std::string first_broken(const core::OutOfOrderCore& core, Sink& sink, std::uint64_t& cycles) {
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  std::string broken = core::broken_invariant(core, *state);
  while (broken.empty() && state->stop == core::StopReason::running && state->cycle < kCaseCycles) {
    core.run(*state, sink, state->cycle + 1);
    broken = core::broken_invariant(core, *state);
  }
  cycles += state->cycle;
  return broken.empty() ? "" : fmt::format("cycle {}: {}", state->cycle, broken);
}

} // namespace

TEST_CASE("out of order: every part of the machine keeps its invariants in every cycle",
          "[out_of_order]") {
  std::uint64_t cycles = 0;
  for_each_dynamic_case(830'000, 200, [&](const Case& c) {
    INFO(c.described());
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    const core::OutOfOrderCore core(c.program, machine, {});
    trace::NullSink nothing; // with deferred completions: Progress::timed
    CHECK(first_broken(core, nothing, cycles) == "");
    trace::RecordingSink sink;
    CHECK(first_broken(core, sink, cycles) == "");
  });
  CHECK(cycles > 0);
}

TEST_CASE("out of order: compiled programs run to their end", "[out_of_order]") {
  // Traps, code that changes itself, atomics, system calls, rounding modes.
  const std::vector<const char*> names{"rv64gc-linux/codegen.elf", "rv32imac-htif/atomics.elf",
                                       "rv64gc-htif/rounding.elf", "rv32imac-semihost/words.elf"};
  for (const char* name : listed_cases(names)) {
    INFO(name);
    const isa::Program program = kernel_program(name);
    isa::Environment environment;
    const isa::ReferenceRun reference = isa::run_reference(program, environment, 1ULL << 30);
    Printed output;
    environment.output = &output;
    machine::Machine machine;
    machine.predictor = machine::PredictorKind::tage;
    machine.dynamic = wide_machine();
    const core::OutOfOrderCore core(program, machine, environment);
    const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
    trace::NullSink sink;
    core.run(*state, sink, 1ULL << 30);
    CHECK(state->trap == reference.trap);
    CHECK(state->arch.exit_code == reference.state.exit_code);
    CHECK(output.text() == reference.output);
    CHECK(state->counters.retired == reference.state.instructions);
    CHECK(state->ledger.balanced());
  }
}

namespace {

/// Integer and floating-point registers. Higher numbers are machine state that instructions change
/// in addition to their results (floating-point flags, control registers).
constexpr RegId kOperandRegisters = 2 * core::kArchitectural;

/// Between two instructions the registers are those of the program at this point, whatever younger
/// instructions have executed.
void check_registers(const isa::Program& program, const isa::Environment& environment,
                     const core::OutOfOrderState& state) {
  const isa::ReferenceRun reference =
      isa::run_reference(program, environment, state.counters.retired);
  REQUIRE(reference.state.instructions == state.counters.retired);
  for (RegId reg = 0; reg < kOperandRegisters; ++reg)
    if (state.committed[reg] != reference.state.regs[reg])
      FAIL_CHECK(program.register_names[reg] << " is " << state.committed[reg] << ", not "
                                             << reference.state.regs[reg]);
}

} // namespace

TEST_CASE("out of order: the registers of every preset are precise at any time", "[out_of_order]") {
  constexpr std::uint64_t kCycles = 40'000;
  constexpr std::uint64_t kLooks = 8;
  for (const char* name : {"rv64gc-htif/sorts.elf", "rv64gc-htif/matrix_double.elf",
                           "rv64gc-htif/atomics.elf", "rv64gc-linux/json.elf"}) {
    const isa::Program program = kernel_program(name);
    for (const machine::PresetInfo& preset : listed_cases(machine::presets())) {
      const machine::Machine machine = machine::load_machine(std::string(preset.name)).value();
      if (!machine.dynamic)
        continue;
      INFO(name << " on " << preset.name);
      CHECK(machine::check_runs(machine, program).empty());
      isa::Environment environment;
      environment.misaligned = machine.misaligned;
      environment.undeclared = machine.undeclared;
      const core::OutOfOrderCore core(program, machine, environment);
      const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
      trace::NullSink sink;
      for (std::uint64_t look = 1; look <= kLooks; ++look) {
        core.run(*state, sink, look * kCycles / kLooks);
        const core::WindowOp& next = state->at(state->rob.oldest);
        if (state->rob.oldest == state->rob.end || next.planned->op.first)
          check_registers(program, environment, *state);
      }
      CHECK(state->counters.retired > 0);
      CHECK(state->ledger.balanced());
    }
  }
}

TEST_CASE("out of order: variables with the numbers of temporaries are written all the same",
          "[out_of_order]") {
  std::string source;
  for (unsigned i = 0; i < 505; ++i)
    source += fmt::format("v{} = {}\n", i, i + 1);
  const auto program = isa::assemble(isa::Isa::tac, "many.tac", source, {});
  REQUIRE(program);
  machine::Machine machine;
  machine.dynamic = wide_machine();
  const core::OutOfOrderCore core(*program, machine, {});
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  core.run(*state, sink, 10'000);
  CHECK(state->stop == core::StopReason::end);
  const RegId last = program->register_named("v504");
  REQUIRE(last >= isa::kFirstTemporary + isa::kTemporaryCount);
  for (RegId reg = isa::kFirstTemporary; reg <= last; ++reg)
    CHECK(state->committed[reg] == state->arch.regs[reg]);
  CHECK(state->committed[last] == 505);
}

namespace {

/// Events of the first cycles, reported at once or cycle by cycle.
Timeline record_of(const isa::Program& program, const machine::Machine& machine,
                   std::uint64_t cycles, bool single_cycles) {
  isa::Environment environment;
  environment.misaligned = machine.misaligned;
  environment.undeclared = machine.undeclared;
  const core::OutOfOrderCore core(program, machine, environment);
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::RecordingSink sink;
  core.report_snapshot(*state, sink);
  if (!single_cycles)
    core.run(*state, sink, cycles);
  while (state->stop == core::StopReason::running && state->cycle < cycles)
    core.run(*state, sink, state->cycle + 1);
  sink.covered(Cycle{1}, Cycle{state->cycle + 1});
  return trace::build_timeline(sink.log(), core.plan().names);
}

std::string words(const Cause& cause) {
  return fmt::format("{} r{} #{}", info(cause.why).name, cause.reg, cause.culprit.value);
}
std::string words(const OpRow& row) {
  return fmt::format("#{}, {} to {}", row.op.value, row.begin.value, row.end.value);
}
std::string words(const Span& span) {
  return fmt::format("#{} in lane {}, {} to {}: {}", span.op.value, span.lane, span.begin.value,
                     span.end.value, words(span.cause));
}
std::string words(const Gap& gap) {
  return fmt::format("lane {}, {} to {}: {}", gap.lane, gap.begin.value, gap.end.value,
                     words(gap.cause));
}
std::string words(const Arrow& arrow) {
  return fmt::format("r{} of #{} to #{} in {}", arrow.reg, arrow.producer.value,
                     arrow.consumer.value, arrow.cycle.value);
}
std::string words(const LostSlots& lost) {
  return fmt::format("{} at point {}, {} to {}: {}", lost.count, lost.point, lost.begin.value,
                     lost.end.value, words(lost.cause));
}
std::string words(const FetchWait& wait) {
  return fmt::format("#{}, {} to {}: {}", wait.op.value, wait.begin.value, wait.end.value,
                     words(wait.cause));
}

/// The first event that is in only one list, or empty.
template <class T> std::string difference(const T& at_once, const T& stepped) {
  for (std::size_t i = 0; i < std::max(at_once.size(), stepped.size()); ++i) {
    const auto* one = i < at_once.size() ? &at_once[i] : nullptr;
    const auto* other = i < stepped.size() ? &stepped[i] : nullptr;
    if (one == nullptr || other == nullptr || !(*one == *other))
      return fmt::format("{} / cycle by cycle: {}", one != nullptr ? words(*one) : "nothing",
                         other != nullptr ? words(*other) : "nothing");
  }
  return {};
}

/// Those of one cycle may be reported in any order.
std::vector<std::string> in_words(const GrowingArray<Arrow>& arrows) {
  std::vector<std::string> all;
  for (const Arrow& arrow : arrows)
    all.push_back(fmt::format("{:>8} {} from {}", arrow.cycle.value, words(arrow), arrow.from));
  std::sort(all.begin(), all.end());
  return all;
}

/// Events in `a` that are not in `b`, both sorted.
std::vector<std::string> only_in(const std::vector<std::string>& a,
                                 const std::vector<std::string>& b) {
  std::vector<std::string> more;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(more));
  return more;
}

void check_same_record(const isa::Program& program, const machine::Machine& machine,
                       std::uint64_t cycles) {
  const Timeline at_once = record_of(program, machine, cycles, false);
  const Timeline stepped = record_of(program, machine, cycles, true);
  CHECK(at_once.end_cycle == stepped.end_cycle);
  CHECK(difference(at_once.rows, stepped.rows) == "");
  CHECK(difference(at_once.spans, stepped.spans) == "");
  CHECK(difference(at_once.gaps, stepped.gaps) == "");
  CHECK(difference(at_once.arrows, stepped.arrows) == "");
  CHECK(difference(at_once.lost, stepped.lost) == "");
  CHECK(difference(at_once.fetch_waits, stepped.fetch_waits) == "");
}

void check_same_record_of_case(const Case& c) {
  INFO(c.described());
  Random random(c.seed);
  machine::Machine machine = random_dynamic_machine(random);
  machine.misaligned = c.machine.misaligned;
  machine.undeclared = c.machine.undeclared;
  check_same_record(c.program, machine, 3'000);
}

} // namespace

TEST_CASE("out of order: a record leaves nothing out of the cycles that are not gone through",
          "[out_of_order]") {
  for_each_dynamic_case(820'000, 300, check_same_record_of_case);
  for (const char* name : {"rv64gc-htif/rounding.elf", "rv64gc-htif/lists.elf"})
    for (const machine::PresetInfo& preset : listed_cases(machine::presets())) {
      const machine::Machine machine = machine::load_machine(std::string(preset.name)).value();
      if (!machine.dynamic)
        continue;
      INFO(name << " on " << preset.name);
      check_same_record(kernel_program(name), machine, 20'000);
    }
}

TEST_CASE("out of order: a wait has the same culprit wherever a record begins", "[out_of_order]") {
  for (const std::uint64_t seed : {
           825'064, 825'155, 828'692, 834'179, // a result on its way whose producer has retired
           834'858,                            // ... or that nobody was named for
           826'707,                            // a load behind stores whose times are the same
           823'557, 828'295, 834'365, 835'838,
           837'900, // who leaves a full station waits for a port
           830'165, // store sets are forgotten while nothing moves
           834'581, // an operand comes then, and a store is waited for longer
       })
    check_same_record_of_case(make_dynamic_case(seed));
}

namespace {

/// An operation of the whole record that had retired before the other record began.
bool left_before(const Timeline& whole, OpId op, const Timeline& part) {
  const OpRow* row = whole.find(op);
  return row == nullptr || row->end <= part.first_cycle;
}

} // namespace

TEST_CASE("out of order: a record that begins later has the arrows and waits of a whole one",
          "[out_of_order]") {
  std::size_t arrows = 0;
  for (const char* name : {"rv64gc-htif/sorts.elf", "rv64gc-htif/nbody.elf"})
    for (const machine::PresetInfo& preset : machine::presets()) {
      const machine::Machine machine = machine::load_machine(std::string(preset.name)).value();
      if (!machine.dynamic)
        continue;
      const isa::Program program = kernel_program(name);
      session::RunOptions options;
      options.record = true;
      options.stop_after_window = true;
      options.to_cycle = 6'000;
      const Timeline whole = session::run_program(program, machine, options).timeline;
      for (options.from_cycle = 501; options.from_cycle < 5'900; options.from_cycle += 977) {
        INFO(name << " on " << preset.name << " from " << options.from_cycle);
        const Timeline part = session::run_program(program, machine, options).timeline;
        GrowingArray<Arrow> all;
        GrowingArray<Arrow> wanted; // only operations in flight when it begins matter
        for (const Arrow& arrow : whole.arrows) {
          if (arrow.cycle < part.first_cycle)
            continue;
          all.push_back(arrow);
          if (!left_before(whole, arrow.producer, part))
            wanted.push_back(arrow);
        }
        CHECK(only_in(in_words(part.arrows), in_words(all)) == std::vector<std::string>{});
        CHECK(only_in(in_words(wanted), in_words(part.arrows)) == std::vector<std::string>{});
        arrows += wanted.size();
        std::vector<FetchWait> waits;
        for (FetchWait wait : whole.fetch_waits) {
          wait.begin = std::max(wait.begin, part.first_cycle);
          if (wait.begin < wait.end)
            waits.push_back(wait);
        }
        CHECK(difference(part.fetch_waits, waits) == "");
      }
    }
  CHECK(arrows > 0);
}
