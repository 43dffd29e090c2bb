// The remedies of `explain`: every option of the machine is tried, so that none that helps is
// missing, and every remedy shortens this wait. The same wait has the same answer, for a cycle and
// for an operation.

#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "machine/settings_list.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "sanitized.hpp"
#include "session/explain.hpp"
#include "session/runner.hpp"
#include "session/what_if.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>

using namespace stallscope;
using namespace stallscope::property;
using session::OpExplanation;
using session::Remedy;

namespace {

machine::Machine preset(const std::string& name,
                        const std::vector<machine::Setting>& settings = {}) {
  Result<machine::Machine> machine = machine::load_machine(name, settings);
  INFO(format(machine.diagnostics()));
  REQUIRE(machine.ok());
  return std::move(machine).value();
}

isa::Program program_of(std::string_view source) {
  isa::AssembleOptions options;
  Result<isa::Program> program = isa::assemble(isa::Isa::mips, "options.s", source, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  isa::Program made = std::move(program).value();
  made.initial_registers.push_back({17, 1}); // $s1
  return made;
}

/// "waits 40 -> 0, leaves 40 earlier, done 0 earlier, run 1 less": what an option does against the
/// wait of an operation for a reason; empty when it is not offered.
/// `since`: of the first wait that begins then or later.
std::string offer(const isa::Program& program, const machine::Machine& machine, std::uint64_t op,
                  Reason why, const std::string& setting, std::uint64_t since = 0) {
  const auto e = session::explain_op(program, machine, {}, op, true);
  REQUIRE(e.has_value());
  for (const OpExplanation& part : e->ops)
    for (const Remedy& remedy : part.remedies)
      if (part.cause.why == why && remedy.setting == setting && part.begin.value >= since)
        return fmt::format("waits {} -> {}, leaves {} earlier, done {} earlier, run {} less",
                           remedy.waited_cycles, remedy.waits_cycles, remedy.leaves_cycles_earlier,
                           remedy.total_cycles_saved, remedy.run_cycles_saved.value_or(-1));
  return {};
}

constexpr const char* kLoads =
    "lw $t0, 0($sp)\nlw $t1, 4($sp)\nlw $t2, 8($sp)\nlw $t3, 12($sp)\nlw $t4, 16($sp)\n";

} // namespace

TEST_CASE("options: a larger reorder buffer against a full one") {
  // `div $t0, $s0, $s1` is a test for zero (1, 2), the division (3) and a move (4). With three
  // entries 6 waits until 3 has retired; with six it need not.
  const isa::Program program = program_of("div $t0, $s0, $s1\naddi $t1, $zero, 1\n"
                                          "addi $t2, $zero, 1\naddi $t3, $zero, 1\n"
                                          "addi $t4, $zero, 1\n");
  const machine::Machine machine = preset("tomasulo-rob-1", {{"reorder_buffer.entries", "3"}});
  CHECK(offer(program, machine, 6, Reason::reorder_full, "reorder_buffer.entries=6") ==
        "waits 40 -> 0, leaves 40 earlier, done 0 earlier, run 1 less");
}

TEST_CASE("options: more entries of the load station") {
  // Three entries, each held until its load has written: the fourth waits a cycle for the first.
  CHECK(offer(program_of(kLoads), preset("tomasulo-rob-1"), 4, Reason::station_full,
              "station.load.entries=6") ==
        "waits 1 -> 0, leaves 1 earlier, done 1 earlier, run 1 less");
}

TEST_CASE("options: more entries of the integer station") {
  // Four chained additions leave a station of three, one every two cycles.
  const isa::Program program = program_of("add $t0, $s1, $s1\nadd $t1, $t0, $t0\n"
                                          "add $t2, $t1, $t1\nadd $t3, $t2, $t2\n"
                                          "add $t4, $t3, $t3\nadd $t5, $s1, $s1\n");
  bool found = false;
  for (std::uint64_t op = 4; op <= 6; ++op)
    found |=
        !offer(program, preset("tomasulo-rob-1"), op, Reason::station_full, "station.int.entries=6")
             .empty();
  CHECK(found);
}

TEST_CASE("options: registers read faster in front of a system call, which waits for all before") {
  // The system call is dispatched when li, which goes through R, has retired.
  CHECK(offer(program_of("add $t2, $t1, $t1\nli $v0, 10\nsyscall\n"), preset("ooo-4"), 3,
              Reason::serialising, "scheduler.read_cycles=0") ==
        "waits 4 -> 3, leaves 1 earlier, done 2 earlier, run 2 less");
}

TEST_CASE("options: forwarding from a store, and the latency of the load port") {
  const isa::Program forwarded = program_of("sw $t0, 0($sp)\nlw $t1, 0($sp)\nadd $t2, $t1, $t1\n");
  // The addition waits for the load twice: in 104 and 105, when both are thrown back, and in 112 to
  // 115. With a value that is forwarded in one cycle instead of four the second wait is that in 112
  // alone. The first is not over as long as the second is to come: six cycles, then three.
  CHECK(offer(forwarded, preset("ooo-4"), 4, Reason::raw, "load_store.forward_cycles=1", 112) ==
        "waits 4 -> 1, leaves 3 earlier, done 3 earlier, run 3 less");
  CHECK(offer(forwarded, preset("ooo-4"), 4, Reason::raw, "load_store.forward_cycles=1", 104) ==
        "waits 6 -> 3, leaves 3 earlier, done 3 earlier, run 3 less");
  // Without a front end of its own nothing stays there to be done again: 106 to 110 are gone, and
  // the stages before as well.
  CHECK_FALSE(offer(forwarded, preset("ooo-4"), 4, Reason::memory_order, "front_end.cycles=0", 106)
                  .empty());
  const isa::Program loaded = program_of("lw $t1, 0($sp)\nadd $t2, $t1, $t1\n");
  CHECK_FALSE(offer(loaded, preset("ooo-4"), 2, Reason::raw, "port.ld.latency=1").empty());
  CHECK_FALSE(offer(loaded, preset("ooo-4"), 2, Reason::raw, "main_memory.latency=1").empty());
}

TEST_CASE("options: every key of a machine's kind that has to do with time is among those tried") {
  for (const char* name : {"mips-5", "sifive-7", "scoreboard", "tomasulo-rob-2", "ooo-4"}) {
    const machine::Machine machine = preset(name);
    const std::vector<machine::Setting> tried = machine::faster_settings(machine);
    for (const machine::SettingInfo& setting : machine::settings_of(machine)) {
      const bool can_change =
          setting.timing && (setting.max != 0 || !setting.words.empty() ||
                             setting.value == "true" || setting.value == "false");
      const bool at_its_best =
          setting.unit == "cycles" && setting.value == std::to_string(setting.min);
      const bool is_tried = std::any_of(tried.begin(), tried.end(), [&](const machine::Setting& s) {
        return s.key == setting.key && s.value != setting.value;
      });
      INFO(name << ": " << setting.key << " = " << setting.value);
      CHECK((is_tried || !can_change || at_its_best));
    }
  }
}

TEST_CASE("options: what a cache is for is none") {
  // The data cache as an instruction cache takes misses of data away, and the data cache with them.
  for (const char* name : {"mips-5-cache", "ooo-4"})
    for (const machine::Setting& setting : machine::faster_settings(preset(name)))
      CHECK_FALSE(setting.key.ends_with(".serves"));
}

TEST_CASE("what-if: the settings it names make the very machine it has tried") {
  for (const machine::PresetInfo& info : machine::presets()) {
    const std::string name(info.name);
    const machine::Machine machine = preset(name);
    for (const session::Relief& relief : session::reliefs_of(machine)) {
      machine::Machine changed = machine;
      relief.change(changed);
      std::vector<machine::Setting> settings;
      for (const std::string& text : session::change_of(machine, changed))
        settings.push_back(machine::parse_setting(text).value());
      INFO(name << ": " << relief.name);
      if (relief.name == "perfect_caches")
        continue; // one cache in place of several: no option of parts that are not there
      REQUIRE_FALSE(settings.empty());
      const Result<machine::Machine> made =
          machine::parse_machine(machine.name, machine::dump(machine), settings);
      REQUIRE(made.ok());
      CHECK(*made == changed);
    }
  }
}

TEST_CASE("what-if: renaming, issue limits, WAW rules and the latency of memory are known") {
  const auto knows = [](const machine::Machine& machine, std::string_view name) {
    const std::vector<session::Relief> reliefs = session::reliefs_of(machine);
    return std::any_of(reliefs.begin(), reliefs.end(),
                       [name](const session::Relief& relief) { return relief.name == name; });
  };
  CHECK(knows(preset("scoreboard"), "renaming"));
  CHECK(knows(preset("dual-5"), "issue_limits"));
  CHECK(knows(preset("mips-5-fp"), "waw"));
  CHECK(knows(preset("mips-5-cache"), "main_memory"));
  CHECK(knows(preset("ooo-4"), "main_memory"));
}

TEST_CASE("options: a cycle and an operation have the same answer for the same wait") {
  const auto settings_of_wait = [](const OpExplanation& part) {
    std::string text;
    for (const Remedy& remedy : part.remedies)
      text += fmt::format("{}: {} {} {} {}\n", remedy.setting, remedy.waited_cycles,
                          remedy.waits_cycles, remedy.total_cycles_saved,
                          remedy.run_cycles_saved.value_or(-1));
    return text;
  };
  unsigned compared = 0;
  for_each_dynamic_case(4'713'000, kSanitized ? 8 * 6 : 6, [&](const Case& c) {
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    session::RunOptions options;
    options.limit_cycles = 300;
    for (unsigned look = 0; look < 2; ++look) {
      const auto by_cycle =
          session::explain_cycle(c.program, machine, options, 1 + random.next() % 60, true);
      if (!by_cycle)
        continue;
      for (const OpExplanation& said : by_cycle->ops) {
        if (!said.remedies_sought)
          continue;
        const auto by_op = session::explain_op(c.program, machine, options, said.op.value, true);
        REQUIRE(by_op.has_value());
        for (const OpExplanation& part : by_op->ops)
          if (part.lane == said.lane && part.begin == said.begin && part.end == said.end) {
            ++compared;
            if (settings_of_wait(part) != settings_of_wait(said))
              FAIL(settings_of_wait(part) << "by cycle:\n"
                                          << settings_of_wait(said) << c.described());
          }
      }
    }
  });
  CHECK(compared > 0);
}

namespace {

/// A load that reads before an older store to the same place has its address, and what is behind
/// it: all of it is thrown back, some of it while it waits.
constexpr std::string_view kThrownBack[] = {
    "addi a0, zero, 64\nsd a0, 0(a0)\nld a1, 0(a0)\naddi a2, zero, 3\ndiv a3, a1, a2\n"
    "mul a4, a3, a2\nadd a5, a3, a4\nsd a5, 8(a0)\nld a6, 8(a0)\nadd a7, a6, a2\n",
    "addi a0, zero, 64\nfadd.d f1, f2, f3\nfadd.d f4, f1, f2\nmul a1, a0, a0\nld a2, 0(a1)\n"
    "sd a2, 8(a0)\nld a3, 8(a0)\nfmul.d f5, f4, f1\nfcvt.l.d a4, f5\nadd a5, a4, a3\n"
    "rem a7, a0, a5\n"};

/// The waits of an operation for a reason and a register: their cycles, and when the last is over.
struct Waited {
  std::uint64_t cycles = 0;
  Cycle over;
  bool is_of_one = true; ///< all for the same operation
};

Waited waited_for(const Timeline& timeline, const OpRow& row, const OpExplanation& part) {
  Waited waited;
  const bool in_front =
      std::any_of(timeline.lanes.begin(), timeline.lanes.end(),
                  [&part](const Lane& lane) { return lane.name == part.lane && lane.is_front; });
  for (const Span& span : timeline.spans_of(row))
    if (span.cause.why == part.cause.why && span.cause.reg == part.cause.reg &&
        timeline.lanes[span.lane].is_front == in_front) {
      waited.cycles += span.end - span.begin;
      waited.over = span.end;
      waited.is_of_one = waited.is_of_one && row.op.value - span.cause.culprit.value ==
                                                 part.op.value - part.cause.culprit.value;
    }
  return waited;
}

/// Runs of a program on all machines that differ in one option that may make it faster.
std::map<std::string, trace::RunRecord> runs_with_options(const isa::Program& program,
                                                          const machine::Machine& machine,
                                                          const session::RunOptions& options) {
  std::map<std::string, trace::RunRecord> runs;
  for (const machine::Setting& setting : machine::faster_settings(machine))
    if (const auto changed = machine::with_settings(machine, {setting});
        changed.ok() && !has_errors(machine::check_runs(*changed, program)))
      runs.emplace(setting.key + "=" + setting.value,
                   session::run_program(program, *changed, options));
  return runs;
}

} // namespace

TEST_CASE("options: where none is offered none has ended all waits for the same earlier") {
  unsigned judged = 0;
  for (const char* name : {"ooo-4", "csapp-haswell"})
    for (const std::string_view source : kThrownBack) {
      machine::Machine machine = preset(name);
      machine.undeclared = isa::Undeclared::zero;
      const isa::Program program =
          isa::assemble(isa::Isa::riscv, "thrown_back.s", source, {}).value();
      session::RunOptions options;
      options.record = true;
      const trace::RunRecord run = session::run_program(program, machine, options);
      const auto runs = runs_with_options(program, machine, options);
      REQUIRE(runs.size() > 100);
      // Without branches nothing is discarded, so that micro-ops have the same numbers everywhere,
      // except where the option is how many there are.
      for (const OpRow& row : listed_cases(run.timeline.rows)) {
        const auto e = session::explain_op(program, machine, {}, row.op.value, true);
        REQUIRE(e.has_value());
        for (const OpExplanation& part : e->ops) {
          if (part.cause.why == Reason::none || !part.remedies.empty())
            continue;
          const Waited now = waited_for(run.timeline, row, part);
          const bool is_first = std::none_of(e->ops.begin(), e->ops.end(), [&](const auto& other) {
            return other.cause == part.cause && other.begin < part.begin;
          });
          if (!now.is_of_one || !is_first)
            continue; // with several each is judged by itself
          ++judged;
          for (const auto& [setting, other] : runs) {
            const OpRow* then = other.timeline.find(row.op);
            if (other.timeline.rows.size() != run.timeline.rows.size() || then == nullptr)
              continue;
            const Waited waits = waited_for(other.timeline, *then, part);
            INFO(name << ": #" << row.op.value << " " << part.sentence << "; " << setting);
            CHECK_FALSE((waits.is_of_one && waits.cycles < now.cycles && waits.over < now.over &&
                         then->end < row.end));
          }
        }
      }
    }
  if (!kSanitized) // of fewer operations each may have an option
    CHECK(judged > 0);
}

namespace {

/// A record of only what the operations of a window wait for says the same of these.
void check_narrow_record(const Case& c, const machine::Machine& machine, unsigned& held) {
  session::RunOptions options;
  options.record = true;
  options.limit_cycles = 3'000;
  options.counts_right_path = true;
  Random random(c.seed);
  options.from_op = 1 + random.next() % 60;
  options.to_op = *options.from_op + random.next() % 3;
  const trace::RunRecord all = session::run_program(c.program, machine, options);
  options.only_window_waits = true;
  const trace::RunRecord narrow = session::run_program(c.program, machine, options);
  const bool alike = all.cycles == narrow.cycles &&
                     all.window.has_value() == narrow.window.has_value() &&
                     all.timeline.rows.size() == narrow.timeline.rows.size() &&
                     all.timeline.end_cycle == narrow.timeline.end_cycle;
  if (!alike)
    FAIL("another run" << c.described());
  if (!all.window)
    return;
  for (std::size_t i = 0; i < all.timeline.rows.size(); ++i) {
    const OpRow& row = all.timeline.rows[i];
    if (row.op < all.window->first || all.window->last < row.op)
      continue;
    const auto whole = all.timeline.spans_of(row);
    const auto part = narrow.timeline.spans_of(narrow.timeline.rows[i]);
    if (!std::equal(whole.begin(), whole.end(), part.begin(), part.end()))
      FAIL("operation " << row.op.value << c.described());
    for (const Span& span : whole)
      held += span.cause.why != Reason::none ? 1 : 0;
  }
}

} // namespace

TEST_CASE("options: what is recorded of one operation alone is what is recorded of all",
          "[out_of_order]") {
  unsigned held = 0;
  for_each_dynamic_case(4'716'000, 300, [&](const Case& c) {
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    check_narrow_record(c, machine, held);
  });
  for_each_case(4'717'000, 60, [&](const Case& c) { check_narrow_record(c, c.machine, held); });
  CHECK(held > (kSanitized ? 0U : 100U)); // an eighth of the cases with sanitizers
}
