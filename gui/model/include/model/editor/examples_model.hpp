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

/// A command line of an example's header, as two runs of the visualiser.
struct ExampleScene {
  std::string command; ///< as it is written: "stallscope run lecture/p4 -m lecture-4 --table"
  RunSpec a;
  std::optional<RunSpec> b; ///< of --against and --compare
  bool diagram = false;     ///< the diagram instead of the table
};

struct Example {
  std::string name;                                  ///< "lecture/p4"
  std::string folder;                                ///< "lecture"
  std::array<std::string, kLanguages.size()> titles; ///< by language
  /// What to look at and why, one line a paragraph.
  std::array<std::string, kLanguages.size()> look_ats;
  std::vector<ExampleScene> scenes;

  // In the language at hand
  [[nodiscard]] const std::string& title() const { return titles[at()]; }
  [[nodiscard]] const std::string& look_at() const { return look_ats[at()]; }

private:
  static std::size_t at() { return static_cast<std::size_t>(language()); }
};

/// All shipped programs, with what their headers say.
[[nodiscard]] const std::vector<Example>& examples();
/// Those whose name, title or words hold the text; case ignored.
[[nodiscard]] std::vector<const Example*> examples_matching(std::string_view text);

/// A `stallscope run` command as runs; nothing when it is another command or names no machine.
[[nodiscard]] std::optional<ExampleScene> scene_of(std::string_view command);

} // namespace stallscope::gui
