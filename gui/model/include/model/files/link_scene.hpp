#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"
#include "model/run/run.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// The scene transported in a link: programs with their texts, machines with their settings, the
/// current cycle, and the looks.
struct LinkScene {
  RunSpec run_a;
  std::optional<RunSpec> run_b;
  std::uint64_t cycle = 0;
  std::vector<std::string> panels; ///< by name, from the left
  std::string language;            ///< language code; empty: not specified
  std::string theme;
};

/// Limits for untrusted scenes: characters of a scene, and entries of a list in it.
constexpr std::size_t kMaxSceneBytes = InputLimits::scene;
constexpr std::size_t kMaxSceneEntries = 64;

/// The scene as JSON with a format version. Programs from files are an error, since the recipient
/// of the link does not have them.
[[nodiscard]] Result<std::string> to_text(const LinkScene& scene);

/// Parses a scene. It can name included programs and machines, or contain the text of a program; no
/// file is opened. The usual limits of runs apply.
[[nodiscard]] Result<LinkScene> scene_of_text(std::string_view text);

} // namespace stallscope::gui
