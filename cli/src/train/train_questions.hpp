#pragma once

#include "arguments/arguments.hpp"
#include "train/train_report.hpp"

#include <optional>
#include <string>

namespace stallscope::cli {

/// `--whatif`: the makespan with each change that the plan allows, those that save most first.
/// Output and exit code.
int train_whatif(const TrainRun& run, const TrainCommand& arguments);

/// A tick, or one device in it.
struct TickQuestion {
  training::Ticks tick = 0; ///< from 1
  std::optional<std::uint32_t> device;
};
/// Parses "12" or "0:12" (device:tick); prints an error and returns nothing when malformed.
[[nodiscard]] std::optional<TickQuestion> parse_tick_question(const std::string& text);
/// `--explain`: what the devices do in a tick, and why they are idle: reason, culprit, and the
/// chain of causes. Output and exit code.
int train_explain(const TrainRun& run, const TickQuestion& question, const TrainCommand& arguments);

} // namespace stallscope::cli
