#pragma once

#include "machine/machine_file.hpp"

#include <string>
#include <vector>

namespace stallscope {

/// The machines shipped of one kind, in teaching order.
inline std::vector<machine::PresetInfo> shipped_machines(bool dynamic) {
  std::vector<machine::PresetInfo> found;
  for (const machine::PresetInfo& preset : machine::presets())
    if (machine::load_machine(std::string(preset.name)).value().dynamic.has_value() == dynamic)
      found.push_back(preset);
  return found;
}

/// Those that execute in order, and those that are dynamically scheduled.
inline const std::vector<machine::PresetInfo>& in_order_presets() {
  static const std::vector<machine::PresetInfo> list = shipped_machines(false);
  return list;
}
inline const std::vector<machine::PresetInfo>& dynamic_presets() {
  static const std::vector<machine::PresetInfo> list = shipped_machines(true);
  return list;
}

} // namespace stallscope
