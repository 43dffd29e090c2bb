#include "isa/riscv_code.hpp"
#include "unit/isa/machine_code.hpp"

using namespace machine_code;

// Load-reserved, store-conditional and atomic memory operations: x1 holds the address, x2 the
// operand, x3 gets the result.

namespace {

constexpr std::uint64_t kOnes = ~0ULL;
constexpr std::uint64_t kMin64 = 1ULL << 63;
constexpr std::uint64_t kMin32 = 0xffffffff80000000ULL;

Instruction code(std::string_view mnemonic, RegId rd = 3, RegId rs2 = 2) {
  const auto bits = encode_riscv(mnemonic, {.rd = rd, .rs1 = 1, .rs2 = rs2}, 64);
  REQUIRE(bits.has_value());
  return decode_riscv(*bits, kCode, 64);
}

ArchState started(const Program& p, std::uint64_t address, std::uint64_t operand) {
  ArchState state = initial_state(p);
  state.regs[1] = address;
  state.regs[2] = operand;
  return state;
}

struct Modified {
  std::uint64_t result, memory;
};

/// A doubleword of memory around one operation.
Modified modify(std::string_view mnemonic, std::uint64_t memory, std::uint64_t operand) {
  const Program p = program(Isa::riscv, {code(mnemonic)});
  ArchState state = started(p, kData, operand);
  state.memory.store(kData, 8, memory);
  const Effect effect = execute(p, state, {}, 1);
  INFO(mnemonic);
  CHECK(effect.trap == Trap::none);
  CHECK(effect.address == kData);
  CHECK(effect.bytes == (mnemonic.find(".w") != std::string_view::npos ? 4 : 8));
  CHECK(effect.result == state.regs[3]);
  return {state.regs[3], state.memory.load(kData, 8)};
}

void check(std::string_view mnemonic, std::uint64_t memory, std::uint64_t operand,
           std::uint64_t after) {
  const Modified m = modify(mnemonic, memory, operand);
  INFO(mnemonic << " " << memory << " " << operand);
  CHECK(m.result == memory);
  CHECK(m.memory == after);
}

} // namespace

TEST_CASE("riscv atomics: doublewords") {
  check("amoswap.d", 1, 2, 2);
  check("amoadd.d", kOnes, 1, 0);
  check("amoxor.d", 0xff, 0x0f, 0xf0);
  check("amoand.d", 0xff, 0x0f, 0x0f);
  check("amoor.d", 0xf0, 0x0f, 0xff);
  check("amomin.d", kMin64, 1, kMin64);
  check("amomax.d", kMin64, 1, 1);
  check("amominu.d", kMin64, 1, 1);
  check("amomaxu.d", kMin64, 1, kMin64);
}

TEST_CASE("riscv atomics: words leave the rest of memory alone and sign-extend their result") {
  const std::uint64_t memory = 0x1111111180000000ULL;
  struct Row {
    std::string_view mnemonic;
    std::uint64_t operand;
    std::uint64_t word;
  };
  // The operand's upper half never counts: 0x7ffffff100000001 is 1.
  for (const Row& row : {Row{"amoswap.w", 0x7ffffff100000001ULL, 1},
                         {"amoadd.w", 0x7ffffff100000001ULL, 0x80000001},
                         {"amoxor.w", 0x80000001, 1},
                         {"amoand.w", 0xffffffff, 0x80000000},
                         {"amoor.w", 0x7ffffff100000001ULL, 0x80000001},
                         {"amomin.w", 0x7ffffff100000001ULL, 0x80000000},
                         {"amomax.w", 0x7ffffff100000001ULL, 1},
                         {"amominu.w", 0x7ffffff100000001ULL, 1},
                         {"amomaxu.w", 0x7ffffff100000001ULL, 0x80000000},
                         {"amomaxu.w", 0x80000001, 0x80000001}}) {
    INFO(row.mnemonic);
    const Modified m = modify(row.mnemonic, memory, row.operand);
    CHECK(m.result == kMin32);
    CHECK(m.memory == (0x1111111100000000ULL | row.word));
  }
}

TEST_CASE("riscv atomics: a store-conditional succeeds once, at the reserved address") {
  const Program p = program(Isa::riscv, {code("lr.w"), code("sc.w", 4), code("sc.w", 5)});
  ArchState state = started(p, kData, 77);
  state.memory.store(kData, 8, 0x2222222280000000ULL);
  execute(p, state, {}, 1);
  CHECK(state.regs[3] == kMin32);
  CHECK(execute(p, state, {}, 1).result == 0);
  CHECK(state.memory.load(kData, 8) == 0x222222220000004dULL);
  state.regs[2] = 78;
  CHECK(execute(p, state, {}, 1).result == 1);
  CHECK(state.regs[5] == 1);
  CHECK(state.memory.load(kData, 4) == 77);
}

TEST_CASE("riscv atomics: a store-conditional elsewhere fails and drops the reservation") {
  const Program p = program(Isa::riscv, {code("lr.d"), immediate(Op::add, 1, 1, 8), code("sc.d", 4),
                                         immediate(Op::add, 1, 1, -8), code("sc.d", 5)});
  ArchState state = started(p, kData, 77);
  for (int n = 0; n < 5; ++n)
    execute(p, state, {}, 1);
  CHECK(state.regs[4] == 1);
  CHECK(state.regs[5] == 1);
  CHECK(state.memory.load(kData, 8) == 0);
  CHECK(state.memory.load(kData + 8, 8) == 0);
}

TEST_CASE("riscv atomics: one's own stores keep a reservation") {
  const Program p = program(
      Isa::riscv, {code("lr.d"), store(Op::sd, 2, 1, 0), code("amoadd.d", 6), code("sc.d", 4)});
  ArchState state = started(p, kData, 5);
  for (int n = 0; n < 4; ++n)
    execute(p, state, {}, 1);
  CHECK(state.regs[4] == 0);
  CHECK(state.memory.load(kData, 8) == 5);
}

TEST_CASE("riscv atomics: result and sources may be one register") {
  const Program p = program(Isa::riscv, {code("amoadd.d", 2, 2)});
  ArchState state = started(p, kData, 5);
  state.memory.store(kData, 8, 10);
  execute(p, state, {}, 1);
  CHECK(state.regs[2] == 10);
  CHECK(state.memory.load(kData, 8) == 15);
  const Program q = program(Isa::riscv, {code("amoswap.d", 1, 1)}); // stores its address
  state = started(q, kData, 0);
  execute(q, state, {}, 1);
  CHECK(state.regs[1] == 0);
  CHECK(state.memory.load(kData, 8) == kData);
}

TEST_CASE("riscv atomics: misaligned ones trap even where other accesses may be misaligned") {
  Environment environment;
  environment.misaligned = Misaligned::allow;
  for (const char* mnemonic : {"lr.w", "sc.w", "amoadd.w", "lr.d", "sc.d", "amoadd.d"}) {
    INFO(mnemonic);
    const bool word = std::string_view(mnemonic).ends_with(".w");
    const Program p = program(Isa::riscv, {code(mnemonic)});
    ArchState state = started(p, kData + (word ? 2 : 4), 1);
    const Effect effect = execute(p, state, environment, 1);
    CHECK(effect.trap == Trap::misaligned);
    CHECK(effect.address == state.regs[1]);
    CHECK(state.regs[3] == 0);
    CHECK(state.memory.load(kData, 8) == 0);
    CHECK(state.pc == kCode);
  }
}

TEST_CASE("riscv atomics: read-only and unmapped memory") {
  const auto trap = [](std::string_view mnemonic, std::uint64_t address) {
    const Program p = program(Isa::riscv, {code(mnemonic)});
    ArchState state = started(p, address, 1);
    return execute(p, state, {}, 1).trap;
  };
  CHECK(trap("lr.w", kConstants) == Trap::none);
  CHECK(trap("sc.w", kConstants) == Trap::read_only); // whether reserved or not
  CHECK(trap("amoor.w", kConstants) == Trap::read_only);
  CHECK(trap("lr.w", 0x100) == Trap::unmapped);
  CHECK(trap("amoor.d", 0x100) == Trap::unmapped);
}

TEST_CASE("riscv atomics: the wrong path is undone, reservation and memory included") {
  const Program p = program(Isa::riscv, {code("lr.d"), code("sc.d", 4), code("amoadd.d", 5)});
  ArchState state = started(p, kData, 9);
  state.memory.store(kData, 8, 4);
  state.regs[riscv::kReservation] = 123;
  const ArchState before = state;
  UndoLog log;
  for (int n = 0; n < 3; ++n)
    CHECK(execute_speculatively(p, state, {}, 1, log).trap == Trap::none);
  CHECK(state.regs[5] == 9);
  CHECK(state.memory.load(kData, 8) == 18);
  roll_back(state, log, 0);
  CHECK(state.regs == before.regs);
  CHECK(state.memory == before.memory);
}

TEST_CASE("riscv atomics: registers of the micro-op, which counts as a load that also stores") {
  const MicroOp swap = micro_op_for(code("amoswap.d"));
  CHECK(swap.op_class == OpClass::atomic);
  CHECK(swap.read_count == 2);
  CHECK(swap.writes[0] == 3);
  const MicroOp reserve = micro_op_for(code("lr.d"));
  CHECK(reserve.read_count == 1);
  CHECK(is_load(reserve.op_class));
}
