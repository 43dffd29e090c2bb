#include "unit/isa/machine_code.hpp"

#include <catch2/catch.hpp>

using namespace machine_code;

namespace {

/// Executes `instruction` alone from a state prepared by `prepare`.
template <class Prepare>
std::pair<Effect, ArchState> one(const Program& p, const Environment& environment,
                                 Prepare&& prepare) {
  ArchState state = initial_state(p);
  prepare(state);
  const Effect effect = execute(p, state, environment, 1);
  return {effect, state};
}

} // namespace

TEST_CASE("executor: the initial state holds data, registers and the entry") {
  Program p = program(Isa::mips, {Instruction{}, Instruction{}});
  p.entry = kCode + 4;
  p.data = {{".data", kData, {1, 2, 3}}, {".data", kData + 0x2ffe, {9, 9, 9, 9}}};
  p.initial_registers = {{29, 0x7fffeffc}, {0, 5}};
  const ArchState state = initial_state(p);
  CHECK(state.pc == kCode + 4);
  CHECK(state.npc == kCode + 8);
  CHECK(state.regs[29] == 0x7fffeffc);
  CHECK(state.regs[0] == 0);
  CHECK(state.memory.load(kData, 4) == 0x030201);
  CHECK(state.memory.load(kData + 0x2ffe, 4) == 0x09090909);
  CHECK(state.heap_end == p.heap_begin);
  CHECK(state.instructions == 0);
}

TEST_CASE("executor: loads extend, stores truncate, and the effect tells the access") {
  const auto p = [](const Instruction& i) { return program(Isa::mips, {i}); };
  const auto loaded = [&](Op op) {
    const auto [effect, state] = one(p(load(op, 3, 1, -8)), {}, [](ArchState& s) {
      s.regs[1] = kData + 16;
      s.memory.store(kData + 8, 8, 0xfedcba9889abcdef);
    });
    CHECK(effect.trap == Trap::none);
    CHECK(effect.address == kData + 8);
    CHECK(effect.result == state.regs[3]);
    return std::pair(state.regs[3], unsigned{effect.bytes});
  };
  CHECK(loaded(Op::lb) == std::pair<std::uint64_t, unsigned>{0xffffffffffffffef, 1});
  CHECK(loaded(Op::lbu) == std::pair<std::uint64_t, unsigned>{0xef, 1});
  CHECK(loaded(Op::lh) == std::pair<std::uint64_t, unsigned>{0xffffffffffffcdef, 2});
  CHECK(loaded(Op::lhu) == std::pair<std::uint64_t, unsigned>{0xcdef, 2});
  CHECK(loaded(Op::lw) == std::pair<std::uint64_t, unsigned>{0xffffffff89abcdef, 4});
  CHECK(loaded(Op::lwu) == std::pair<std::uint64_t, unsigned>{0x89abcdef, 4});
  CHECK(loaded(Op::ld) == std::pair<std::uint64_t, unsigned>{0xfedcba9889abcdef, 8});
  CHECK(loaded(Op::flw) == std::pair<std::uint64_t, unsigned>{0x89abcdef, 4});
  CHECK(loaded(Op::fld) == std::pair<std::uint64_t, unsigned>{0xfedcba9889abcdef, 8});

  const auto stored = [&](Op op) {
    const auto [effect, state] = one(p(store(op, 2, 1, 8)), {}, [](ArchState& s) {
      s.regs[1] = kData;
      s.regs[2] = 0x1122334455667788;
      s.memory.store(kData + 8, 8, ~0ULL);
    });
    CHECK(effect.address == kData + 8);
    return state.memory.load(kData + 8, 8);
  };
  CHECK(stored(Op::sb) == 0xffffffffffffff88);
  CHECK(stored(Op::sh) == 0xffffffffffff7788);
  CHECK(stored(Op::sw) == 0xffffffff55667788);
  CHECK(stored(Op::fsw) == 0xffffffff55667788);
  CHECK(stored(Op::sd) == 0x1122334455667788);
  CHECK(stored(Op::fsd) == 0x1122334455667788);
}

TEST_CASE("executor: a fault of a memory access leaves the state as it was") {
  struct Row {
    Instruction instruction;
    std::uint64_t base;
    Trap trap;
  };
  const Row rows[] = {
      {load(Op::lw, 3, 1, 0), 0, Trap::unmapped},
      {load(Op::lw, 3, 1, 0), kData - 4, Trap::unmapped},
      {load(Op::lb, 3, 1, 0), kData + 0x10000, Trap::unmapped},
      {load(Op::ld, 3, 1, 0), ~0ULL - 7, Trap::unmapped},
      {load(Op::lw, 3, 1, 2), kData, Trap::misaligned},
      {load(Op::lh, 3, 1, 1), kData, Trap::misaligned},
      {store(Op::sd, 2, 1, 4), kData, Trap::misaligned},
      {store(Op::sw, 2, 1, 0), kConstants, Trap::read_only},
      {store(Op::sb, 2, 1, 0), kConstants - 1, Trap::unmapped},
  };
  for (const Row& row : rows) {
    const Program p = program(Isa::mips, {row.instruction});
    ArchState before = initial_state(p);
    before.regs[1] = row.base;
    before.regs[3] = 33;
    ArchState state = before;
    const Effect effect = execute(p, state, {}, 1);
    CHECK(effect.trap == row.trap);
    CHECK(effect.address == row.base + static_cast<std::uint64_t>(row.instruction.imm));
    CHECK(effect.next_pc == kCode);
    CHECK(same_state(state, before));
    CHECK(is_fault(effect.trap));
  }
}

TEST_CASE("executor: misaligned accesses where they are allowed, up to the end of a region") {
  Environment environment;
  environment.misaligned = Misaligned::allow;
  const auto trap_at = [&](std::uint64_t address) {
    return one(program(Isa::mips, {load(Op::ld, 3, 1, 0)}), environment,
               [&](ArchState& s) { s.regs[1] = address; })
        .first.trap;
  };
  CHECK(trap_at(kData + 1) == Trap::none);
  CHECK(trap_at(kData + 0x10000 - 8) == Trap::none);
  CHECK(trap_at(kData + 0x10000 - 7) == Trap::unmapped);
}

TEST_CASE("executor: an access may straddle regions that touch, with the rights of both") {
  Program p = program(Isa::mips, {store(Op::sd, 2, 1, 0)});
  p.regions.push_back({"more", kData + 0x10000, kData + 0x11000, true});
  p.regions.push_back({"rom", kData + 0x11000, kData + 0x12000, false});
  Environment environment;
  environment.misaligned = Misaligned::allow;
  const auto trap_at = [&](std::uint64_t address) {
    return one(p, environment, [&](ArchState& s) { s.regs[1] = address; }).first.trap;
  };
  CHECK(trap_at(kData + 0x10000 - 3) == Trap::none);
  CHECK(trap_at(kData + 0x11000 - 3) == Trap::read_only);
}

TEST_CASE("executor: 32-bit programs have 32-bit addresses") {
  const Program p = program(Isa::riscv, {load(Op::lw, 3, 1, 4)}, 32);
  const auto [effect, state] = one(p, {}, [](ArchState& s) {
    s.regs[1] = 0xffffffff00000000 | kData; // stray upper half
    s.memory.store(kData + 4, 4, 0x80000000);
  });
  CHECK(effect.address == kData + 4);
  CHECK(state.regs[3] == 0xffffffff80000000);
  const Program wrap =
      program(Isa::riscv, {load(Op::lw, 3, 1, static_cast<std::int64_t>(kData))}, 32);
  CHECK(one(wrap, {}, [](ArchState& s) { s.regs[1] = 0; }).first.trap == Trap::none);
}

TEST_CASE("executor: branches compare in all ways and report taken") {
  struct Row {
    Op op;
    bool less, equal, greater; // -1 against 1, 1 against 1, 1 against -1
  };
  for (const Row& row : {Row{Op::beq, false, true, false}, Row{Op::bne, true, false, true},
                         Row{Op::blt, true, false, false}, Row{Op::bge, false, true, true},
                         Row{Op::ble, true, true, false}, Row{Op::bgt, false, false, true},
                         Row{Op::bltu, false, false, true}, Row{Op::bgeu, true, true, false}}) {
    const std::uint64_t one_value = 1;
    const std::uint64_t minus = ~0ULL;
    const auto taken = [&](std::uint64_t a, std::uint64_t b) {
      const auto [effect, state] =
          one(program(Isa::mips, {branch(row.op, 1, 2, 0x2000)}), {}, [&](ArchState& s) {
            s.regs[1] = a;
            s.regs[2] = b;
          });
      CHECK(state.pc == (effect.taken ? 0x2000 : kCode + 4));
      CHECK(effect.next_pc == state.pc);
      return effect.taken;
    };
    CHECK(taken(minus, one_value) == row.less);
    CHECK(taken(one_value, one_value) == row.equal);
    CHECK(taken(one_value, minus) == row.greater);
  }
  const auto flag = [](Op op, std::uint64_t value) {
    return one(program(Isa::mips, {branch(op, kFirstFlag, 0, 0x2000)}), {},
               [&](ArchState& s) { s.regs[kFirstFlag] = value; })
        .first.taken;
  };
  CHECK(flag(Op::branch_flag_set, 1));
  CHECK_FALSE(flag(Op::branch_flag_set, 0));
  CHECK(flag(Op::branch_flag_clear, 0));
  CHECK_FALSE(flag(Op::branch_flag_clear, 1));
}

TEST_CASE("executor: calls write the return address, also over the register they jump to") {
  const auto [direct, state] =
      one(program(Isa::mips, {jump(Op::jump_link, 31, 0, 0x2000)}), {}, [](ArchState&) {});
  CHECK(state.regs[31] == kCode + 4);
  CHECK(direct.result == kCode + 4);
  CHECK(state.pc == 0x2000);
  const auto [indirect, after] = one(program(Isa::mips, {jump(Op::jump_link_register, 5, 5, 0)}),
                                     {}, [](ArchState& s) { s.regs[5] = 0x3000; });
  CHECK(indirect.taken);
  CHECK(after.regs[5] == kCode + 4);
  CHECK(after.pc == 0x3000);
}

TEST_CASE("executor: odd jump targets") {
  const auto jump_to = [](Isa isa, std::uint64_t target) {
    return one(program(isa, {jump(Op::jump_register, kSinkRegister, 5, 0)}), {},
               [&](ArchState& s) { s.regs[5] = target; });
  };
  CHECK(jump_to(Isa::riscv, 0x3001).second.pc == 0x3000);
  for (const std::uint64_t target : {0x3001, 0x3002}) {
    const auto [effect, state] = jump_to(Isa::mips, target);
    CHECK(effect.trap == Trap::misaligned);
    CHECK(effect.address == target);
    CHECK(state.pc == kCode);
  }
  CHECK(jump_to(Isa::mips, 0x3000).first.trap == Trap::none);
}

TEST_CASE("executor: the end of the code, and places without code") {
  const Program p = program(Isa::mips, {immediate(Op::add, 1, 1, 1)});
  ArchState state = initial_state(p);
  CHECK(execute(p, state, {}, 1).trap == Trap::none);
  CHECK(state.instructions == 1);
  ArchState at_end = state;
  CHECK(execute(p, state, {}, 2).trap == Trap::end);
  CHECK(same_state(state, at_end));
  state.pc = kCode + 8;
  CHECK(execute(p, state, {}, 2).trap == Trap::illegal);
  state.pc = kCode + 2;
  CHECK(execute(p, state, {}, 2).trap == Trap::illegal);
  Instruction unknown;
  CHECK(one(program(Isa::mips, {unknown}), {}, [](ArchState&) {}).first.trap == Trap::illegal);
}

TEST_CASE("executor: a breakpoint counts and moves on") {
  Instruction i;
  i.op = Op::breakpoint;
  const auto [effect, state] = one(program(Isa::mips, {i}), {}, [](ArchState&) {});
  CHECK(effect.trap == Trap::breakpoint);
  CHECK(state.pc == kCode + 4);
  CHECK(state.instructions == 1);
  CHECK_FALSE(is_fault(Trap::breakpoint));
}

TEST_CASE("executor: counters, in one piece and in halves") {
  const auto read = [](std::int64_t csr, unsigned xlen) {
    const Program p = program(Isa::riscv, {immediate(Op::csr_read, 3, 0, csr)}, xlen);
    ArchState state = initial_state(p);
    state.instructions = 0x2'8000'0007;
    const Effect effect = execute(p, state, {}, 0x1'8000'0005);
    return effect.trap == Trap::none ? state.regs[3] : 0xbad;
  };
  for (const std::int64_t csr : {0xC00, 0xC01, 0xB00}) {
    CHECK(read(csr, 64) == 0x1'8000'0005);
    CHECK(read(csr, 32) == 0xffffffff80000005);
    CHECK(read(csr + 0x80, 32) == 1);
  }
  CHECK(read(0xC02, 64) == 0x2'8000'0007);
  CHECK(read(0xB02, 32) == 0xffffffff80000007);
  CHECK(read(0xC82, 32) == 2);
  CHECK(read(0xB82, 32) == 2);
  // Of machine mode, as at reset: mstatus has MPP 3 and FS dirty, mhartid is 0. satp is not there.
  CHECK(read(0x300, 64) == 0x8000'0000'0000'7800);
  CHECK(read(0xF14, 64) == 0);
  CHECK(read(0x180, 64) == 0xbad);
}

TEST_CASE("executor: protection can be read in a program given as text, and not be set") {
  for (const std::int64_t csr : {0x3A0, 0x3B0, 0x747}) { // pmpcfg0, pmpaddr0, mseccfg
    const Program reads = program(Isa::riscv, {immediate(Op::csr_read, 3, 0, csr)});
    ArchState state = initial_state(reads);
    CHECK(execute(reads, state, {}, 1).trap == Trap::none);
    CHECK(state.regs[3] == 0);
    const Program writes = program(Isa::riscv, {immediate(Op::csr_write, 3, 4, csr)});
    ArchState other = initial_state(writes);
    CHECK(execute(writes, other, {}, 1).trap == Trap::illegal);
  }
}

TEST_CASE("executor: a counter of cycles may be asked for before its cycle is known") {
  Environment asks;
  asks.asks_cycle = true;
  for (const std::int64_t csr :
       {0xC00, 0xC01, 0xB00, 0x320}) { // cycle, time, mcycle, mcountinhibit
    const Program p = program(Isa::riscv, {immediate(Op::csr_read, 3, 0, csr)});
    ArchState state = initial_state(p);
    const ArchState before = state;
    CHECK(execute(p, state, asks, 5).trap == Trap::asks_cycle);
    CHECK(state.regs == before.regs);
    CHECK(state.pc == before.pc);
    CHECK(state.instructions == before.instructions);
  }
  const Program p = program(Isa::riscv, {immediate(Op::csr_read, 3, 0, 0xC02)}); // instret
  ArchState state = initial_state(p);
  CHECK(execute(p, state, asks, 5).trap == Trap::none);
}

TEST_CASE("executor: the instruction behind a taken branch executes in its delay slot") {
  const Program p =
      program(Isa::mips, {
                             branch(Op::beq, 0, 0, kCode + 16), // taken
                             immediate(Op::add, 1, 1, 1),       // slot
                             immediate(Op::add, 2, 2, 1),       // jumped over
                             immediate(Op::add, 2, 2, 1), immediate(Op::add, 3, 3, 1), // target
                         });
  Environment environment;
  environment.delay_slots = true;
  ArchState state = initial_state(p);
  const Effect taken = execute(p, state, environment, 1);
  CHECK(taken.taken);
  CHECK(taken.next_pc == kCode + 16); // behind the slot
  CHECK(state.pc == kCode + 4);
  CHECK(state.npc == kCode + 16);
  const Effect slot = execute(p, state, environment, 2);
  CHECK(slot.next_pc == kCode + 16);
  CHECK_FALSE(slot.taken);
  CHECK(execute(p, state, environment, 3).next_pc == kCode + 20);
  CHECK(execute(p, state, environment, 4).trap == Trap::end);
  CHECK(state.regs[1] == 1);
  CHECK(state.regs[2] == 0);
  CHECK(state.regs[3] == 1);

  const ReferenceRun without = run_reference(p, {}, 10);
  CHECK(without.state.regs[1] == 0);
  CHECK(without.state.regs[3] == 1);
}

TEST_CASE("executor: a branch not taken with delay slots goes on behind the slot") {
  const Program p = program(Isa::mips, {branch(Op::bne, 0, 0, kCode + 16),
                                        immediate(Op::add, 1, 1, 1), immediate(Op::add, 2, 2, 1)});
  Environment environment;
  environment.delay_slots = true;
  ArchState state = initial_state(p);
  const Effect effect = execute(p, state, environment, 1);
  CHECK_FALSE(effect.taken);
  CHECK(effect.next_pc == kCode + 8);
  CHECK(state.pc == kCode + 4);
  CHECK(state.npc == kCode + 8);
}

TEST_CASE("executor: with delay slots a call returns behind its slot, and a return ends the run") {
  const Program p = program(Isa::mips, {jump(Op::jump_link, 31, 0, kCode + 12),
                                        immediate(Op::add, 1, 1, 1), immediate(Op::add, 2, 2, 1),
                                        jump(Op::jump_register, kSinkRegister, 31, 0),
                                        immediate(Op::add, 3, 3, 1)});
  Environment environment;
  environment.delay_slots = true;
  ArchState state = initial_state(p);
  execute(p, state, environment, 1);
  CHECK(state.regs[31] == kCode + 8);
  execute(p, state, environment, 2);
  execute(p, state, environment, 3); // jr
  execute(p, state, environment, 4); // its slot
  CHECK(state.pc == kCode + 8);
  CHECK(state.regs[3] == 1);

  // The return address of the entry function is end_pc: the slot of the last return still executes.
  Program leaf = program(Isa::mips, {jump(Op::jump_register, kSinkRegister, 31, 0),
                                     immediate(Op::add, 3, 3, 1), immediate(Op::add, 4, 4, 1)});
  leaf.initial_registers = {{31, leaf.end_pc}};
  const ReferenceRun run = run_reference(leaf, environment, 10);
  CHECK(run.trap == Trap::end);
  CHECK(run.state.regs[3] == 1);
  CHECK(run.state.regs[4] == 0);
  CHECK(run.state.instructions == 2);
}

TEST_CASE("executor: a fault in a delay slot keeps the way behind it") {
  const Program p = program(Isa::mips, {jump(Op::jump, kSinkRegister, 0, kCode + 8),
                                        load(Op::lw, 3, 0, 0), immediate(Op::add, 1, 1, 1)});
  Environment environment;
  environment.delay_slots = true;
  ArchState state = initial_state(p);
  execute(p, state, environment, 1);
  const ArchState before = state;
  CHECK(execute(p, state, environment, 2).trap == Trap::unmapped);
  CHECK(same_state(state, before));
}

TEST_CASE("executor: every trap has a name of its own, faults come last") {
  for (unsigned i = 0; i <= static_cast<unsigned>(Trap::bad_input); ++i) {
    const auto trap = static_cast<Trap>(i);
    CHECK_FALSE(name(trap).empty());
    for (unsigned j = 0; j < i; ++j)
      CHECK(name(trap) != name(static_cast<Trap>(j)));
  }
  CHECK(name(Trap::misaligned) == "misaligned");
  CHECK(name(Trap::bad_input) == "bad_input");
  CHECK_FALSE(is_fault(Trap::none));
  CHECK_FALSE(is_fault(Trap::end));
  CHECK_FALSE(is_fault(Trap::exit));
  CHECK(is_fault(Trap::illegal));
  CHECK(is_fault(Trap::bad_input));
}
