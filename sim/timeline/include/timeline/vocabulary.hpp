#pragma once

#include "timeline/reason.hpp"

#include <string_view>

namespace stallscope {

/// What textbooks and papers call a reason, and what it is called in Chinese. ReasonInfo has the
/// English heading and definition.
struct ReasonTerm {
  std::string_view literature; ///< "data hazard (RAW), true dependence"
  std::string_view source;     ///< where that name comes from
  std::string_view chinese_title;
  std::string_view chinese_meaning;
};

[[nodiscard]] const ReasonTerm& term(Reason reason);

} // namespace stallscope
