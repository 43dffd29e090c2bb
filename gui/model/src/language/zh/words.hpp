#pragma once

#include "language/translation.hpp"

// What other libraries say in English, in Chinese: the parts of Translation.
namespace stallscope::gui {

// messages.cpp
[[nodiscard]] std::string_view chinese(sched::MessageId id);
[[nodiscard]] std::string_view chinese_scheduler(std::string_view name);
[[nodiscard]] std::vector<std::string_view> chinese_messages();
// machine_words.cpp
[[nodiscard]] std::string chinese_structure(std::string_view english);
[[nodiscard]] std::string chinese_relief(std::string_view name);
[[nodiscard]] std::string chinese_unit(std::string_view english);
[[nodiscard]] std::vector<std::string_view> chinese_machine_words();
// plan_words.cpp, scenario_words.cpp
[[nodiscard]] std::string_view chinese_plan_key(std::string_view key);
[[nodiscard]] std::string_view chinese_graph_key(std::string_view key);
[[nodiscard]] std::string_view chinese_scenario_key(std::string_view scenario,
                                                    std::string_view key);
[[nodiscard]] std::string chinese_operation(std::string_view english);
[[nodiscard]] std::string_view chinese_plan_schedule(std::string_view name);
// examples.cpp
[[nodiscard]] const ExampleWords* chinese_example(std::string_view name);
[[nodiscard]] std::vector<std::string_view> chinese_examples();

} // namespace stallscope::gui
