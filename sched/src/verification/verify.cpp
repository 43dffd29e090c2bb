#include "sched/verification/verify.hpp"

#include "isa/executor.hpp"
#include "isa/registers.hpp"
#include "sched/data_flow/liveness.hpp"
#include "verification/printed.hpp"
#include "verification/random_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace stallscope::sched {

namespace {

/// Size of the stack below the initial stack pointer.
constexpr std::uint64_t kStackBytes = 1ULL << 20U;

struct Run {
  isa::ArchState state;
  isa::Trap trap = isa::Trap::none;
  std::string output; ///< the first bytes of the output
  std::string output_hash;
};

Run run(const isa::Program& program, const RandomInputs* inputs, unsigned number,
        const VerifyOptions& options, std::uint64_t limit) {
  Run run;
  run.state = isa::initial_state(program);
  if (inputs != nullptr)
    inputs->apply(program, run.state, number);
  Printed printed(inputs == nullptr ? Printed::kMostBytes : Printed::kMostBytesDrawn);
  isa::Environment environment;
  environment.output = &printed;
  environment.call_limit = &printed;
  environment.delay_slots = options.delay_slots;
  environment.misaligned = isa::Misaligned::allow;
  environment.undeclared = isa::Undeclared::zero;
  run.trap = isa::advance_reference(program, run.state, environment, limit);
  if (!printed.may_go_on())
    run.trap = isa::Trap::interrupted;
  run.output = printed.beginning();
  run.output_hash = printed.hash();
  return run;
}

/// An instruction of the program, its end, or the return address of its entry function.
bool is_code(const isa::Program& program, std::uint64_t address) {
  return address == program.end_pc || address == program.return_pc ||
         program.index_of(address) != isa::kNoIndex;
}

/// Registers that are live at the end of a run.
RegisterSet looked_at(const isa::Program& program, const Run& run) {
  RegisterSet set;
  if (run.trap == isa::Trap::end && run.state.pc == program.return_pc)
    set = live_at_return(program.isa);
  else if (run.trap == isa::Trap::end)
    set = named_registers(program);
  return set;
}

std::string difference(const isa::Program& original, const isa::Program& result, Run& before,
                       Run& after) {
  if (before.trap != after.trap)
    return fmt::format("the original ends with '{}', the result with '{}'", name(before.trap),
                       name(after.trap));
  if (before.output_hash != after.output_hash && before.output == after.output)
    return fmt::format("the original and the result print other things behind \"{}\"",
                       before.output);
  if (before.output_hash != after.output_hash)
    return fmt::format("the original prints \"{}\", the result \"{}\"", before.output,
                       after.output);
  if (before.state.exit_code != after.state.exit_code)
    return fmt::format("the original exits with {}, the result with {}", before.state.exit_code,
                       after.state.exit_code);
  const RegisterSet compared = looked_at(original, before);
  for (RegId reg = 1; reg < original.register_names.size() && reg < kMaxRegisters; ++reg) {
    const std::string& name = original.register_names[reg];
    const RegId other = original.isa == isa::Isa::tac ? result.register_named(name) : reg;
    if (!compared.test(reg) || name.empty())
      continue;
    const std::uint64_t was = before.state.regs[reg];
    const std::uint64_t is = other == kNoRegister ? was : after.state.regs[other];
    if (was != is && !(is_code(original, was) && is_code(result, is)))
      return fmt::format("{} is {:#x} after the original and {:#x} after the result", name, was,
                         is);
  }
  for (Run* run : {&before, &after}) // memory below the initial stack pointer is dead
    for (const isa::InitialRegister& initial : original.initial_registers)
      if ((original.isa == isa::Isa::riscv && initial.reg == isa::riscv::kSp) ||
          (original.isa == isa::Isa::mips && initial.reg == isa::mips::kSp))
        run->state.memory.clear(initial.value - kStackBytes, kStackBytes);
  for (Run* run : {&before, &after}) // the code itself may differ
    for (const isa::Program* program : {&original, &result})
      run->state.memory.clear(program->code.front().pc, program->end_pc - program->code.front().pc);
  return before.state.memory == after.state.memory ? std::string() : "memory differs after the two";
}

} // namespace

Verification verify(const isa::Program& original, const isa::Program& result,
                    const VerifyOptions& options) {
  const isa::Program open_original = with_all_memory(original);
  const isa::Program open_result = with_all_memory(result);
  const RandomInputs inputs(original, options);
  Verification verification;
  for (unsigned number = 0; number < options.inputs; ++number) {
    const bool as_it_stands = number == 0;
    const isa::Program& first = as_it_stands ? original : open_original;
    const isa::Program& second = as_it_stands ? result : open_result;
    const RandomInputs* drawn = as_it_stands ? nullptr : &inputs;
    ++verification.inputs;
    Run before = run(first, drawn, number, options, options.instruction_limit);
    if (before.trap == isa::Trap::none || before.trap == isa::Trap::interrupted ||
        isa::is_fault(before.trap))
      continue;
    // Code added for the remainders of loops executes far fewer instructions than this.
    Run after = run(second, drawn, number, options, 4 * options.instruction_limit + 1000);
    ++verification.compared;
    verification.difference = difference(first, second, before, after);
    if (!verification.difference.empty()) {
      verification.difference +=
          as_it_stands ? ", with the program's own input" : fmt::format(", with input {}", number);
      return verification;
    }
  }
  return verification;
}

} // namespace stallscope::sched
