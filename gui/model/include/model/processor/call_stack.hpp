#pragma once

#include "model/run/run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A function that has been entered and not left.
struct CallFrame {
  std::string function;        ///< the label it begins at; "main" and the like
  std::uint64_t entered = 0;   ///< cycle in which the call retired; 0: where the program began
  std::uint64_t called_at = 0; ///< address of the call
  std::uint32_t line = 0;      ///< of the call, in the source; 0: not known
};

/// Calls and returns of a run that is recorded whole, so that the stack of any cycle is found
/// without going through the run again.
class CallStackModel {
public:
  /// The functions entered by the end of a cycle, the innermost first. Empty for a run that is not
  /// recorded whole.
  [[nodiscard]] std::vector<CallFrame> at(const Run& run, std::uint64_t cycle);

private:
  /// The stack behind a call or return: a frame, and the stack below it.
  struct Entry {
    std::uint64_t cycle = 0; ///< from its end on
    std::size_t top = 0;     ///< into frames_
  };
  struct Node {
    CallFrame frame;
    std::size_t below = 0; ///< into frames_; its own index at the bottom
  };
  void index(const Run& run);

  std::vector<Node> frames_;
  std::vector<Entry> entries_;
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
};

} // namespace stallscope::gui
