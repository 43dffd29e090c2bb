#pragma once

#include "machine/description.hpp"
#include "section.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A machine while it is read: its parts, and where they were written, for problems between several
/// of them.
struct Draft {
  Machine machine;
  std::vector<Place> stages;     ///< one a stage
  std::vector<Place> paths;      ///< one a forwarding path
  std::vector<Place> units;      ///< one a unit
  std::vector<Place> unit_lanes; ///< one a unit: its lanes key, or the unit
  Place pipeline;
  Place forwarding;
  Place width;
  Place write_then_read;
  Place operand_wait;
  Place resolve;
  Place jump_resolve;
  Place predict_in;
  Place taken_cycles;
  bool stages_ok = false; ///< stages were read and their roles are complete and in order
  bool units_ok = false;  ///< every unit was read without a problem
};

/// Reads [[unit]].
void read_units(const Section& file, Draft& draft);
/// Reads [hazards] and [issue].
void read_issue(const Section& file, Draft& draft);

/// Roles: each in exactly one stage, in pipeline order. Sets stages_ok.
void check_stages(Draft& draft, Report& report);
/// Contradictions between keys that are each right on their own.
void check_machine(const Draft& draft, Report& report);

} // namespace stallscope::machine
