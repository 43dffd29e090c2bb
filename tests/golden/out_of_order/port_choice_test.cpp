// On which of several ports an operation begins (scheduler.port_choice), on kSmall (mechanism.hpp).
// Columns: fetched, dispatched, begun, last cycle of execution, written, retired.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// Four instructions a cycle; both ports of loads, which take 2 cycles, can do addresses of stores
/// too. The port listed behind them does nothing else, in 1 cycle.
machine::Machine with_shared_loads(const char* choice) {
  return small({{"front_end.width", "4"},
                {"dispatch.width", "4"},
                {"port.ld.operations", "[loads, store_address]"},
                {"scheduler.port_choice", choice}});
}

constexpr std::string_view kStoreAndLoads = R"(
  sd a2, 64(s1)
  ld a0, 0(s1)
  ld a3, 8(s1)
)";

// The second use of the quotient is dispatched while the last instruction in front of it, which
// has its operands, waits for an alu too.
constexpr std::string_view kTwoUses = R"(
  div  a0, a1, a2
  addi t0, a0, 1
  addi t1, a1, 1
  addi t2, a0, 2
)";

} // namespace

TEST_CASE("ports: the lowest takes the store's address to a port of loads", "[out_of_order]") {
  // All begin in 3 but the second load: the address, the oldest, has the first of its ports.
  check_times(riscv(kStoreAndLoads, {9}), with_shared_loads("lowest"), R"(
    sd a2, 64(s1) [address] | 1 2 3 4 5 6
    sd a2, 64(s1) [data] | 1 2 3 3 4 6
    ld a0, 0(s1)  | 1 2 3 4 5 6
    ld a3, 8(s1)  | 1 2 4 5 6 7
  )");
}

TEST_CASE("ports: the most specialised is the one of the store's address alone", "[out_of_order]") {
  // The last listed executes one class, those of loads more.
  check_times(riscv(kStoreAndLoads, {9}), with_shared_loads("specialised"), R"(
    sd a2, 64(s1) [address] | 1 2 3 3 4 5
    sd a2, 64(s1) [data]    | 1 2 3 3 4 5
    ld a0, 0(s1)  | 1 2 3 4 5 6
    ld a3, 8(s1)  | 1 2 3 4 5 6
  )");
}

TEST_CASE("ports: the least loaded is the one of the store's address alone", "[out_of_order]") {
  // After Abel and Reineke, "uiCA", 2022: of equally loaded ports that with the highest number.
  // No operation waits for a port: the address goes to the last, the loads to one each.
  check_times(riscv(kStoreAndLoads, {9}), with_shared_loads("least_loaded"), R"(
    sd a2, 64(s1) [address] | 1 2 3 3 4 5
    sd a2, 64(s1) [data] | 1 2 3 3 4 5
    ld a0, 0(s1)  | 1 2 3 4 5 6
    ld a3, 8(s1)  | 1 2 3 4 5 6
  )");
}

TEST_CASE("ports: chosen when they begin, two uses of a quotient find an alu each",
          "[out_of_order]") {
  check_times(riscv(kTwoUses), small(), R"(
    div a0, a1, a2 | 1 2  3 10 11 12
    addi t0, a0, 1 | 1 2 11 11 12 13
    addi t1, a1, 1 | 2 3  4  4  5 13
    addi t2, a0, 2 | 2 3 11 11 12 14
  )");
}

TEST_CASE("ports: chosen at dispatch, one waits for its alu beside a free one", "[out_of_order]") {
  // t0 is given alu2, t1 alu1, and t2, as one waits for each, alu2 again: in 11 t0 has it.
  check_times(riscv(kTwoUses), small({{"scheduler.port_choice", "least_loaded"}}), R"(
    div a0, a1, a2 | 1 2  3 10 11 12
    addi t0, a0, 1 | 1 2 11 11 12 13
    addi t1, a1, 1 | 2 3  4  4  5 13
    addi t2, a0, 2 | 2 3 12 12 13 14
  )");
}
