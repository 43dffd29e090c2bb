#pragma once

#include "model/editor/examples_model.hpp"
#include "model/run/worker.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stallscope::gui {

/// The first cycles of an example on the machine of its first scene, as a small pipeline diagram.
struct ExamplePicture {
  static constexpr std::uint64_t kCycles = 40;
  static constexpr std::size_t kRows = 16;

  struct Bar {
    std::size_t row = 0;
    std::uint64_t begin = 0; ///< cycles [begin, end), from 1
    std::uint64_t end = 0;
    std::uint8_t color = 0;
    Reason why = Reason::none; ///< stall reason
  };
  std::vector<Bar> bars;
  std::size_t rows = 0;
  std::uint64_t cycles = 0; ///< number of cycles shown
};

/// Simulates examples in the background for their pictures, when these first become visible.
class ExamplePictures {
public:
  explicit ExamplePictures(Threads threads = Threads::background) : worker_(threads) {}
  /// Takes over finished pictures. Call once per frame.
  void poll() { worker_.poll(); }
  /// Waits for all that have been asked for.
  void wait() { worker_.wait(); }
  /// Null: being computed, or not available.
  [[nodiscard]] const ExamplePicture* of(const Example& example);

private:
  std::map<std::string, ExamplePicture> pictures_; ///< by name; empty while being computed
  Worker worker_; ///< last: its thread ends before the pictures are destroyed
};

/// The picture of a run; empty when it cannot be simulated.
[[nodiscard]] ExamplePicture picture_of(const RunSpec& spec);

} // namespace stallscope::gui
