#pragma once

#include "isa/executor.hpp"
#include "loop/laid_out.hpp"
#include "machine/description.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::session {

/// Where the accesses of an iteration lie in the units in which a machine looks at addresses:
/// cache lines, banks, words of the memory port. Accesses that advance by the same distance in
/// every iteration do so in these too, and once all of an iteration lie as those of an earlier one,
/// all later ones do.
class AccessPhases {
public:
  AccessPhases(const LaidOutLoop& loop, const machine::Machine& machine);

  /// Of an iteration; to be called with ascending ones. Equal bytes: accesses lie alike.
  [[nodiscard]] const std::string& of(std::uint64_t iteration);
  /// A store and another access that advance by different distances come to the same place, or
  /// have just been there, within so many iterations from the one asked for last: which loads read
  /// from stores in flight changes from one iteration to the next.
  [[nodiscard]] bool meet_within(std::uint64_t iterations) const;

private:
  struct Access {
    std::uint64_t address = 0;
    bool writes = false;
  };
  void execute_one();

  const LaidOutLoop& loop_;
  std::uint64_t unit_; ///< a power of two; 1: the machine does not look
  isa::ArchState state_;
  isa::Environment environment_;
  std::uint64_t executed_ = 0; ///< iterations
  std::string phase_;
  std::vector<Access> accesses_; ///< of the iteration executed last
  std::vector<Access> before_;   ///< of the one before
};

} // namespace stallscope::session
