#include "sched/liveness.hpp"

#include "isa/registers.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>

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

/// How control leaves a block.
struct Way {
  std::vector<std::size_t> to; ///< blocks it may go on with
  RegisterSet live;            ///< what is read beside what those read
  RegisterSet killed;          ///< by a call, before anything behind it reads
  bool returns = false;
};

class Solver {
public:
  Solver(const isa::Program& program, const std::vector<Block>& blocks, bool delay_slot)
      : program_(program), blocks_(blocks), delay_slot_(delay_slot),
        at_end_(named_registers(program)) {
    for (std::size_t b = 0; b < blocks.size(); ++b)
      starts_[blocks[b].instruction(0).pc] = b;
    for (const Block& block : blocks) {
      transfer(block);
      ways_.push_back(way_of(block));
    }
  }

  Liveness solve() {
    Liveness live{std::vector<RegisterSet>(blocks_.size()),
                  std::vector<RegisterSet>(blocks_.size())};
    RegisterSet at_return = live_at_return(program_.isa);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = blocks_.size(); b-- > 0;) {
        const Way& way = ways_[b];
        RegisterSet out;
        for (const std::size_t next : way.to)
          out |= live.in[next];
        out = (out & ~way.killed) | way.live;
        if (way.returns)
          out |= at_return;
        const RegisterSet in = (out & ~defs_[b]) | uses_[b];
        changed |= in != live.in[b] || out != live.out[b];
        live.in[b] = in;
        live.out[b] = out;
      }
      // A function returns behind any of the program's calls, which may read what it likes.
      RegisterSet behind = at_return;
      for (const std::size_t b : behind_calls_)
        behind |= live.in[b];
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
      // Calls of an operating system read more than the micro-op says; simple ones do not.
      if (has_side_effects(instruction) && program_.platform != isa::Platform::simple)
        uses |= read_by_calls(program_.isa) & ~defs;
    }
    uses_.push_back(uses);
    defs_.push_back(defs);
  }

  void go_to(Way& way, std::uint64_t pc) {
    if (const auto start = starts_.find(pc); start != starts_.end())
      way.to.push_back(start->second);
    else
      way.live |= pc == program_.end_pc ? at_end_ : everything();
  }

  Way way_of(const Block& block) {
    Way way;
    Node last = block.count - 1;
    if (delay_slot_ && last > 0 && isa::is_control(block.instruction(last - 1).op_class))
      --last;
    const isa::Instruction& end = block.instruction(last);
    const isa::Instruction& behind = block.instruction(block.count - 1);
    const std::uint64_t next = behind.pc + behind.size;
    if (!isa::is_control(end.op_class)) {
      go_to(way, next);
      return way;
    }
    const bool links = end.op == isa::Op::jump_link || end.op == isa::Op::jump_link_register ||
                       program_.isa == isa::Isa::x86;
    if (end.op_class == isa::OpClass::jump_register) {
      const RegId link = program_.isa == isa::Isa::mips ? isa::mips::kRa : isa::riscv::kRa;
      way.returns = !links && program_.isa != isa::Isa::tac && end.rs1 == link;
      if (!way.returns)
        way.live = everything();
    } else if (links && end.rd != isa::kSinkRegister) {
      call(way, end.target, next);
    } else {
      go_to(way, end.target);
      if (end.op_class == isa::OpClass::branch)
        go_to(way, next);
    }
    return way;
  }

  void call(Way& way, std::uint64_t target, std::uint64_t next) {
    go_to(way, next);
    if (!way.to.empty())
      behind_calls_.push_back(way.to.back());
    const auto callee = starts_.find(target);
    // An empty stretch at the end stands for functions of other files.
    if (callee == starts_.end() && target == program_.end_pc) {
      way.killed = changed_by_calls(program_.isa);
      way.live |= read_by_calls(program_.isa);
    } else {
      go_to(way, target);
    }
  }

  const isa::Program& program_;
  const std::vector<Block>& blocks_;
  bool delay_slot_;
  RegisterSet at_end_;
  std::map<std::uint64_t, std::size_t> starts_;
  std::vector<RegisterSet> uses_;
  std::vector<RegisterSet> defs_;
  std::vector<Way> ways_;
  std::vector<std::size_t> behind_calls_;
};

} // namespace

Liveness liveness(const isa::Program& program, const std::vector<Block>& blocks, bool delay_slot) {
  return Solver(program, blocks, delay_slot).solve();
}

} // namespace stallscope::sched
