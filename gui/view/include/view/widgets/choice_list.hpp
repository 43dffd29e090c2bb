#pragma once

#include "view/widgets/widgets.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A list that opens below its field (ImGui's combo), by pointer or keyboard: Enter opens it where
/// it has the focus, arrows go through it, Enter chooses, Escape closes it. The choice made in this
/// frame, if any. `tip_of`: the explanation of a choice, shown as tooltip.
[[nodiscard]] std::optional<std::size_t>
choice_list(const Ui& ui, std::string_view id, const std::string& preview,
            const std::vector<std::string>& choices, std::optional<std::size_t> chosen,
            const std::function<std::string(std::size_t)>& tip_of = {});

/// ImGui's checkbox, which Enter changes, too. True: `on` has changed.
[[nodiscard]] bool check_box(const Ui& ui, std::string_view id, const char* label, bool& on);

} // namespace stallscope::gui
