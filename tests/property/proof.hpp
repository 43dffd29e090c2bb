#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"
#include "property/random.hpp"
#include "timeline/timeline.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::property {

/// The proof of reasons: what has been looked at, and what is not as it is said to be.
struct Proof {
  std::uint64_t waits = 0;   ///< intervals in which an operation is held for another one
  std::uint64_t ends = 0;    ///< of these, with the event that ends them found where it must be
  std::uint64_t cells = 0;   ///< held operations of single cycles, stepped without their obstacle
  std::uint64_t goes_on = 0; ///< of these, those that moved then; the others had a second reason
  std::uint64_t others = 0;  ///< the same without an obstacle that is not named
  std::uint64_t empty = 0;   ///< empty units (and stages) of single cycles
  std::uint64_t filled = 0;  ///< of these, stepped without what is named
  // By reason: those for which there is no proof.
  std::array<std::uint64_t, kReasonCount> unproven_waits{};
  std::array<std::uint64_t, kReasonCount> unproven_cells{};
  std::uint64_t unproven_empty = 0; ///< units that share a lane, or are chosen by load
  std::vector<std::string> problems;

  [[nodiscard]] std::string summary() const;
};

/// The culprit ends the wait: in its last cycle what the reason says of the culprit happens, under
/// the rules of the machine.
void prove_ends(const isa::Program& program, const machine::Machine& machine,
                const Timeline& timeline, Proof& proof);

/// Units that stand empty do so for what keeps an operation which could use them from coming, or
/// because there is none.
void prove_empty_units(const isa::Program& program, const machine::Machine& machine,
                       const Timeline& timeline, Proof& proof);

/// Counterfactuals: in some cycles of a run every held operation is looked at in a copy of the
/// state without what is named, and without something that is not.
void prove_counterfactuals(const isa::Program& program, const machine::Machine& machine,
                           const Timeline& timeline, Random& random, unsigned looks, Proof& proof);

} // namespace stallscope::property
