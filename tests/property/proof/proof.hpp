#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"
#include "property/generators/random.hpp"
#include "timeline/timeline.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::property {

/// Statistics of the proof of reasons: what was checked, and what was wrong.
struct Proof {
  std::uint64_t waits = 0;   ///< intervals in which an operation is held for another one
  std::uint64_t ends = 0;    ///< of these, with the event that ends them found where it must be
  std::uint64_t cells = 0;   ///< held operations of single cycles, stepped without their obstacle
  std::uint64_t goes_on = 0; ///< of these, those that moved then; the others had a second reason
  std::uint64_t others = 0;  ///< the same without another obstacle
  std::uint64_t empty = 0;   ///< empty units (and stages) of single cycles
  std::uint64_t unused = 0;  ///< ports that no operation of the program could use
  std::uint64_t retirement = 0; ///< cycles in which nothing retires, or is written for good
  std::uint64_t filled = 0;  ///< of these, with the cycle in which the next one was held for that
  std::uint64_t removed = 0; ///< of some of these: stepped without that from there to the cell
  std::uint64_t stands = 0;  ///< of these, with an operation in the cell; others: held by another
  std::uint64_t fetch = 0;   ///< cycles in which fetch loses slots, stepped without what is named
  // By reason: those without a proof.
  std::array<std::uint64_t, kReasonCount> unproven_waits{};
  std::array<std::uint64_t, kReasonCount> unproven_cells{};
  std::array<std::uint64_t, kReasonCount> unproven_fetch{};
  std::array<std::uint64_t, kReasonCount> unproven_removed{};
  std::vector<std::string> problems;

  [[nodiscard]] std::string summary() const;
};

/// The culprit ends the wait: in its last cycle the event that the reason names for the culprit
/// occurs, by the machine's rules.
void prove_ends(const isa::Program& program, const machine::Machine& machine,
                const Timeline& timeline, Proof& proof);

/// The same of what fetch waits for: undecided and mispredicted
/// branches, and full queues.
void prove_fetch_waits(const machine::Machine& machine, const Timeline& timeline, Proof& proof);

/// Empty units have the cause that keeps an operation which could use them from arriving, or there
/// is no such operation. All of prove_drain(), too.
void prove_empty_units(const isa::Program& program, const machine::Machine& machine,
                       const Timeline& timeline, Proof& proof);

/// Why nothing retires (without a reorder buffer: nothing is written): the next operation to arrive
/// n cycles later was held for that in the n-th last of the cycles in which it was held.
void prove_empty_retirement(const isa::Program& program, const machine::Machine& machine,
                            const Timeline& timeline, Proof& proof);

/// Where the program is said to have ended, nobody comes any more but what is done again; and it
/// has ended for good: no unit that stays empty is idle behind that.
void prove_drain(const Timeline& timeline, Proof& proof);

/// Counterfactual tests: in some cycles of a run every held operation is stepped in a copy of the
/// state without the named obstacle, and without another one.
void prove_counterfactuals(const isa::Program& program, const machine::Machine& machine,
                           const Timeline& timeline, Random& random, unsigned looks, Proof& proof);

} // namespace stallscope::property
