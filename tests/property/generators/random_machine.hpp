#pragma once

#include "property/generators/random.hpp"

#include <string>

namespace stallscope::property {

/// A machine file that the schema allows: 3 to 8 stages, 1 to 4 wide, one to five units, and every
/// option of operands, forwarding, ports, pairing, branches, memory and counting drawn at random.
[[nodiscard]] std::string random_machine(Random& random, bool delay_slot_allowed = true);

} // namespace stallscope::property
