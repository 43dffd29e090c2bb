#pragma once

#include "trace/op_stream.hpp"

#include <string>
#include <string_view>

namespace stallscope::trace {

/// Interprets the labels of a Kanata operation.
struct KanataFacts {
  std::string text;
  std::string file;
  std::string note;
  OpFacts facts; ///< texts are set by op_facts()
  OpId discarded_by;

  void clear();
  /// Parses a tooltip: recognised lines become facts, others the note.
  void read_tooltip(std::string_view label);
  [[nodiscard]] OpFacts op_facts() const;
};

/// Replaces each escape `\n` of the file by a newline.
[[nodiscard]] std::string unescaped(std::string_view label);

/// "$t2 from 12", or either half: the label of a stall.
struct StallLabel {
  std::string_view reg;
  OpId culprit;
};
/// False when the label is not recognised.
[[nodiscard]] bool read_stall_label(std::string_view label, StallLabel& read);

} // namespace stallscope::trace
