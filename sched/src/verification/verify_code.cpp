#include "isa/executor.hpp"
#include "sched/verification/verify.hpp"
#include "verification/printed.hpp"
#include "verification/random_inputs.hpp"

#include <fmt/format.h>

#include <optional>

namespace stallscope::sched {

namespace {

/// Executes as many instructions as the block has, from its first on.
isa::Trap run_block(const isa::Program& program, const Block& block, isa::ArchState& state) {
  isa::Environment environment;
  environment.misaligned = isa::Misaligned::allow;
  environment.undeclared = isa::Undeclared::zero;
  state.pc = block.instruction(0).pc;
  isa::Trap trap = isa::Trap::none;
  for (Node node = 0; node < block.count && trap == isa::Trap::none; ++node)
    trap = isa::execute(program, state, environment, node + 1).trap;
  return trap;
}

std::string register_difference(const isa::Program& program, const isa::ArchState& was,
                                const isa::ArchState& is) {
  for (RegId reg = 1; reg < program.register_names.size() && reg < kMaxRegisters; ++reg)
    if (was.regs[reg] != is.regs[reg] && !program.register_names[reg].empty())
      return fmt::format("{} is {:#x} after the original and {:#x} after the result",
                         program.register_names[reg], was.regs[reg], is.regs[reg]);
  return {};
}

/// The first difference after a block at the same address in both programs, or an empty string.
std::string block_difference(const isa::Program& original, const isa::Program& result,
                             const Block& block, const isa::ArchState& start, bool& compared) {
  isa::ArchState before = start;
  const isa::Trap trap = run_block(original, block, before);
  compared = trap == isa::Trap::none;
  if (!compared) // a random register pointed to no memory, or it is a system call
    return {};
  isa::ArchState after = start;
  if (run_block(result, block, after) != trap)
    return "the result traps and the original does not";
  if (before.pc != after.pc)
    return fmt::format("the original goes on at {:#x}, the result at {:#x}", before.pc, after.pc);
  if (std::string different = register_difference(original, before, after); !different.empty())
    return different;
  return before.memory == after.memory ? std::string() : "memory differs after the two";
}

/// The result of a program that runs to its end.
struct Outcome {
  std::string output_hash;
  std::int64_t exit_code = 0;
};

/// Runs a program to its end; nothing when it exceeds the limits or faults.
std::optional<Outcome> whole_run(const isa::Program& program, std::uint64_t instruction_limit) {
  Printed printed(Printed::kMostBytes);
  isa::Environment environment;
  environment.output = &printed;
  environment.call_limit = &printed;
  environment.misaligned = isa::Misaligned::allow;
  environment.undeclared = isa::Undeclared::zero;
  isa::ArchState state = isa::initial_state(program);
  const isa::Trap trap = isa::advance_reference(program, state, environment, instruction_limit);
  if (trap == isa::Trap::none || isa::is_fault(trap) || !printed.may_go_on())
    return std::nullopt;
  return Outcome{printed.hash(), state.exit_code};
}

} // namespace

Verification verify_code(const isa::Program& original, const isa::Program& result,
                         const std::vector<Block>& blocks, const VerifyOptions& options) {
  Verification verification;
  std::size_t run = 0;
  const isa::Program open_original = with_all_memory(original);
  const isa::Program open_result = with_all_memory(result);
  const RandomInputs inputs(original, options);
  // Both programs use the memory image of the original: only the executed code differs.
  std::vector<isa::ArchState> starts;
  for (unsigned number = 1; number < options.inputs; ++number) {
    starts.push_back(isa::initial_state(open_original));
    inputs.apply(open_original, starts.back(), number);
  }
  Draw draw(options.seed);
  for (const Block& block : blocks) {
    bool compared_once = false;
    for (isa::ArchState& start : starts) {
      for (RegId reg = 1; reg < kMaxRegisters; ++reg)
        if (inputs.drawn().test(reg))
          start.regs[reg] = inputs.value_of(reg, draw);
      bool compared = false;
      verification.difference =
          block_difference(open_original, open_result, block, start, compared);
      if (!verification.difference.empty()) {
        verification.difference += fmt::format(", behind block {}", block.label);
        return verification;
      }
      compared_once |= compared;
    }
    run += compared_once ? 1 : 0;
  }
  verification.blocks = run;
  verification.inputs = options.inputs;
  const auto before = whole_run(original, options.instruction_limit);
  if (!before)
    return verification;
  const auto after = whole_run(result, options.instruction_limit);
  ++verification.compared;
  if (!after)
    verification.difference = "the original comes to its end and the result does not";
  else if (before->output_hash != after->output_hash)
    verification.difference = "the two print other things";
  else if (before->exit_code != after->exit_code)
    verification.difference = fmt::format("the original exits with {}, the result with {}",
                                          before->exit_code, after->exit_code);
  return verification;
}

} // namespace stallscope::sched
