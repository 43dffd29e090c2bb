// Values that the structures of a dynamically scheduled machine show: constants, what a store on
// its way to the cache writes, and what a load knows that waits for one.

#include "golden/mechanism.hpp"
#include "isa/assemble.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

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
