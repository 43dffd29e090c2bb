#pragma once

#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "trace/run_record.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Golden timelines, written as the pipeline diagrams of a textbook.
///
/// A timeline is text: one line a dynamic operation, its source text, a bar, and one word a cycle
/// from cycle 1 on:
///
///     lw  $t0, 0($sp)   | IF ID EX  MEM WB
///     add $t1, $t0, $t0 | .  IF ID  RAW EX MEM WB
///
/// A stage or unit step where the operation works; the mark of a reason (RAW, WAW, FULL, ...) where
/// it is held in the stage named before; `.` before it is fetched; `flushed` behind the last cycle
/// of an operation that is discarded. `RAW*3` is RAW RAW RAW.
namespace stallscope::golden {

/// A machine by preset name, with overrides as --set takes them: {"mips-5", "forwarding.paths=[]"}.
struct On {
  On(const char* name) : preset(name) {} // NOLINT: implicit, so that tests name the machine only
  On(const char* name, std::initializer_list<const char*> overrides)
      : preset(name), settings(overrides.begin(), overrides.end()) {}
  /// The same, for RV32 programs.
  [[nodiscard]] On rv32() const {
    On on = *this;
    on.xlen = 32;
    return on;
  }

  std::string preset;
  std::vector<std::string> settings;
  unsigned xlen = 64;
};

/// Every operand comes from the register file.
inline const On kNoForwarding{"mips-5", {"forwarding.paths=[]"}};

/// A run together with what it ran; kept together because records name instructions by index.
struct Lesson {
  isa::Program program;
  machine::Machine machine;
  trace::RunRecord run;

  /// Row of the n-th dynamic operation, counted from 1.
  [[nodiscard]] const OpRow& op(std::size_t n) const;
  /// Cycle in which the n-th dynamic operation enters a lane; fails the test when it never does.
  [[nodiscard]] std::uint64_t cycle_entering(std::size_t n, std::string_view lane) const;
  /// Cycles in which the n-th dynamic operation is held for a reason.
  [[nodiscard]] std::uint64_t cycles_held(std::size_t n, Reason reason) const;
  [[nodiscard]] std::uint64_t lost_issue_slots(Reason reason) const;
};

[[nodiscard]] machine::Machine load(const On& on);

/// Assembles and runs to the end, and checks what holds for every run: the program ends as on the
/// reference machine, with the same registers, memory writes and output; the ledger balances and
/// equals its recount from the timeline; as many rows retired as the record says.
[[nodiscard]] Lesson run_lesson(isa::Isa isa, const On& on, std::string_view source,
                                std::string_view name = "lesson");

/// A program that is shipped; fails the test when there is none of that name.
[[nodiscard]] isa::Program shipped_program(std::string_view name);
/// run_lesson() with it.
[[nodiscard]] Lesson run_shipped(const On& on, std::string_view name);
/// Cycles between the n-th and the next time that a statement enters a lane, for all n: what the
/// passes through a loop take.
[[nodiscard]] std::vector<std::uint64_t>
cycles_of_passes(const Lesson& lesson, std::string_view statement, std::string_view lane);

/// The timeline of a run in the notation above.
[[nodiscard]] std::string timeline_of(const Lesson& lesson);

/// Runs the program that the left column of `timeline` spells and compares its whole timeline.
/// For straight-line code: the rows are the program. Returns the run for further checks.
Lesson check_timeline(isa::Isa isa, const On& on, std::string_view timeline);

/// The same for programs with branches, data or directives: `source` is the program, and the left
/// column names the source line (without label and comment) of each dynamic operation.
Lesson check_timeline(isa::Isa isa, const On& on, std::string_view source,
                      std::string_view timeline);

} // namespace stallscope::golden
