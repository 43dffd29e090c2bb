// Values that the structures of a dynamically scheduled machine show: constants, what a store on
// its way to the cache writes, and what a load knows that waits for one.

#include "golden/mechanism.hpp"
#include "isa/assemble.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// The rows of a structure at the end of a cycle, cells between bars; none behind the end.
std::string rows(const isa::Program& program, const machine::Machine& machine, std::uint64_t cycle,
                 const std::string& name) {
  session::RunOptions options;
  options.structures_at = cycle;
  const trace::RunRecord run = session::run_program(program, machine, options);
  std::string text;
  if (!run.structures)
    return text;
  for (const trace::StructureView& view : run.structures->tables)
    for (const auto& row : view.rows)
      if (view.name == name) {
        for (const std::string& cell : row)
          text += "|" + cell;
        text += "|\n";
      }
  return text;
}

/// kSmall with a data cache, in front of a memory that takes 20 cycles, and a store buffer.
machine::Machine with_cache() {
  return small({{"cache", "[{name = \"L1D\", serves = \"data\", size = 256, ways = 4}]"},
                {"main_memory.latency", "20"},
                {"load_store.store_buffer", "4"}});
}

} // namespace

TEST_CASE("structures: the store buffer has the data, and a load that waits for it its address",
          "[structures]") {
  // The doubleword takes more than the word that is stored: the load waits until that is in the
  // cache, which takes the 20 cycles of a miss.
  const isa::Program program = riscv(R"(
    li a1, 0x1234
    sw a1, 0(a0)
    ld a2, 0(a0)
  )",
                                     {10});
  const machine::Machine machine = with_cache();
  const std::uint64_t cycle = 12;
  const std::string buffer = rows(program, machine, cycle, "store_buffer");
  const std::string loads = rows(program, machine, cycle, "load_queue");
  INFO(buffer << loads);
  CHECK(buffer.find("|4|0x1234|") != std::string::npos);
  CHECK(loads.find("|waits for a store|0x") != std::string::npos);
  CHECK(loads.find("|after store #4|-|") != std::string::npos);
}

TEST_CASE("structures: x86 stores of constants show them, in the queue and the buffer",
          "[structures]") {
  const isa::Program program = isa::assemble(isa::Isa::x86, "store.s", R"(
        leaq    cell(%rip), %rdx
        movq    $-2, 8(%rdx)
        movl    $77, (%rdx)
        addq    $3, 16(%rdx)
        ret
        .data
cell:   .quad   1, 2, 39
)",
                                             {})
                                   .value();
  const machine::Machine machine = with_cache();
  std::string queue;
  std::string buffer;
  for (std::uint64_t cycle = 1; cycle < 60; ++cycle) {
    queue += rows(program, machine, cycle, "store_queue");
    buffer += rows(program, machine, cycle, "store_buffer");
  }
  INFO(queue << buffer);
  CHECK(queue.find("8 bytes|0xfffffffffffffffe|") != std::string::npos);
  CHECK(queue.find("4 bytes|0x4d|") != std::string::npos);
  CHECK(buffer.find("|8|0xfffffffffffffffe|") != std::string::npos);
  CHECK(buffer.find("|4|0x4d|") != std::string::npos);
  // The sum is handed over inside the instruction: 39 + 3.
  CHECK(buffer.find("|8|0x2a|") != std::string::npos);
}

TEST_CASE("structures: a station holds the constant of an operation as a value", "[structures]") {
  // Station RS: #, instruction, micro-op, state, Vj, Vk, Qj, Qk, address. The addition waits for
  // the product in 3, and has its constant.
  const isa::Program program = riscv("mul a0, a1, a2\n addi t0, a0, -5\n");
  CHECK(rows(program, small(), 3, "station:RS") ==
        "|#2|addi t0, a0, -5|compute|ready from 6|-|0xfffffffffffffffb|#1|-|-|\n");
}

namespace {

isa::Program x86(std::string_view text) {
  return isa::assemble(isa::Isa::x86, "values.s", text, {}).value();
}

/// The rows of a structure at the end of every cycle of a run.
std::string all_rows(const isa::Program& program, const machine::Machine& machine,
                     const std::string& name) {
  std::string text;
  for (std::uint64_t cycle = 1; cycle < 60; ++cycle)
    text += rows(program, machine, cycle, name);
  return text;
}

} // namespace

TEST_CASE("structures: micro-ops of an instruction hand values to each other", "[structures]") {
  // addq: a load, the sum, its store. mulq: the upper half of the product goes to rdx by a micro-op
  // of its own.
  const isa::Program program = x86(R"(
        leaq    cell(%rip), %rsi
        movl    $3, %eax
        addq    %rax, (%rsi)
        mulq    8(%rsi)
        addsd   16(%rsi), %xmm0
        ret
        .data
cell:   .quad   39, 0x8000000000000001
        .double 2.5
)");
  const std::string stations = all_rows(program, small(), "station:RS");
  const std::string stores = all_rows(program, small(), "store_queue");
  const std::string buffer = all_rows(program, small(), "reorder_buffer");
  INFO(stations << stores << buffer);
  // Station RS: #, instruction, micro-op, state, Vj, Vk, Qj, Qk, address: the sum has rax and
  // waits for what #3 loads.
  CHECK(stations.find("addq %rax, (%rsi)|compute|ready from 6|-|0x3|#3|-|") != std::string::npos);
  CHECK(buffer.find("addq %rax, (%rsi)|load|tmp1|done|0x27|") != std::string::npos);
  CHECK(buffer.find("addq %rax, (%rsi)|compute|tmp2, flags, cf|done|0x2a, ") != std::string::npos);
  CHECK(stores.find("8 bytes|0x2a|") != std::string::npos);
  // 3 * 0x8000000000000001: 1 in the upper half, 0x8000000000000003 in the lower one.
  CHECK(buffer.find("|compute|rax, tmp2|done|0x8000000000000003, ") != std::string::npos);
  CHECK(buffer.find(", 0x1|\n") != std::string::npos);
  CHECK(buffer.find("|load|tmp1|done|2.5|") != std::string::npos);
}

TEST_CASE("structures: what reads one place and writes another has both addresses",
          "[structures]") {
  const isa::Program program = x86(R"(
        leaq    cell(%rip), %rdx
        pushq   8(%rdx)
        popq    16(%rdx)
        call    *(%rdx)
        movl    $0, %eax
        ret
there:  ret
        .data
cell:   .quad   there, 21, 0
)");
  const std::string loads = all_rows(program, small(), "load_queue");
  const std::string stores = all_rows(program, small(), "store_queue");
  INFO(loads << stores);
  const std::uint64_t cell = program.symbols.at("cell").address;
  const auto has = [](const std::string& text, std::string_view begin, std::uint64_t address) {
    return text.find(fmt::format("{}", begin)) != std::string::npos &&
           text.find(fmt::format("|{:#x}", address)) != std::string::npos;
  };
  CHECK(has(loads, "|pushq 8(%rdx)|", cell + 8));
  CHECK(has(stores, "|popq 16(%rdx)|", cell + 16));
  CHECK(has(loads, "|call *(%rdx)|", cell));
  CHECK(stores.find(fmt::format("|{:#x}, 8 bytes|0x15|", cell + 16)) != std::string::npos);
}

TEST_CASE("structures: a compare with memory that fuses with its jump loads", "[structures]") {
  const isa::Program program = x86(R"(
        leaq    cell(%rip), %rdx
        movl    $7, %eax
        cmpq    8(%rdx), %rax
        jne     other
other:  ret
        .data
cell:   .quad   1, 2
)");
  const machine::Machine machine = small({{"decode.fuse_compare_branch", "true"}});
  const std::string loads = all_rows(program, machine, "load_queue");
  INFO(loads);
  CHECK(loads.find("|cmpq 8(%rdx), %rax; jne other|executing") != std::string::npos);
  CHECK(loads.find(fmt::format("|{:#x}|memory|0x2|", program.symbols.at("cell").address + 8)) !=
        std::string::npos);
}

TEST_CASE("structures: a register that is both operands stands in both places", "[structures]") {
  const isa::Program program =
      isa::assemble(isa::Isa::mips, "twice.mips", "ADD.D F2,F0,F4\nMUL.D F6,F2,F2\n", {}).value();
  // Vj, Vk, Qj, Qk of the multiplication: both come of the addition.
  CHECK(rows(program, preset("tomasulo"), 3, "station:mult").find("|waiting|-|-|#1|#1|") !=
        std::string::npos);
}

TEST_CASE("structures: a load says when its value comes from the store buffer", "[structures]") {
  // The store has retired when the load is dispatched, and is not in the cache for 20 cycles more.
  const isa::Program program = riscv(R"(
    sd  a1, 0(a0)
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    ld  a3, 0(a0)
  )",
                                     {10});
  const std::string loads = all_rows(program, with_cache(), "load_queue");
  INFO(loads);
  CHECK(loads.find("|store buffer|") != std::string::npos);
}

TEST_CASE("structures: wrong-path micro-ops are marked in every queue", "[structures]") {
  const isa::Program program = riscv(R"(
    div  a1, a2, a3
    bne  a1, a1, away
    sd   a2, 0(a0)
    nop
away: beq a1, a1, away2
    sd   a3, 8(a0)
away2: nop
  )",
                                     {10});
  std::string stores;
  std::string events;
  for (std::uint64_t cycle = 1; cycle < 30; ++cycle) {
    stores += rows(program, small({{"branch.predictor", "never_right"}}), cycle, "store_queue");
    events +=
        rows(program, small({{"branch.predictor", "never_right"}}), cycle, "branch_queue_events");
  }
  INFO(stores << events);
  CHECK(events.find("(wrong path)") != std::string::npos);
  CHECK(stores.find("sd a3, 8(a0) (wrong path)") != std::string::npos);
  CHECK(stores.find("sd a2, 0(a0)|") != std::string::npos);
}
