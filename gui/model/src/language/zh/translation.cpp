#include "language/string_tables.hpp"
#include "language/zh/diagnostics.hpp"
#include "language/zh/words.hpp"

namespace stallscope::gui {

namespace {

/// All texts but those of the window's own table, to determine the characters of a font.
std::vector<std::string_view> other_texts() {
  std::vector<std::string_view> all;
  for (const auto& texts : {chinese_messages(), chinese_machine_words(), chinese_examples()})
    all.insert(all.end(), texts.begin(), texts.end());
  for (const auto& diagnostics :
       {machine_diagnostics_zh(), assembler_diagnostics_zh(), notation_diagnostics_zh()})
    for (const DiagnosticWords& words : diagnostics)
      all.push_back(words.chinese);
  for (const machine::KeyInfo& key : machine::machine_keys())
    all.push_back(key.chinese_meaning);
  return all;
}

} // namespace

const Translation& chinese_translation() {
  static constexpr Translation kTranslation{
      .written = Language::chinese,
      .table = chinese_table,
      .message = chinese,
      .list_words = {"、", "和"},
      .comma = "，",
      .scheduler = chinese_scheduler,
      .structure = chinese_structure,
      .relief = chinese_relief,
      .unit = chinese_unit,
      .machine_key = [](const machine::KeyInfo& key) -> std::string_view {
        return key.chinese_meaning;
      },
      .plan_key = chinese_plan_key,
      .graph_key = chinese_graph_key,
      .scenario_key = chinese_scenario_key,
      .plan_schedule = chinese_plan_schedule,
      .operation = chinese_operation,
      .diagnostic = chinese_diagnostic,
      .in_parentheses = [](std::string_view text) { return "（" + std::string(text) + "）"; },
      .example = chinese_example,
      .other_texts = other_texts,
  };
  return kTranslation;
}

} // namespace stallscope::gui
