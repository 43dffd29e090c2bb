#pragma once

#include "timeline/reason.hpp"

#include <string_view>

namespace stallscope {

/// The names of a reason in the literature, in English and Chinese. ReasonInfo has the English
/// heading and definition.
struct ReasonTerm {
  std::string_view literature; ///< "data hazard (RAW), true dependence"
  std::string_view source;     ///< source of the name
  std::string_view chinese_title;
  std::string_view chinese_meaning;
};

[[nodiscard]] const ReasonTerm& term(Reason reason);

} // namespace stallscope
