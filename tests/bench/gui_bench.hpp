#pragma once

#include "model/run/run.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Wall time of what is done, in milliseconds.
[[nodiscard]] double milliseconds(const std::function<void()>& what);
/// Processor time of this thread so far, in milliseconds: what other programs take does not count.
[[nodiscard]] double thread_milliseconds();
/// Likewise, of all threads.
[[nodiscard]] double process_milliseconds();

/// Loads, stores, arithmetic and branches; as many instructions as wanted, or a few more.
[[nodiscard]] stallscope::gui::RunSpec loop_of(std::uint64_t instructions,
                                               const std::string& machine);

/// Times of many frames.
class Times {
public:
  void add(double time) { times_.push_back(time); }
  [[nodiscard]] double median();
  [[nodiscard]] double worst();

private:
  std::vector<double> times_;
};
