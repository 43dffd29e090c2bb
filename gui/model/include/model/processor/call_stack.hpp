#pragma once

#include "model/run/run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// An active function call.
struct CallFrame {
  std::string function;        ///< label of the function
  std::uint64_t entered = 0;   ///< retirement cycle of the call; 0: the program's entry
  std::uint64_t called_at = 0; ///< address of the call
  std::uint32_t line = 0;      ///< source line of the call; 0: unknown
};

/// Call stack reconstruction from the calls and returns of a completely recorded run, so that the
/// stack of any cycle is found without another run.
class CallStackModel {
public:
  /// The active functions at the end of a cycle, innermost first. Empty for a run that is not
  /// completely recorded.
  [[nodiscard]] std::vector<CallFrame> at(const Run& run, std::uint64_t cycle);

private:
  /// The stack after a call or return: a frame, and the stack below it.
  struct Entry {
    std::uint64_t cycle = 0; ///< valid from the end of this cycle
    std::size_t top = 0;     ///< index into frames_
  };
  struct Node {
    CallFrame frame;
    std::size_t below = 0; ///< index into frames_; its own index at the bottom
  };
  void index(const Run& run);

  std::vector<Node> frames_;
  std::vector<Entry> entries_;
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
};

} // namespace stallscope::gui
