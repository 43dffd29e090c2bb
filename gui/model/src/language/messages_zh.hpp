#pragma once

#include "sched/message.hpp"
#include "sched/schedule.hpp"

#include <string_view>
#include <vector>

namespace stallscope::gui {

/// The pattern of a message in Chinese.
[[nodiscard]] std::string_view chinese(sched::MessageId id);
/// What a scheduler goes by, in Chinese; empty for one that is not known.
[[nodiscard]] std::string_view chinese_title(std::string_view scheduler);
/// All of these, for a font's characters.
[[nodiscard]] std::vector<std::string_view> chinese_messages();

} // namespace stallscope::gui
