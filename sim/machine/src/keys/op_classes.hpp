#pragma once

#include "machine/description.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A group name: a word for several operation classes.
struct OpGroup {
  std::string_view name;
  std::vector<OpClass> classes;
};

/// Larger groups first.
[[nodiscard]] const std::vector<OpGroup>& op_groups();

/// All words that parse_op_classes accepts: classes, then groups.
[[nodiscard]] const std::vector<std::string_view>& op_class_words();

/// The classes to which an entry for a class applies, by number: the class and its refinements.
[[nodiscard]] bool is_or_refines(OpClass op_class, std::size_t other);

/// Name of a class of ports, including store address and store data.
[[nodiscard]] std::string_view port_class_name(std::size_t port_class);
[[nodiscard]] std::optional<std::size_t> port_class_from_name(std::string_view name);
/// As parse_op_classes, including store address and store data.
[[nodiscard]] bool parse_port_classes(std::string_view name, PortClassSet& out);
[[nodiscard]] const std::vector<std::string_view>& port_class_words();
[[nodiscard]] std::vector<std::string_view> words_for(const PortClassSet& set);
[[nodiscard]] PortClassSet port_classes(const OpClassSet& set);
[[nodiscard]] OpClassSet op_classes_of(const PortClassSet& set); ///< the set without store address
                                                                 ///< and store data

/// The shortest list of words for a set: groups it contains, then single classes.
[[nodiscard]] std::vector<std::string_view> words_for(const OpClassSet& set);

} // namespace stallscope::machine
