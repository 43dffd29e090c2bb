// Programs that change their own code. The RISC-V Instruction Set Manual, volume I, chapter of
// Zifencei: stores become visible to fetches at fence.i; before it, either code may be seen, and
// here it is the old one.

#include "isa/written_code.hpp"
#include "unit/isa/guest.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

constexpr RegId kT0 = 5;
constexpr RegId kT1 = 6;
constexpr RegId kA1 = 11;
constexpr std::uint32_t kFenceI = 0x0000100f;
constexpr std::uint32_t kEbreak = 0x00100073;

std::uint32_t add_to_a1(std::int64_t constant) {
  return code("addi", {.rd = kA1, .rs1 = kA1, .immediate = constant});
}

/// Stores t1 over the instruction behind `fence`, which adds 1 to a1.
std::vector<std::uint32_t> patching(std::uint32_t fence) {
  return {code("sw", {.rs1 = kT0, .rs2 = kT1, .immediate = 0}), fence, add_to_a1(1), kEbreak};
}

class PatchingGuest : public Guest {
public:
  explicit PatchingGuest(std::uint32_t fence, std::uint32_t patch = add_to_a1(100),
                         Platform platform = Platform::bare_metal)
      : Guest(64, patching(fence), on(platform)) {
    state.regs[kT0] = kGuestCode + 8;
    state.regs[kT1] = patch;
  }
  void steps(int count) {
    while (count-- > 0)
      REQUIRE(step().trap == Trap::none);
  }
};

} // namespace

TEST_CASE("written code: fetches see a store behind fence.i") {
  PatchingGuest guest(kFenceI);
  guest.steps(3);
  CHECK(guest.reg(kA1) == 100);
  CHECK(guest.program.text_of(index_at(guest.program, guest.state, kGuestCode + 8)) ==
        "addi a1, a1, 100");
}

TEST_CASE("written code: fetches do not see a store without fence.i") {
  PatchingGuest guest(code("addi", {}));
  guest.steps(3);
  CHECK(guest.reg(kA1) == 1);
  CHECK_FALSE(guest.state.code);
}

TEST_CASE("written code: on the wrong path fence.i does nothing") {
  PatchingGuest guest(kFenceI);
  guest.steps(1);
  UndoLog log;
  execute_speculatively(guest.program, guest.state, guest.environment, 1, log);
  CHECK_FALSE(guest.state.code);
}

TEST_CASE("written code: a state before the change keeps the code it had") {
  PatchingGuest guest(kFenceI);
  guest.steps(1);
  const ArchState before = guest.state;
  guest.steps(2);
  ArchState again = before;
  CHECK(index_at(guest.program, again, kGuestCode + 8) == 4); // every second byte is decoded
  for (int i = 0; i < 2; ++i)
    execute(guest.program, again, guest.environment, 1);
  CHECK(again.regs == guest.state.regs);
  CHECK(again.code == guest.state.code);
}

TEST_CASE("written code: the same code has the same index, that of the file its own") {
  PatchingGuest guest(kFenceI);
  const std::uint32_t original = index_at(guest.program, guest.state, kGuestCode + 8);
  guest.steps(2);
  const std::uint32_t written = index_at(guest.program, guest.state, kGuestCode + 8);
  CHECK(written == guest.program.code.size());
  CHECK(index_at(guest.program, guest.state, kGuestCode + 12) == 6); // unchanged beside it
  for (const auto& [patch, expected] : {std::pair{add_to_a1(1), original},
                                        {add_to_a1(7), written + 1},
                                        {add_to_a1(100), written}}) {
    guest.store(kGuestCode + 8, patch, 4);
    synchronize_code(guest.program, guest.state);
    CHECK(index_at(guest.program, guest.state, kGuestCode + 8) == expected);
  }
}

TEST_CASE("written code: fence.i without a change changes nothing") {
  Guest guest(64, {kFenceI, kFenceI, kEbreak}, on(Platform::bare_metal));
  REQUIRE(guest.step().trap == Trap::none);
  REQUIRE(guest.step().trap == Trap::none);
  CHECK_FALSE(guest.state.code);
}

TEST_CASE("written code: outside the file's code, compressed and where nothing was") {
  PatchingGuest guest(kFenceI);
  constexpr std::uint64_t kPlace = kGuestData + 2;
  guest.store(kPlace, 0x0595, 2);      // c.addi a1, 5
  guest.store(kPlace + 2, kEbreak, 4); // at an odd halfword
  guest.state.pc = kGuestCode + 4;
  guest.steps(1);
  guest.state.pc = kPlace;
  guest.steps(1);
  CHECK(guest.reg(kA1) == 5);
  CHECK(guest.state.pc == kPlace + 2);
  CHECK(guest.program.place_of(index_at(guest.program, guest.state, kPlace)).line == 0);
  guest.state.pc = kPlace + 6; // zeros: the defined illegal instruction
  CHECK(index_at(guest.program, guest.state, guest.state.pc) == kNoIndex);
  CHECK(guest.step().trap == Trap::illegal);
}

TEST_CASE("written code: threaded code runs what is there") {
  PatchingGuest guest(kFenceI);
  guest.state.regs[kA1] = 0;
  // Goes round until a1 is 3 * 100 + 1: the first time the store has not been made yet.
  const Trap trap = advance_reference(guest.program, guest.state, guest.environment, 3);
  CHECK(trap == Trap::none);
  CHECK(guest.reg(kA1) == 100);
  for (int round = 0; round < 3; ++round) {
    guest.state.pc = kGuestCode;
    guest.state.regs[kT1] = add_to_a1(round);
    REQUIRE(advance_reference(guest.program, guest.state, guest.environment,
                              guest.state.instructions + 3) == Trap::none);
  }
  CHECK(guest.reg(kA1) == 100 + 0 + 1 + 2);
}

TEST_CASE(
    "written code: Linux sees it behind riscv_flush_icache, and where it becomes executable") {
  constexpr std::int64_t kReadWrite = 3, kReadWriteExecute = 7, kPrivateAnonymous = 0x22;
  LinuxGuest guest;
  const std::int64_t page = guest.call(222, {0, 4096, kReadWrite, kPrivateAnonymous, -1, 0});
  REQUIRE(guest.trap == Trap::none);
  const auto at = static_cast<std::uint64_t>(page);
  guest.store(at, add_to_a1(3), 4);
  CHECK(guest.call(259, {page, page + 4, 0}) == 0);
  CHECK(index_at(guest.program, guest.state, at) == kNoIndex); // not executable
  CHECK(guest.call(226, {page, 4096, kReadWriteExecute}) == 0);
  const std::uint32_t index = index_at(guest.program, guest.state, at);
  REQUIRE(index != kNoIndex);
  CHECK(guest.program.text_of(index) == "addi a1, a1, 3");
  guest.store(at, add_to_a1(4), 4);
  CHECK(index_at(guest.program, guest.state, at) == index);
  CHECK(guest.call(259, {page, page + 4, 0}) == 0);
  CHECK(index_at(guest.program, guest.state, at) == index + 1);
}

TEST_CASE("written code: Linux does not execute what is no code any more") {
  constexpr std::int64_t kNothing = 0, kReadWrite = 3, kReadWriteExecute = 7;
  constexpr std::int64_t kPrivateAnonymous = 0x22, kFixed = 0x10;
  struct Loss {
    std::uint64_t call;
    std::array<std::int64_t, 4> behind_page; ///< arguments behind the address
  };
  const std::array<Loss, 4> losses{{{215, {4096}},             // munmap
                                    {226, {4096, kReadWrite}}, // mprotect
                                    {226, {4096, kNothing}},
                                    {222, {4096, kReadWrite, kPrivateAnonymous | kFixed, -1}}}};
  for (const Loss& loss : losses) {
    LinuxGuest guest;
    const std::int64_t page = guest.call(222, {0, 4096, kReadWriteExecute, kPrivateAnonymous, -1});
    const auto at = static_cast<std::uint64_t>(page);
    guest.store(at, add_to_a1(3), 4);
    REQUIRE(guest.call(259, {page, page + 4, 0}) == 0);
    REQUIRE(index_at(guest.program, guest.state, at) != kNoIndex);
    const auto& [length, second, third, fourth] = loss.behind_page;
    guest.call(loss.call, {page, length, second, third, fourth, 0});
    CHECK(index_at(guest.program, guest.state, at) == kNoIndex);
  }
}

TEST_CASE("written code: a run that writes more than is kept stops and says so") {
  PatchingGuest guest(kFenceI);
  WrittenCode& written = *guest.program.written;
  std::uint32_t raw = 0x13; // addi x0, x0, 0, with other constants and registers
  for (std::size_t i = 0; i < WrittenCode::kMaxInstructions; ++i, raw += 1 << 12)
    REQUIRE(written.index_of(kGuestData + i / (1 << 20) * 4, raw) != kNoIndex);
  CHECK(written.is_full());
  CHECK(written.index_of(kGuestData, 0x93) == kNoIndex);
  guest.steps(2);
  CHECK(guest.step().trap == Trap::too_much_code);
}

TEST_CASE("self-contained instructions are those that registers and memory decide") {
  const auto decoded = [](std::uint32_t bits) { return decode_riscv(bits, kGuestCode, 64); };
  for (const std::uint32_t fp_csr : {1U, 2U, 3U})
    CHECK(is_self_contained(decoded(code("csrrs", {.rd = kT0, .csr = fp_csr}))));
  for (const std::uint32_t other : {0x300U, 0xC00U, 0xC02U, 0x340U})
    CHECK_FALSE(is_self_contained(decoded(code("csrrs", {.rd = kT0, .csr = other}))));
  for (const std::uint32_t bits : {kFenceI, kEbreak, kEcall, 0x30200073U /* mret */, 0U})
    CHECK_FALSE(is_self_contained(decoded(bits)));
  for (const std::uint32_t bits :
       {add_to_a1(1), code("sw", {}), code("lr.w", {}), code("jalr", {}),
        code("fadd.d", {.rd = 33, .rs1 = 33, .rs2 = 33}), code("fence", {})})
    CHECK(is_self_contained(decoded(bits)));
}
