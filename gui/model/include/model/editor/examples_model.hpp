#pragma once

#include "model/language/strings.hpp"
#include "model/run/run.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A command line in an example's header, as one or two runs.
struct ExampleScene {
  std::string command; ///< as in the header: "stallscope run lecture/p4 -m lecture-4 --table"
  RunSpec a;
  std::optional<RunSpec> b; ///< for --against and --compare
  bool diagram = false;     ///< show the diagram instead of the table
};

struct Example {
  std::string name;                                  ///< "lecture/p4"
  std::string folder;                                ///< "lecture"
  std::array<std::string, kLanguages.size()> titles; ///< by language
  /// Explanation, one line per paragraph.
  std::array<std::string, kLanguages.size()> look_ats;
  std::vector<ExampleScene> scenes;

  // The title in the current language.
  [[nodiscard]] const std::string& title() const { return titles[at()]; }
  [[nodiscard]] const std::string& look_at() const { return look_ats[at()]; }

private:
  static std::size_t at() { return static_cast<std::size_t>(language()); }
};

/// All included programs with their headers.
[[nodiscard]] const std::vector<Example>& examples();
/// The programs whose name, title or description contains the text, ignoring case.
[[nodiscard]] std::vector<const Example*> examples_matching(std::string_view text);

/// Parses a `stallscope run` command as runs; nothing for another command, or without a machine.
[[nodiscard]] std::optional<ExampleScene> scene_of(std::string_view command);

} // namespace stallscope::gui
