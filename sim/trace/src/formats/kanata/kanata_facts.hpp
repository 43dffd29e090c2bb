#pragma once

#include "trace/op_stream.hpp"

#include <string>
#include <string_view>

namespace stallscope::trace {

/// What the labels of a Kanata operation say, gathered until it is told.
struct KanataFacts {
  std::string text;
  std::string file;
  std::string note;
  OpFacts facts; ///< its texts are set by said()
  OpId discarded_by;

  void clear();
  /// A tooltip: lines that mean something become facts, all else the note.
  void read_tooltip(std::string_view label);
  [[nodiscard]] OpFacts said() const;
};

/// `\n` as newlines.
[[nodiscard]] std::string unescaped(std::string_view label);

/// "$t2 from 12", or one half of it: the label of a stall.
struct StallLabel {
  std::string_view reg;
  OpId culprit;
};
/// False when the label is something else.
[[nodiscard]] bool read_stall_label(std::string_view label, StallLabel& read);

} // namespace stallscope::trace
