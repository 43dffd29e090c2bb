#pragma once

#include "machine/machine_file.hpp"

#include <string>
#include <vector>

namespace stallscope {

/// The machines shipped that execute in order, in teaching order.
inline const std::vector<machine::PresetInfo>& in_order_presets() {
  static const std::vector<machine::PresetInfo> list = [] {
    std::vector<machine::PresetInfo> found;
    for (const machine::PresetInfo& preset : machine::presets())
      if (!machine::load_machine(std::string(preset.name)).value().dynamic)
        found.push_back(preset);
    return found;
  }();
  return list;
}

} // namespace stallscope
