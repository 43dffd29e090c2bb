#include "isa/written_code.hpp"
#include "run/describe_end.hpp"

#include <fmt/format.h>

#include <algorithm>

// Ends of programs that never end, or whose memory is not bounded.
namespace stallscope::session {

namespace {

/// The base register of a memory access; empty when there is none.
std::string base_register(const isa::Program& program, const isa::ArchState& state,
                          std::uint64_t pc) {
  const std::uint32_t index = index_at(program, state, pc);
  const std::string name = index == isa::kNoIndex
                               ? std::string()
                               : program.register_names.at(program.instruction(index).rs1);
  return name.empty() ? "NAME" : name;
}

} // namespace

std::string registers_begin(const isa::Program& program) {
  std::vector<std::string> others;
  for (const isa::InitialRegister& initial : program.initial_registers) {
    const auto reads = [reg = initial.reg](const isa::MicroOp& op) {
      const auto sources = op.sources();
      return std::any_of(sources.begin(), sources.end(),
                         [reg](const isa::RegisterRead& read) { return read.reg == reg; });
    };
    if (initial.value != 0 &&
        std::any_of(program.micro_ops.begin(), program.micro_ops.end(), reads))
      others.push_back(
          fmt::format("{} ({:#x})", program.register_names.at(initial.reg), initial.value));
  }
  return others.empty()
             ? "registers begin with 0"
             : fmt::format("registers begin with 0, but for {}", fmt::join(others, ", "));
}

/// A store that exceeds the amount of undeclared memory a program may write.
std::string undeclared_limit_sentence(const isa::Program& program, const isa::ArchState& state,
                                      const EndedBy& ended) {
  return fmt::format("{}: this store to {:#x} is beyond the limit of memory that a program may "
                     "write without declaring it, {} blocks of {} KiB ({}: "
                     "--reg NAME=VALUE gives a loop its bound, such as --reg {}=80, and --limit "
                     "NUMBER stops it; memory declared with {} has no such limit)",
                     place_of_end(program, state, ended.pc), ended.effect.address,
                     isa::kMaxUndeclaredBlocks, isa::kUndeclaredBlockBytes >> 10U,
                     registers_begin(program), base_register(program, state, ended.pc),
                     program.isa == isa::Isa::tac ? ".mem" : ".data and .space");
}

namespace {

/// " (3 cycles)"
std::string period_in_cycles(const RoundCycles& round) {
  if (round.least != round.most)
    return fmt::format(" ({} to {} cycles)", round.least, round.most);
  return fmt::format(" ({} {})", round.most, round.most == 1 ? "cycle" : "cycles");
}

} // namespace

std::string never_holds(const Condition& condition) {
  return fmt::format(", and '{}' never holds", condition.text);
}

trace::StopInfo describe_repeat(const isa::Program& program, const isa::ArchState& state,
                                const Repeat& repeat, const std::optional<InCycles>& cycles) {
  trace::StopInfo stop;
  stop.reason = "repeats";
  trace::Repetition repeats;
  repeats.since_cycle = cycles ? cycles->since : repeat.since + 1;
  repeats.since_instruction = repeat.since + 1;
  repeats.period = repeat.period;
  repeats.least_period_cycles = cycles ? cycles->round.least : repeat.period;
  repeats.most_period_cycles = cycles ? cycles->round.most : repeat.period;
  repeats.pc = repeat.pc;
  if (const std::uint32_t index = index_at(program, state, repeat.pc); index != isa::kNoIndex) {
    repeats.instruction = program.text_of(index);
    if (const isa::SourcePlace place = program.place_of(index); place.line != 0)
      repeats.place = fmt::format("{}:{}", place.file, place.line);
  }
  const std::string since =
      cycles ? fmt::format("cycle {} (instruction {})", cycles->since, repeat.since + 1)
             : fmt::format("instruction {}", repeat.since + 1);
  stop.detail = fmt::format(
      "repeats since {}, period {} {}{}: the state is the same each time the program comes to {}; "
      "it never ends",
      since, repeat.period, repeat.period == 1 ? "instruction" : "instructions",
      cycles ? period_in_cycles(cycles->round) : "", place_of_end(program, state, repeat.pc));
  stop.repeats = std::move(repeats);
  stop.dump = register_dump(program, state);
  return stop;
}

} // namespace stallscope::session
