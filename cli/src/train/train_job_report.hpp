#pragma once

#include "train/train_report.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace stallscope::cli {

/// "12.34 GiB"
[[nodiscard]] std::string gib_words(std::uint64_t bytes);
/// Nanoseconds: "12.3 ms"
[[nodiscard]] std::string time_words(training::Ticks ns);

/// Rates of a job, and the peak memory of its devices by the four parts. `memory`: with the curves
/// over time.
[[nodiscard]] std::string job_text(const TrainRun& run, bool memory);
/// Null without a job.
[[nodiscard]] nlohmann::ordered_json model_json(const TrainRun& run);
/// "peak_bytes" of a device; null without a job.
[[nodiscard]] nlohmann::ordered_json peak_bytes_json(const TrainRun& run, std::uint32_t device);
/// A device's curve in bytes.
[[nodiscard]] nlohmann::ordered_json byte_curve_json(const TrainRun& run, std::uint32_t device);
/// Curves of all devices, stacked by the four parts.
[[nodiscard]] std::string memory_svg(const TrainRun& run);

/// The first allocation that exceeds device memory, and remedies.
struct NoRoom {
  training::OutOfMemory what;
  std::vector<training::Remedy> remedies;
};
[[nodiscard]] std::string no_room_text(const TrainRun& run, const NoRoom& no_room);
[[nodiscard]] std::string no_room_json(const TrainRun& run, const NoRoom& no_room);

} // namespace stallscope::cli
