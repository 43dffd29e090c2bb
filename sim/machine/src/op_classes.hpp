#pragma once

#include "machine/description.hpp"

#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A word that stands for several operation classes.
struct OpGroup {
  std::string_view name;
  std::vector<OpClass> classes;
};

/// Larger groups first.
[[nodiscard]] const std::vector<OpGroup>& op_groups();

/// Every word parse_op_classes understands: classes, then groups.
[[nodiscard]] const std::vector<std::string_view>& op_class_words();

/// The shortest list of words found for a set: groups it holds whole, then single classes.
[[nodiscard]] std::vector<std::string_view> words_for(const OpClassSet& set);

} // namespace stallscope::machine
