#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "machine/machine_file.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Timelines of a few instructions on a dynamically scheduled core, looked at cycle by cycle.
namespace stallscope::golden {

/// A machine on which every rule shows by itself: two instructions a cycle, everything is bypassed,
/// nothing is short. Each test says what it changes.
///
/// Without anything in the way an operation is fetched in F, dispatched in F + 1, begins in F + 2,
/// executes up to F + 1 + latency, is written in the cycle behind that and retires in the next one.
inline constexpr std::string_view kSmall = R"(
name = "small"
kind = "out_of_order"

[front_end]
width = 2
cycles = 1 # fetched in F, dispatched in F + 1
queue = 8

[dispatch]
width = 2

[rename]
scheme = "tags"

[[station]]
name = "RS"
entries = 8

[scheduler]
release = "issue"

[[port]]
name = "alu"
count = 2
operations = ["integer", "shift", "control", "system"]

[[port]]
name = "ld"
count = 2
operations = ["loads"]
latency = 2

[[port]]
name = "sta"
operations = ["store_address"]

[[port]]
name = "std"
operations = ["store_data"]

[[port]]
name = "mul"
operations = ["multiply", "divide", "fp_alu"]
latency = 3
latencies = { divide = 8 }

[results]
wakeup = "bypass"

[reorder_buffer]
entries = 16

[branch]
predictor = "perfect"

[load_store]
forward_cycles = 1
)";

/// kSmall, or another text, with some values changed.
[[nodiscard]] machine::Machine small(const std::vector<machine::Setting>& settings = {},
                                     std::string_view toml = kSmall);

/// RISC-V of 64 bits. The registers named (10 for a0) begin with an address in writable memory that
/// is a multiple of 4096; s1 has the same plus 8.
[[nodiscard]] isa::Program riscv(std::string_view text, std::initializer_list<RegId> bases = {});

/// MIPS whose addresses are in `bases`: these registers point to where there is memory, wherever
/// they point in the book that the text is from.
[[nodiscard]] isa::Program mips(std::string_view text, std::initializer_list<RegId> bases = {});

/// The worked example of Hennessy and Patterson for scoreboard and Tomasulo's algorithm.
[[nodiscard]] isa::Program textbook_example();

/// A machine that is shipped, with accesses at any address, as those of the example.
[[nodiscard]] machine::Machine preset(const char* name,
                                      const std::vector<machine::Setting>& settings = {});

/// A division, which kSmall executes in 8 cycles, with what does not wait for it behind it.
inline constexpr std::string_view kBehindDivision = R"(
  div  a0, a1, a2
  addi t0, a1, 1
  addi t1, a1, 2
  addi t2, a1, 3
)";
/// The same with three that use its quotient and one that does not.
inline constexpr std::string_view kUsesOfDivision = R"(
  div  a0, a1, a2
  addi t0, a0, 1
  addi t1, a0, 2
  addi t2, a0, 3
  addi t3, a1, 4
)";

/// What a micro-op did, once or, when it was dispatched again, several times.
struct OpTimes {
  struct Try {
    std::uint64_t dispatched = 0;
    std::uint64_t begun = 0;
    std::uint64_t ended = 0;
    std::uint64_t written = 0;
  };
  std::string text;
  std::uint64_t fetched = 0;
  std::vector<Try> tries{1};
  std::uint64_t gone = 0;
  bool discarded = false;
};

/// A run that has been looked at in every cycle.
struct Watched {
  std::vector<OpTimes> ops;                     ///< in program order of the predicted path
  std::unique_ptr<core::OutOfOrderState> state; ///< at its end

  /// A line a micro-op: instruction | fetched, dispatched, begun, last cycle of execution, written,
  /// retired; x12: discarded in 12; "-": never. What was dispatched twice has its first time in
  /// front of a slash.
  [[nodiscard]] std::string table() const;
  [[nodiscard]] std::uint64_t lost(trace::LedgerPoint point, Reason why) const {
    return state->ledger.at(point).slots[static_cast<std::size_t>(why)];
  }
  [[nodiscard]] const OpTimes& op(std::string_view text) const; ///< the first of this instruction
};

/// Runs to the end, at most 1000 cycles, and checks that the program ends as without timing.
[[nodiscard]] Watched watch(const isa::Program& program, const machine::Machine& machine);

/// Compares the table of a run, blanks aside, and prints both when they differ. Lines of `expected`
/// end at "//".
Watched check_times(const isa::Program& program, const machine::Machine& machine,
                    std::string_view expected);

} // namespace stallscope::golden
