#pragma once

#include "isa/executor.hpp"
#include "loop/laid_out.hpp"
#include "machine/description.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::session {

/// Positions of an iteration's accesses within the address units on which a machine's timing
/// depends: cache lines, banks, words of the memory port. Accesses that advance by the same
/// distance in every iteration advance by the same distance in these units as well, so that once
/// all positions of an iteration equal those of an earlier one, all later positions repeat.
class AccessPhases {
public:
  AccessPhases(const LaidOutLoop& loop, const machine::Machine& machine);

  /// The positions of an iteration; must be called with ascending iterations. Equal bytes denote
  /// equal positions.
  [[nodiscard]] const std::string& of(std::uint64_t iteration);
  /// A store and another access that advance by different distances use the same address, or have
  /// just done so, within this number of iterations from the last one queried: the loads that read
  /// from stores in flight change from one iteration to the next.
  [[nodiscard]] bool meet_within(std::uint64_t iterations) const;

private:
  struct Access {
    std::uint64_t address = 0;
    bool writes = false;
  };
  void execute_one();

  const LaidOutLoop& loop_;
  std::uint64_t unit_; ///< a power of two; 1: timing does not depend on addresses
  isa::ArchState state_;
  isa::Environment environment_;
  std::uint64_t executed_ = 0; ///< number of iterations executed
  std::string phase_;
  std::vector<Access> accesses_; ///< accesses of the last iteration executed
  std::vector<Access> before_;   ///< accesses of the iteration before
};

} // namespace stallscope::session
