#include "formats/kanata/kanata_names.hpp"

#include "formats/kanata/kanata.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

LaneId KanataNames::lane(std::string_view name) {
  const auto found = lanes_.find(name);
  if (found != lanes_.end())
    return found->second;
  constexpr std::size_t kMostLanes = 255;
  if (lanes_.size() == kMostLanes) {
    report_(fmt::format("stage '{}' is one too many", name.substr(0, 20)),
            fmt::format("at most {} names of stages", kMostLanes));
    return kNoLane;
  }
  const auto id = static_cast<LaneId>(lanes_.size());
  Lane lane;
  lane.slots = 0;
  lane.name = name;
  const std::size_t suffix = name.size() - std::min(name.size(), kanata::kUnitSuffix.size());
  if (suffix > 0 && name.substr(suffix) == kanata::kUnitSuffix &&
      kanata::needs_suffix(name.substr(0, suffix))) {
    lane.name = name.substr(0, suffix);
    lane.is_unit = true;
  }
  to_.lane(id, lane);
  lanes_.emplace(name, id);
  return id;
}

RegId KanataNames::reg(std::string_view name) {
  const auto found = registers_.find(name);
  if (found != registers_.end())
    return found->second;
  const auto id = static_cast<RegId>(registers_.size());
  if (id >= kNoRegister) {
    if (id == kNoRegister) {
      report_(fmt::format("more than {} names of registers and stalls: the rest have none",
                          kNoRegister),
              {});
      registers_.emplace(name, kNoRegister);
    }
    return kNoRegister;
  }
  to_.name_register(id, name);
  registers_.emplace(name, id);
  return id;
}

} // namespace stallscope::trace
