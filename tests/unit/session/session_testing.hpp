#pragma once

#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"
#include "session/session.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::session::test {

inline bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

inline isa::Program assembled(isa::Isa isa, std::string_view source, unsigned xlen = 64) {
  isa::AssembleOptions options;
  options.xlen = xlen;
  Result<isa::Program> program = isa::assemble(isa, "test", source, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  return std::move(program).value();
}

inline isa::Program tac(std::string_view source) {
  return assembled(isa::Isa::tac, source);
}

inline machine::Machine preset(const std::string& name,
                               std::initializer_list<const char*> settings = {}) {
  std::vector<machine::Setting> parsed;
  for (const char* text : settings) {
    const Result<machine::Setting> setting = machine::parse_setting(text);
    REQUIRE(setting.ok());
    parsed.push_back(*setting);
  }
  Result<machine::Machine> machine = machine::load_machine(name, parsed);
  INFO(format(machine.diagnostics()));
  REQUIRE(machine.ok());
  return std::move(machine).value();
}

/// A session over a program of three-address code.
inline std::unique_ptr<Session> session_of(std::string_view source, const machine::Machine& machine,
                                           std::string input = {}, CheckpointBudget budget = {}) {
  return std::make_unique<Session>(std::make_shared<isa::Program>(tac(source)),
                                   std::make_shared<machine::Machine>(machine), std::move(input),
                                   budget);
}

inline Condition condition(const isa::Program& program, std::string_view text) {
  Result<Condition> parsed = parse_condition(program, text);
  INFO(format(parsed.diagnostics()));
  REQUIRE(parsed.ok());
  return std::move(parsed).value();
}

inline Condition condition(const Session& session, std::string_view text) {
  return condition(session.simulation().program(), text);
}

inline RegId reg(const Session& session, std::string_view name) {
  const RegId found = session.simulation().program().register_named(name);
  REQUIRE(found != kNoRegister);
  return found;
}

/// Functional and committed value of a register.
inline std::int64_t value(const Session& session, std::string_view name) {
  return static_cast<std::int64_t>(session.simulation().arch().regs[reg(session, name)]);
}
inline std::int64_t committed(const Session& session, std::string_view name) {
  return static_cast<std::int64_t>(session.simulation().committed()[reg(session, name)]);
}

/// All that a user can see of a moment: where every operation is and what holds it, registers,
/// memory, counters, ledger, output. ArchState::region_hint is left out: it only says where a
/// search begins.
inline std::vector<std::uint64_t> moment(const Session& session) {
  const core::InOrderState& s = *session.simulation().in_order_state();
  std::vector<std::uint64_t> all{s.cycle,
                                 s.arch.pc,
                                 s.arch.npc,
                                 s.arch.heap_end,
                                 s.arch.instructions,
                                 s.arch.input_used,
                                 s.arch.output_bytes,
                                 s.arch.memory.hash(),
                                 s.next_op.value,
                                 s.fetch.stopped,
                                 s.speculation.active,
                                 s.speculation.branch.value,
                                 s.fetch.redirect.pending,
                                 s.unresolved,
                                 s.undo.size(),
                                 s.counted_cycles,
                                 s.counters.retired,
                                 s.counters.fetched,
                                 s.counters.flushed,
                                 s.counters.branches,
                                 s.counters.mispredictions};
  for (std::size_t lane = 0; lane < session.simulation().lanes().size(); ++lane) {
    all.push_back(s.lanes[lane].count);
    all.push_back(static_cast<std::uint64_t>(s.gaps[lane].why));
    for (unsigned i = 0; i < s.lanes[lane].count; ++i) {
      const core::InFlightOp& op = s.ops[s.lanes[lane].slots[i]];
      all.insert(all.end(), {op.id.value, op.instruction, op.held, op.leaving, op.wrong_path,
                             op.missing, op.entered_at, op.ready_at});
      if (op.held)
        all.insert(all.end(), {static_cast<std::uint64_t>(op.cause.why), op.cause.reg,
                               op.cause.culprit.value});
    }
  }
  all.insert(all.end(), s.arch.regs.begin(), s.arch.regs.end());
  all.insert(all.end(), s.committed.begin(), s.committed.end());
  for (const trace::LedgerAccount& account : s.ledger.accounts)
    all.insert(all.end(), account.slots.begin(), account.slots.end());
  for (const char c : session.output())
    all.push_back(static_cast<unsigned char>(c));
  return all;
}

/// A loop of 1 + 6 * count operations of the right path that prints and stores every round.
inline std::string counting_loop(unsigned count) {
  return "n = " + std::to_string(count) +
         "\nloop: n = n - 1\n"
         "sum = sum + n\n"
         "a = n * 8\n"
         "mem[a + 64] = sum\n"
         "print n\n"
         "if n > 0 goto loop\n";
}

} // namespace stallscope::session::test
