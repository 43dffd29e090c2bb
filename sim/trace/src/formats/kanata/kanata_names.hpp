#pragma once

#include "trace/op_stream.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace stallscope::trace {

/// Stages and registers of a Kanata trace, which contains only their names: numbered in order of
/// occurrence, and declared to the stream.
class KanataNames {
public:
  /// Receives what was found and what was expected.
  using Report = std::function<void(const std::string& found, const std::string& expected)>;

  KanataNames(OpStream& to, Report report) : to_(to), report_(std::move(report)) {}

  /// The lane of a name; kNoLane, reported, when there are too many.
  [[nodiscard]] LaneId lane(std::string_view name);
  /// The register of a name; kNoRegister, reported once, when there are too many.
  [[nodiscard]] RegId reg(std::string_view name);

private:
  OpStream& to_;
  Report report_;
  std::map<std::string, LaneId, std::less<>> lanes_;
  std::map<std::string, RegId, std::less<>> registers_;
};

} // namespace stallscope::trace
