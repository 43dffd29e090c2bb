#pragma once

#include "sched/message.hpp"
#include "sched/schedule.hpp"

#include <string_view>
#include <vector>

namespace stallscope::gui {

/// The Chinese pattern of a message.
[[nodiscard]] std::string_view chinese(sched::MessageId id);
/// All texts, to determine the characters of a font.
[[nodiscard]] std::vector<std::string_view> chinese_messages();

} // namespace stallscope::gui
