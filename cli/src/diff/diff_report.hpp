#pragma once

#include "arguments/arguments.hpp"
#include "diff/run_difference.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::cli {

/// One of two runs that are compared.
struct DiffedRun {
  std::string name;
  std::uint64_t cycles = 0;
  std::uint64_t instructions = 0;                 ///< instructions retired and compared
  std::optional<trace::Ledger> ledger;            ///< none for a trace
  std::array<std::uint64_t, kReasonCount> held{}; ///< cycles operations were held, by reason
};

struct DiffReport {
  DiffedRun a;
  DiffedRun b;
  bool cut = false; ///< only the first instructions were compared: the runs continue
  const RunDifference* difference = nullptr;
};

/// The two runs differ.
[[nodiscard]] bool differ(const DiffReport& report);

[[nodiscard]] std::string diff_text(const DiffReport& report, std::uint64_t top);
/// The documented JSON (README.md).
[[nodiscard]] std::string diff_json(const DiffReport& report);
[[nodiscard]] std::string diff_csv(const DiffReport& report, DiffPart part);

} // namespace stallscope::cli
