#include "sched/data_flow/liveness.hpp"

#include "control_flow/control_flow.hpp"
#include "isa/registers.hpp"

#include <algorithm>
#include <initializer_list>

namespace stallscope::sched {

namespace {

struct Range {
  RegId first = 0;
  RegId last = 0;
};

RegisterSet set_of(std::initializer_list<Range> ranges) {
  RegisterSet set;
  for (const Range& range : ranges)
    for (RegId reg = range.first; reg <= range.last; ++reg)
      set.set(reg);
  return set;
}

constexpr RegId kF = isa::kFirstFpRegister;

RegisterSet everything() {
  return RegisterSet().set();
}

} // namespace

RegisterSet named_registers(const isa::Program& program) {
  RegisterSet named;
  for (const isa::MicroOp& micro_op : program.micro_ops) {
    for (const isa::RegisterRead& read : micro_op.sources())
      named.set(read.reg);
    for (const RegId reg : micro_op.destinations())
      named.set(reg);
  }
  return named;
}

RegisterSet live_at_return(isa::Isa isa) {
  switch (isa) {
  case isa::Isa::riscv: // sp gp tp, s0 s1, a0 a1, s2-s11; fs0 fs1, fa0 fa1, fs2-fs11; fcsr
    return set_of({{2, 4},
                   {8, 11},
                   {18, 27},
                   {kF + 8, kF + 11},
                   {kF + 18, kF + 27},
                   {isa::riscv::kFcsr, isa::riscv::kFcsr}});
  case isa::Isa::mips: // v0 v1, s0-s7, gp sp s8; f0-f3, f20-f31
    return set_of({{2, 3}, {16, 23}, {28, 30}, {kF, kF + 3}, {kF + 20, kF + 31}});
  default:
    return everything();
  }
}

RegisterSet changed_by_calls(isa::Isa isa) {
  switch (isa) {
  case isa::Isa::riscv: // ra, t0-t2, a0-a7, t3-t6 and their FP counterparts
    return set_of(
        {{1, 1}, {5, 7}, {10, 17}, {28, 31}, {kF, kF + 7}, {kF + 10, kF + 17}, {kF + 28, kF + 31}});
  case isa::Isa::mips: // at, v, a, t, ra; f0-f19; HI, LO, flags
    return set_of({{1, 15},
                   {24, 25},
                   {31, 31},
                   {kF, kF + 19},
                   {isa::kHi, isa::kLo},
                   {isa::kFirstFlag, isa::kFirstFlag + isa::kFlagCount - 1}});
  default:
    return {};
  }
}

RegisterSet read_by_calls(isa::Isa isa) {
  switch (isa) {
  case isa::Isa::riscv: // and t0 of functions that save registers (-msave-restore)
    return live_at_return(isa) | set_of({{5, 5}, {10, 17}, {kF + 10, kF + 17}});
  case isa::Isa::mips: // a0-a3 (n64: a0-a7), t9; f12-f19
    return live_at_return(isa) | set_of({{4, 11}, {25, 25}, {kF + 12, kF + 19}});
  default:
    return everything();
  }
}

namespace {

class Solver {
public:
  Solver(const isa::Program& program, const std::vector<Block>& blocks, bool delay_slot)
      : program_(program), blocks_(blocks), exits_(control_flow(program, blocks, delay_slot)),
        at_end_(named_registers(program)) {
    for (const Block& block : blocks)
      transfer(block);
  }

  Liveness solve() {
    Liveness live{std::vector<RegisterSet>(blocks_.size()),
                  std::vector<RegisterSet>(blocks_.size())};
    RegisterSet at_return = live_at_return(program_.isa);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = blocks_.size(); b-- > 0;) {
        const BlockExit& exit = exits_[b];
        RegisterSet out;
        for (const std::size_t next : exit.to)
          out |= live.in[next];
        if (exit.calls_elsewhere)
          out &= ~changed_by_calls(program_.isa);
        out |= read_elsewhere(exit);
        if (exit.returns)
          out |= at_return;
        const RegisterSet in = (out & ~defs_[b]) | uses_[b];
        changed |= in != live.in[b] || out != live.out[b];
        live.in[b] = in;
        live.out[b] = out;
      }
      // A function returns after any of the program's calls, and the code there may read anything.
      RegisterSet behind = at_return;
      for (const BlockExit& exit : exits_)
        if (exit.behind_call)
          behind |= live.in[*exit.behind_call];
      changed |= behind != at_return;
      at_return = behind;
    }
    return live;
  }

private:
  void transfer(const Block& block) {
    RegisterSet uses;
    RegisterSet defs;
    for (Node node = 0; node < block.count; ++node) {
      const isa::Instruction& instruction = block.instruction(node);
      for (const isa::MicroOp& micro_op : program_.micro_ops_of(instruction)) {
        for (const isa::RegisterRead& read : micro_op.sources())
          if (!defs.test(read.reg))
            uses.set(read.reg);
        for (const RegId reg : micro_op.destinations())
          defs.set(reg);
      }
      // Operating system calls read more registers than the micro-op lists; simulator calls do not.
      if (has_side_effects(instruction) && program_.platform != isa::Platform::simple)
        uses |= read_by_calls(program_.isa) & ~defs;
    }
    uses_.push_back(uses);
    defs_.push_back(defs);
  }

  /// Registers read after a block other than by its successors.
  [[nodiscard]] RegisterSet read_elsewhere(const BlockExit& exit) const {
    RegisterSet read;
    if (exit.end)
      read |= at_end_;
    if (exit.unknown)
      read = everything();
    if (exit.calls_elsewhere)
      read |= read_by_calls(program_.isa);
    return read;
  }

  const isa::Program& program_;
  const std::vector<Block>& blocks_;
  std::vector<BlockExit> exits_;
  RegisterSet at_end_;
  std::vector<RegisterSet> uses_;
  std::vector<RegisterSet> defs_;
};

} // namespace

Liveness liveness(const isa::Program& program, const std::vector<Block>& blocks, bool delay_slot) {
  return Solver(program, blocks, delay_slot).solve();
}

} // namespace stallscope::sched
