#include "verification/random_inputs.hpp"

#include "isa/registers.hpp"

#include <bit>
#include <utility>

namespace stallscope::sched {

namespace {

/// Memory for random pointers, within 31 bits, so that 32-bit programs reach it.
constexpr std::uint64_t kFirstArea = 0x50000000;
constexpr std::uint64_t kAreaBytes = 4096;
constexpr std::uint64_t kAreaDistance = 0x100000;
constexpr std::uint64_t kAreas = 4;

/// Backward branches, with the amount added to one of their registers in the loop.
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

std::uint64_t number(Draw& draw) {
  return std::bit_cast<std::uint64_t>((static_cast<double>(draw.below(1U << 20U)) - 500000) / 1024);
}

/// Bytes, or doubles of moderate range, or small words.
void fill(isa::ArchState& state, Draw& draw, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t kind = draw.below(3);
  for (std::uint64_t at = 0; at + 8 <= bytes; at += 8)
    state.memory.store(address + at, 8,
                       kind == 0   ? draw.next()
                       : kind == 1 ? number(draw)
                                   : draw.below(100) << 32U | draw.below(100));
}

} // namespace

isa::Program with_all_memory(const isa::Program& program) {
  isa::Program open = program;
  open.regions = {{"memory", 0, ~std::uint64_t{0}, true, true, false}};
  return open;
}

RandomInputs::RandomInputs(const isa::Program& program, const VerifyOptions& options)
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
    for (const RegId reg : {isa::x86::kRsp, isa::x86::kFlags, isa::x86::kCarryFlag})
      named_.reset(reg);
}

void RandomInputs::apply(const isa::Program& program, isa::ArchState& state,
                         unsigned number) const {
  change(state, number);
  if (program_.isa != isa::Isa::tac) // tac: variables are numbered in order of occurrence
    return;
  const auto drawn = state.regs;
  for (RegId reg = 1; reg < program_.register_names.size(); ++reg)
    if (const RegId to =
            named_.test(reg) ? program.register_named(program_.register_names[reg]) : kNoRegister;
        to != kNoRegister)
      state.regs[to] = drawn[reg];
}

void RandomInputs::change(isa::ArchState& state, unsigned number) const {
  Draw draw(options_.seed * 0x10001 + number);
  for (std::uint64_t area = 0; area < kAreas + options_.hints.restrict_registers.size(); ++area)
    fill(state, draw, kFirstArea + area * kAreaDistance, kAreaBytes);
  for (const isa::DataSegment& segment : program_.data)
    if (segment.name != ".text" && draw.below(2) == 0 && segment.bytes.size() <= kAreaBytes)
      fill(state, draw, segment.address, segment.bytes.size());
  for (RegId reg = 1; reg < kMaxRegisters; ++reg)
    if (named_.test(reg))
      state.regs[reg] = value_of(reg, draw);
  // Loop bounds are within reach, so that the run ends.
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

bool RandomInputs::narrow() const {
  return program_.isa == isa::Isa::mips || program_.xlen == 32;
}
/// Registers of 32-bit programs hold sign-extended words.
std::uint64_t RandomInputs::extended(std::uint64_t value) const {
  return narrow() ? static_cast<std::uint64_t>(
                        static_cast<std::int64_t>(static_cast<std::int32_t>(value)))
                  : value;
}
std::uint64_t RandomInputs::value_of(RegId reg, Draw& draw) const {
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
void RandomInputs::restrict_pointers(isa::ArchState& state, Draw& draw) const {
  const auto& pointers = options_.hints.restrict_registers;
  for (std::size_t i = 0; i < pointers.size(); ++i)
    if (named_.test(pointers[i])) {
      const std::uint64_t base =
          kFirstArea + (kAreas + i) * kAreaDistance + kAreaBytes / 2 + 8 * draw.below(16);
      for (const Count& count : counts_) // limits the iterations of the loops that compare with
                                         // this register
        if (count.counter == pointers[i] && count.bound != 0)
          state.regs[count.bound] += base - state.regs[pointers[i]];
      state.regs[pointers[i]] = base;
    }
}

} // namespace stallscope::sched
