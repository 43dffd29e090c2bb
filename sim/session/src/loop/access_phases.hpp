#pragma once

#include "isa/executor.hpp"
#include "loop/laid_out.hpp"
#include "machine/description.hpp"

#include <cstdint>
#include <string>

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

private:
  void execute_one();

  const LaidOutLoop& loop_;
  std::uint64_t unit_; ///< a power of two; 1: the machine does not look
  isa::ArchState state_;
  isa::Environment environment_;
  std::uint64_t executed_ = 0; ///< iterations
  std::string phase_;
};

} // namespace stallscope::session
