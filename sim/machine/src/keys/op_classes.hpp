#pragma once

#include "machine/description.hpp"

#include <cstddef>
#include <optional>
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

/// What is said of a class holds for a class by number: itself and its refinements.
[[nodiscard]] bool stands_for(OpClass op_class, std::size_t other);

/// Classes of ports, which are the two halves of a store as well.
[[nodiscard]] std::string_view port_class_name(std::size_t port_class);
[[nodiscard]] std::optional<std::size_t> port_class_from_name(std::string_view name);
/// As parse_op_classes, and the halves of a store.
[[nodiscard]] bool parse_port_classes(std::string_view name, PortClassSet& out);
[[nodiscard]] const std::vector<std::string_view>& port_class_words();
[[nodiscard]] std::vector<std::string_view> words_for(const PortClassSet& set);
[[nodiscard]] PortClassSet port_classes(const OpClassSet& set);
[[nodiscard]] OpClassSet op_classes_of(const PortClassSet& set); ///< without the halves of a store

/// The shortest list of words found for a set: groups it holds whole, then single classes.
[[nodiscard]] std::vector<std::string_view> words_for(const OpClassSet& set);

} // namespace stallscope::machine
