#include "unit/isa/machine_code.hpp"

#include <catch2/catch.hpp>

#include <limits>
#include <random>

using namespace machine_code;

TEST_CASE("executor: the wrong path is undone to the bit") {
  const Program p = program(
      Isa::mips, {immediate(Op::add, 1, 1, 7), store(Op::sw, 1, 2, 0), store(Op::sb, 1, 2, 4093),
                  load(Op::lw, 3, 2, 0), three(Op::multw, 4, 1, 1),
                  jump(Op::jump_link, 31, 0, kCode + 24), store(Op::sd, 31, 2, 8)});
  ArchState state = initial_state(p);
  state.regs[2] = kData;
  state.memory.store(kData, 8, 0xaaaaaaaabbbbbbbb);
  const ArchState before = state;
  UndoLog log;
  for (int i = 0; i < 7; ++i)
    CHECK(execute_speculatively(p, state, {}, 1, log).trap == Trap::none);
  CHECK(state.regs[1] == 7);
  CHECK(state.regs[3] == 7);
  CHECK(state.memory.load(kData + 4093, 1) == 7);
  CHECK(state.memory.load(kData + 8, 8) == kCode + 24);
  CHECK(state.instructions == 0);
  roll_back(state, log, 0);
  CHECK(log.empty());
  state.pc = before.pc;
  CHECK(same_state(state, before));
}

TEST_CASE("executor: rolling back to a mark keeps what came before it") {
  const Program p = program(Isa::mips, {immediate(Op::add, 1, 1, 1), immediate(Op::add, 1, 1, 1),
                                        immediate(Op::add, 1, 1, 1)});
  ArchState state = initial_state(p);
  UndoLog log;
  execute_speculatively(p, state, {}, 1, log);
  const std::size_t mark = log.size();
  execute_speculatively(p, state, {}, 1, log);
  execute_speculatively(p, state, {}, 1, log);
  CHECK(state.regs[1] == 3);
  roll_back(state, log, mark);
  CHECK(state.regs[1] == 1);
  roll_back(state, log, 0);
  CHECK(state.regs[1] == 0);
}

TEST_CASE("executor: faults on the wrong path are reported and have no effect") {
  const auto check = [](const Instruction& i, Trap trap, std::uint64_t rd_after) {
    const Program p = program(Isa::mips, {i});
    ArchState state = initial_state(p);
    state.regs[3] = 33;
    state.regs[5] = 3;
    const Memory memory = state.memory;
    UndoLog log;
    const Effect effect = execute_speculatively(p, state, {}, 1, log);
    CHECK(effect.trap == trap);
    CHECK(effect.next_pc == kCode + 4);
    CHECK(state.pc == kCode + 4);
    CHECK(state.regs[3] == rd_after);
    CHECK(state.memory == memory);
    roll_back(state, log, 0);
    CHECK(state.regs[3] == 33);
  };
  check(load(Op::lw, 3, 0, 0), Trap::unmapped, 0);
  check(load(Op::lw, 3, 0, 2), Trap::misaligned, 0);
  check(store(Op::sw, 3, 0, 0), Trap::unmapped, 33);
  check(immediate(Op::div_trap, 3, 3, 0), Trap::divide_by_zero, 33);
  check(immediate(Op::add_overflow, 3, 3, std::numeric_limits<std::int64_t>::max()), Trap::overflow,
        33);
  check(jump(Op::jump_register, 3, 5, 0), Trap::misaligned, 33);
  Instruction stop;
  stop.op = Op::breakpoint;
  check(stop, Trap::breakpoint, 33);
  check(Instruction{}, Trap::illegal, 33);
}

TEST_CASE("executor: without an instruction the wrong path does not advance") {
  const Program p = program(Isa::mips, {Instruction{}});
  ArchState state = initial_state(p);
  UndoLog log;
  state.pc = p.end_pc;
  CHECK(execute_speculatively(p, state, {}, 1, log).trap == Trap::end);
  CHECK(state.pc == p.end_pc);
  state.pc = 0x666;
  CHECK(execute_speculatively(p, state, {}, 1, log).trap == Trap::illegal);
  CHECK(state.pc == 0x666);
}

TEST_CASE("executor: system calls on the wrong path do nothing") {
  const Program p = program(Isa::mips, {syscall(Isa::mips)});
  Collected out;
  Environment environment;
  environment.output = &out;
  environment.input = "5\n";
  for (const std::uint64_t number : {1, 5, 10}) {
    ArchState state = initial_state(p);
    state.regs[mips::kV0] = number;
    ArchState before = state;
    UndoLog log;
    CHECK(execute_speculatively(p, state, environment, 1, log).trap == Trap::none);
    before.pc = kCode + 4;
    CHECK(same_state(state, before));
    CHECK(log.empty());
  }
  CHECK(out.text.empty());
}

TEST_CASE("executor: random wrong paths are undone, random right paths equal them") {
  std::mt19937_64 random(11);
  const Op arithmetic[] = {Op::add, Op::mul, Op::xor_, Op::sraw, Op::sltu, Op::fadd_d, Op::multu};
  const Op loads[] = {Op::lb, Op::lh, Op::lw, Op::ld, Op::flw};
  const Op stores[] = {Op::sb, Op::sh, Op::sw, Op::sd, Op::fsw};
  const auto reg = [&] { return static_cast<RegId>(2 + random() % 6); };
  for (int round = 0; round < 300; ++round) {
    std::vector<Instruction> code;
    for (int i = 0; i < 40; ++i) {
      const auto displacement = static_cast<std::int64_t>(random() % 8200);
      switch (random() % 3) {
      case 0:
        code.push_back(three(arithmetic[random() % std::size(arithmetic)], reg(), reg(), reg()));
        break;
      case 1:
        code.push_back(load(loads[random() % std::size(loads)], reg(), 1, displacement));
        break;
      default:
        code.push_back(store(stores[random() % std::size(stores)], reg(), 1, displacement));
      }
    }
    const Program p = program(Isa::riscv, code);
    Environment environment;
    environment.misaligned = Misaligned::allow;
    ArchState start = initial_state(p);
    start.regs[1] = kData;
    for (RegId r = 2; r < 8; ++r)
      start.regs[r] = random();
    ArchState straight = start;
    ArchState wrong = start;
    UndoLog log;
    for (std::size_t i = 0; i < code.size(); ++i) {
      const Effect a = execute(p, straight, environment, 1);
      const Effect b = execute_speculatively(p, wrong, environment, 1, log);
      REQUIRE(a.result == b.result);
      REQUIRE(a.address == b.address);
    }
    REQUIRE(wrong.regs == straight.regs);
    REQUIRE(wrong.memory == straight.memory);
    roll_back(wrong, log, 0);
    REQUIRE(wrong.regs == start.regs);
    REQUIRE(wrong.memory == start.memory);
  }
}
