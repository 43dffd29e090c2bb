// What `explain` reports for random programs on random machines, and for the textbooks' programs on
// all: an operation reported to move in a cycle does move, what is behind its reason is what holds
// it without that, and on dynamically scheduled machines every wait chain leads through older
// operations in flight to one that does not wait, and no waiting operation has what it waits for.

#include "core/counterfactual.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "programs/shipped.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "property/proof/proof_record.hpp"
#include "sanitized.hpp"
#include "session/explain.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

using namespace stallscope;
using namespace stallscope::property;
using session::ChainLink;
using session::Explanation;
using session::OpExplanation;

namespace {

bool says(const std::string& sentence, std::string_view words) {
  return sentence.find(words) != std::string::npos;
}

/// A unit that does one thing at a time may have begun with something younger.
bool may_wait_for_younger(const ChainLink& link) {
  return link.cause.why == Reason::unit_busy;
}

std::string broken_link(const ChainLink& link, const ChainLink* next, std::uint64_t cycle) {
  const std::string said = fmt::format("#{} {} ({})", link.op.value, link.sentence, link.lane);
  if (link.sentence.empty())
    return said + ": nothing is said";
  if (link.end.value <= cycle)
    return said + fmt::format(": that is over in {}", link.end.value);
  if (link.waits_for && next == nullptr && !says(link.sentence, "store is not in the cache yet"))
    return said + fmt::format(": #{} is not in flight", link.waits_for.value);
  if (next != nullptr && next->op != link.waits_for)
    return said + fmt::format(": goes on with #{}", next->op.value);
  if (link.waits_for && link.waits_for >= link.op && !may_wait_for_younger(link))
    return said + ": waits for a younger one";
  if (says(link.sentence, "has what it needs") &&
      (link.waits_for || link.cause.why != Reason::none || link.end.value != cycle + 1))
    return said + ": and stays";
  if (next != nullptr && !says(link.sentence, fmt::format("micro-op {} ", next->number)))
    return said + fmt::format(": does not name {}", next->number);
  return {};
}

std::string broken_chain(const OpExplanation& op, const Explanation& e, std::uint64_t cycle) {
  if (op.chain.empty() || op.chain.front().op != op.op)
    return "no chain that begins with the micro-op itself";
  for (std::size_t i = 0; i < op.chain.size(); ++i) {
    const ChainLink& link = op.chain[i];
    if (std::none_of(e.ops.begin(), e.ops.end(),
                     [&](const OpExplanation& other) { return other.op == link.op; }))
      return fmt::format("#{} is not in flight", link.op.value);
    if (std::string problem =
            broken_link(link, i + 1 < op.chain.size() ? &op.chain[i + 1] : nullptr, cycle);
        !problem.empty())
      return problem;
  }
  return {};
}

/// The cycle behind some words of a sentence: "it goes on in cycle 12".
std::optional<Cycle> cycle_behind(const std::string& sentence, const std::string& words) {
  const std::size_t at = sentence.find(words + " in cycle ");
  if (at == std::string::npos)
    return std::nullopt;
  return Cycle{std::stoull(sentence.substr(at + words.size() + std::string(" in cycle ").size()))};
}

/// What a sentence says of the end of a stretch is what the record has then.
std::string broken_end(const OpExplanation& op, const Timeline& timeline) {
  const OpRow* row = timeline.find(op.op);
  const auto where = [&](Cycle cycle) -> const Span* {
    if (row != nullptr && cycle < timeline.end_cycle)
      for (const Span& span : timeline.spans_of(*row))
        if (span.begin <= cycle && cycle < span.end)
          return &span;
    return nullptr;
  };
  const auto lane_of = [&](const Span& span) { return timeline.lanes[span.lane].name; };
  if (const auto on = cycle_behind(op.sentence, "it goes on"))
    if (const Span* span = where(*on);
        span != nullptr && lane_of(*span) == op.lane && span->cause.why != Reason::none)
      return "it waits there then";
  if (const auto left = cycle_behind(op.sentence, "leaves " + op.lane))
    if (const Span* span = where(*left); span != nullptr && lane_of(*span) == op.lane)
      return "it is there then";
  if (const auto back = cycle_behind(op.sentence, "is thrown back to D"))
    if (const Span* span = where(*back); span == nullptr || !timeline.lanes[span->lane].is_front)
      return "it is not in the front end then";
  for (const Lane& lane : timeline.lanes)
    if (const auto gone = cycle_behind(op.sentence, "goes to " + lane.name))
      if (const Span* span = where(*gone);
          *gone < timeline.end_cycle && (span == nullptr || lane_of(*span) != lane.name))
        return "it is not on " + lane.name + " then";
  return {};
}

std::string whole_chain(const OpExplanation& op) {
  std::string text;
  for (const ChainLink& link : op.chain)
    text += fmt::format("  #{} {} in {} until {}: {}\n", link.op.value, link.instruction, link.lane,
                        link.end.value, link.sentence);
  return text;
}

/// What is said to be behind the reason of a cycle is what holds the operation in a copy of the
/// state in front of it that lacks the reason; nothing when it goes on there.
template <class Core, class State>
std::string broken_behind(const Core& core, const State& state, const OpExplanation& op) {
  const core::Outlook with = core::outlook(core, state, op.op);
  if (with.moves || !(with.cause == op.cause))
    return {}; // it has come in this cycle
  const std::optional<core::Outlook> without =
      core::outlook_without(core, state, op.op, with.cause);
  const Cause behind = without && !without->moves ? without->cause : Cause{};
  if (!(behind == op.behind))
    return fmt::format("behind that is {}, and {} is said", words(behind), words(op.behind));
  return {};
}

template <class Core, class State>
std::string broken_in(const Core& core, const Explanation& e, std::uint64_t cycle) {
  auto state = std::make_unique<State>(core.initial_state());
  trace::NullSink nothing;
  core.run(*state, nothing, cycle - 1);
  if constexpr (std::is_same_v<Core, core::OutOfOrderCore>)
    core.materialise_deferred(*state);
  for (const OpExplanation& op : e.ops)
    if (op.cause.why != Reason::none)
      if (const std::string problem = broken_behind(core, *state, op); !problem.empty())
        return fmt::format("#{} {}: {}", op.op.value, op.sentence, problem);
  return {};
}

/// What has been looked at.
struct Explained {
  std::size_t longest = 0; ///< chain of waits
  std::size_t behind = 0;  ///< operations with something behind their reason
};

/// What is said of everybody in some cycles of a run.
void check_explanations(const isa::Program& program, const machine::Machine& machine,
                        Random& random, unsigned looks, const std::string& described,
                        Explained& explained) {
  session::RunOptions options;
  options.limit_cycles = 3'000;
  options.record = true;
  const trace::RunRecord run = session::run_program(program, machine, options);
  for (unsigned look = 0; look < looks; ++look) {
    const std::uint64_t cycle = 1 + random.next() % run.cycles;
    const auto e = session::explain_cycle(program, machine, {}, cycle, false);
    INFO("cycle " << cycle << "\n" << described);
    REQUIRE(e.has_value());
    for (const OpExplanation& op : e->ops) {
      explained.longest = std::max(explained.longest, op.chain.size());
      explained.behind += op.behind.why != Reason::none ? 1 : 0;
      if (const std::string problem = machine.dynamic ? broken_chain(op, *e, cycle) : std::string();
          !problem.empty())
        FAIL(problem << "\n" << whole_chain(op));
      if (const std::string problem = broken_end(op, run.timeline); !problem.empty())
        FAIL(fmt::format("#{} {}: {}", op.op.value, op.sentence, problem));
    }
    const isa::Environment environment = environment_of(machine);
    const std::string problem =
        machine.dynamic ? broken_in<core::OutOfOrderCore, core::OutOfOrderState>(
                              core::OutOfOrderCore(program, machine, environment), *e, cycle)
                        : broken_in<core::InOrderCore, core::InOrderState>(
                              core::InOrderCore(program, machine, environment), *e, cycle);
    if (!problem.empty())
      FAIL(problem);
  }
}

} // namespace

TEST_CASE("explain: every chain of waits ends with one in flight that does not wait",
          "[out_of_order]") {
  Explained explained;
  for_each_dynamic_case(890'000, kSanitized ? 60 : 250, [&](const Case& c) {
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    check_explanations(c.program, machine, random, 4, c.described(), explained);
  });
  CHECK(explained.longest > 3);
  CHECK(explained.behind > 0);
}

TEST_CASE("explain: what is said of random programs on random pipelines is so") {
  Explained explained;
  for_each_case(895'000, kSanitized ? 40 : 150, [&](const Case& c) {
    Random random(c.seed);
    check_explanations(c.program, c.machine, random, 4, c.described(), explained);
  });
  CHECK(explained.behind > 0);
}

TEST_CASE("explain: what is said of the textbooks' programs on every machine is so",
          "[out_of_order]") {
  unsigned runs = 0;
  Explained explained;
  for (const programs::ShippedProgram& shipped : programs::shipped()) {
    if (!shipped.name.starts_with("textbook/"))
      continue;
    for (const machine::PresetInfo& preset : machine::presets()) {
      machine::Machine machine = machine::load_machine(std::string(preset.name)).value();
      machine.undeclared = isa::Undeclared::zero;
      const std::optional<isa::Isa> isa = isa::isa_from_file_name(shipped.file);
      REQUIRE(isa.has_value());
      isa::AssembleOptions options;
      options.delay_slots = machine.delay_slot;
      const Result<isa::Program> program =
          isa::assemble(*isa, std::string(shipped.name), shipped.text, options);
      if (!program.ok() || !machine::check_runs(machine, program.value()).empty())
        continue;
      Random random(++runs);
      if (!kSanitized || runs % 8 == 0)
        check_explanations(program.value(), machine, random, 2,
                           fmt::format("{} on {}", shipped.name, preset.name), explained);
    }
  }
  CHECK(runs > 300);
  CHECK(explained.behind > 0);
}
