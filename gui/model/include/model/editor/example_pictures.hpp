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
    Reason why = Reason::none; ///< it is held
  };
  std::vector<Bar> bars;
  std::size_t rows = 0;
  std::uint64_t cycles = 0; ///< shown
};

/// Simulates examples for a picture of each, in the background, when they are first looked at.
class ExamplePictures {
public:
  explicit ExamplePictures(Threads threads = Threads::background) : worker_(threads) {}
  /// Takes over finished pictures. Once a frame.
  void poll() { worker_.poll(); }
  /// Null: it is being made, or there is none.
  [[nodiscard]] const ExamplePicture* of(const Example& example);

private:
  std::map<std::string, ExamplePicture> pictures_; ///< by name; empty while they are made
  Worker worker_; ///< last: its thread ends before the pictures are destroyed
};

/// Of a run; empty when it cannot be simulated.
[[nodiscard]] ExamplePicture picture_of(const RunSpec& spec);

} // namespace stallscope::gui
