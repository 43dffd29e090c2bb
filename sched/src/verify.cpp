#include "sched/verify.hpp"

#include "isa/executor.hpp"
#include "isa/registers.hpp"
#include "sched/liveness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace stallscope::sched {

namespace {

/// SplitMix64.
class Draw {
public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }
  std::uint64_t below(std::uint64_t n) { return next() % n; }

private:
  std::uint64_t state_;
};

/// Memory that drawn pointers lead to. All of it within 31 bits, so that 32-bit programs reach it.
constexpr std::uint64_t kFirstArea = 0x50000000;
constexpr std::uint64_t kAreaBytes = 4096;
constexpr std::uint64_t kAreaDistance = 0x100000;
constexpr std::uint64_t kAreas = 4;
/// Below the stack pointer's first value, so much is stack.
constexpr std::uint64_t kStackBytes = 1ULL << 20U;

/// A loop that ends when two registers compare: `counter` moves by `step` a round.
struct Count {
  RegId counter = 0;
  RegId bound = 0;
  std::int64_t step = 0;
};

/// Branches back, with what is added to one of their registers on the way.
std::vector<Count> counts_of(const isa::Program& program) {
  std::vector<Count> counts;
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    const isa::Instruction& branch = program.code[i];
    const std::uint32_t begin = program.index_of(branch.target);
    if (branch.op_class != isa::OpClass::branch || begin > i)
      continue;
    for (const auto& [counter, bound] :
         {std::pair{branch.rs1, branch.rs2}, std::pair{branch.rs2, branch.rs1}}) {
      std::int64_t step = 0;
      for (std::uint32_t k = begin; k < i; ++k)
        if (const isa::Instruction& body = program.code[k];
            body.has_immediate && body.rd == counter && body.rs1 == counter && counter != 0)
          step += body.imm;
      if (step != 0)
        counts.push_back({counter, bound, step});
    }
  }
  return counts;
}

class Inputs {
public:
  Inputs(const isa::Program& program, const VerifyOptions& options)
      : program_(program), options_(options), named_(named_registers(program)),
        counts_(counts_of(program)) {
    for (const RegId reg : {RegId{0}, isa::riscv::kFcsr})
      named_.reset(reg);
    if (program.isa == isa::Isa::riscv)
      for (RegId reg = isa::riscv::kRa; reg <= 4; ++reg) // ra sp gp tp
        named_.reset(reg);
    if (program.isa == isa::Isa::mips)
      for (const RegId reg : {isa::mips::kGp, isa::mips::kSp, isa::mips::kRa})
        named_.reset(reg);
    if (program.isa == isa::Isa::x86)
      for (const RegId reg : {isa::x86::kRsp, isa::x86::kFlags})
        named_.reset(reg);
  }

  /// Changes the state of one of the programs before its first instruction. The same number, the
  /// same change.
  void apply(const isa::Program& program, isa::ArchState& state, unsigned number) const {
    change(state, number);
    if (program_.isa != isa::Isa::tac) // whose variables are numbered as they come
      return;
    const auto drawn = state.regs;
    for (RegId reg = 1; reg < program_.register_names.size(); ++reg)
      if (const RegId to =
              named_.test(reg) ? program.register_named(program_.register_names[reg]) : kNoRegister;
          to != kNoRegister)
        state.regs[to] = drawn[reg];
  }

private:
  void change(isa::ArchState& state, unsigned number) const {
    Draw draw(options_.seed * 0x10001 + number);
    for (std::uint64_t area = 0; area < kAreas + options_.hints.restrict_registers.size(); ++area)
      fill(state, draw, kFirstArea + area * kAreaDistance, kAreaBytes);
    for (const isa::DataSegment& segment : program_.data)
      if (segment.name != ".text" && draw.below(2) == 0 && segment.bytes.size() <= kAreaBytes)
        fill(state, draw, segment.address, segment.bytes.size());
    for (RegId reg = 1; reg < kMaxRegisters; ++reg)
      if (named_.test(reg))
        state.regs[reg] = value_of(reg, draw);
    // What ends a loop is in reach, so that the run comes to an end.
    for (const Count& count : counts_) {
      const std::uint64_t rounds = draw.below(24) + (draw.below(16) == 0 ? 0 : 1);
      const std::uint64_t way = rounds * static_cast<std::uint64_t>(count.step);
      if (count.bound != 0 && named_.test(count.bound))
        state.regs[count.bound] = extended(state.regs[count.counter] + way);
      else if (count.bound == 0 && named_.test(count.counter))
        state.regs[count.counter] = extended(0 - way);
    }
    restrict_pointers(state, draw);
  }

  [[nodiscard]] bool narrow() const {
    return program_.isa == isa::Isa::mips || program_.xlen == 32;
  }
  /// Registers of 32-bit programs hold sign-extended words.
  [[nodiscard]] std::uint64_t extended(std::uint64_t value) const {
    return narrow() ? static_cast<std::uint64_t>(
                          static_cast<std::int64_t>(static_cast<std::int32_t>(value)))
                    : value;
  }
  /// Bytes, or doubles that computing with keeps in range, or small words.
  static void fill(isa::ArchState& state, Draw& draw, std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t kind = draw.below(3);
    for (std::uint64_t at = 0; at + 8 <= bytes; at += 8)
      state.memory.store(address + at, 8,
                         kind == 0   ? draw.next()
                         : kind == 1 ? number(draw)
                                     : draw.below(100) << 32U | draw.below(100));
  }
  static std::uint64_t number(Draw& draw) {
    return std::bit_cast<std::uint64_t>((static_cast<double>(draw.below(1U << 20U)) - 500000) /
                                        1024);
  }
  [[nodiscard]] std::uint64_t value_of(RegId reg, Draw& draw) const {
    if (program_.is_floating_point(reg))
      return draw.below(4) == 0 ? draw.next() : number(draw);
    switch (draw.below(4)) {
    case 0:
      return extended(draw.next());
    case 1:
      return draw.below(20);
    default:
      return kFirstArea + draw.below(kAreas) * kAreaDistance + kAreaBytes / 2 + 8 * draw.below(16);
    }
  }
  void restrict_pointers(isa::ArchState& state, Draw& draw) const {
    const auto& pointers = options_.hints.restrict_registers;
    for (std::size_t i = 0; i < pointers.size(); ++i)
      if (named_.test(pointers[i])) {
        const std::uint64_t base =
            kFirstArea + (kAreas + i) * kAreaDistance + kAreaBytes / 2 + 8 * draw.below(16);
        for (const Count& count : counts_) // keep the rounds of loops that count with it
          if (count.counter == pointers[i] && count.bound != 0)
            state.regs[count.bound] += base - state.regs[pointers[i]];
        state.regs[pointers[i]] = base;
      }
  }

  const isa::Program& program_;
  const VerifyOptions& options_;
  RegisterSet named_;
  std::vector<Count> counts_;
};

struct Run {
  isa::ArchState state;
  isa::Trap trap = isa::Trap::none;
  std::string output;
};

class Printed : public isa::OutputSink {
public:
  void write(std::uint64_t, std::string_view text) override { text_ += text; }
  std::string text_;
};

Run run(const isa::Program& program, const Inputs* inputs, unsigned number,
        const VerifyOptions& options, std::uint64_t limit) {
  Run run;
  run.state = isa::initial_state(program);
  if (inputs != nullptr)
    inputs->apply(program, run.state, number);
  Printed printed;
  isa::Environment environment;
  environment.output = &printed;
  environment.delay_slots = options.delay_slots;
  environment.misaligned = isa::Misaligned::allow;
  run.trap = isa::advance_reference(program, run.state, environment, limit);
  run.output = std::move(printed.text_);
  return run;
}

bool is_code(const isa::Program& program, std::uint64_t address) {
  return address == program.end_pc || program.index_of(address) != isa::kNoIndex;
}

/// The registers somebody may look at behind the end of a run.
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
  if (before.output != after.output)
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
  for (Run* run : {&before, &after}) // below the first stack pointer nothing is left to be read
    for (const isa::InitialRegister& initial : original.initial_registers)
      if ((original.isa == isa::Isa::riscv && initial.reg == isa::riscv::kSp) ||
          (original.isa == isa::Isa::mips && initial.reg == isa::mips::kSp))
        run->state.memory.clear(initial.value - kStackBytes, kStackBytes);
  for (Run* run : {&before, &after}) // the code itself, where it lies in memory
    for (const isa::Program* program : {&original, &result})
      run->state.memory.clear(program->code.front().pc, program->end_pc - program->code.front().pc);
  return before.state.memory == after.state.memory ? std::string() : "memory differs after the two";
}

isa::Program with_all_memory(const isa::Program& program) {
  isa::Program open = program;
  open.regions = {{"memory", 0, ~std::uint64_t{0}, true, true, false}};
  return open;
}

} // namespace

Verification verify(const isa::Program& original, const isa::Program& result,
                    const VerifyOptions& options) {
  const isa::Program open_original = with_all_memory(original);
  const isa::Program open_result = with_all_memory(result);
  const Inputs inputs(original, options);
  Verification verification;
  for (unsigned number = 0; number < options.inputs; ++number) {
    const bool as_it_stands = number == 0;
    const isa::Program& first = as_it_stands ? original : open_original;
    const isa::Program& second = as_it_stands ? result : open_result;
    const Inputs* drawn = as_it_stands ? nullptr : &inputs;
    ++verification.inputs;
    Run before = run(first, drawn, number, options, options.instruction_limit);
    if (before.trap == isa::Trap::none || isa::is_fault(before.trap))
      continue;
    // What was added for remainders of loops is far from as much again.
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
