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

/// What is on screen, as a link carries it to somebody else: programs with their texts, machines
/// with what has been changed of them, the place in time, and the looks.
struct LinkScene {
  RunSpec run_a;
  std::optional<RunSpec> run_b;
  std::uint64_t cycle = 0;
  std::vector<std::string> panels; ///< by name, from the left
  std::string language;            ///< its code; empty: as it is
  std::string theme;
};

/// Of what strangers have written: characters of a whole scene, and entries of a list in it.
constexpr std::size_t kMaxSceneBytes = InputLimits::scene;
constexpr std::size_t kMaxSceneEntries = 64;

/// JSON, with the version of its form in it. Programs that are files are an error: whoever opens
/// the link does not have them.
[[nodiscard]] Result<std::string> to_text(const LinkScene& scene);

/// Back. A scene names shipped programs and machines, or has the text of a program; whatever else
/// it says, it opens no file. Runs have the limits that all have.
[[nodiscard]] Result<LinkScene> scene_of_text(std::string_view text);

} // namespace stallscope::gui
