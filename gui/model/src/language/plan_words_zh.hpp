#pragma once

#include <string>
#include <string_view>

namespace stallscope::gui {

/// Chinese meaning of a key of plans, or of graphs; empty for unknown keys.
[[nodiscard]] std::string_view chinese_plan_key(std::string_view key);
[[nodiscard]] std::string_view chinese_graph_key(std::string_view key);
/// Chinese meaning of a key of a scenario, such as "offload"; empty for unknown keys.
[[nodiscard]] std::string_view chinese_scenario_key(std::string_view scenario,
                                                    std::string_view key);
/// The Chinese text of an operation of a plan or graph, such as "gradients of layer 3 to the host";
/// texts that consist of names only are unchanged.
[[nodiscard]] std::string chinese_operation(std::string_view english);
/// Chinese meaning of a named schedule.
[[nodiscard]] std::string_view chinese_plan_schedule(std::string_view name);

} // namespace stallscope::gui
