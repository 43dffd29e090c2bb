#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"
#include "model/language/strings.hpp"
#include "sched/message.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Transformations of a program before scheduling, in this order.
struct Transformation {
  unsigned unroll = 1;   ///< unrolling factor of one-block loops; 1: none
  bool rename = false;   ///< register renaming
  bool pipeline = false; ///< software pipelining

  [[nodiscard]] bool none() const { return *this == Transformation(); }
  bool operator==(const Transformation&) const = default;
};

/// The result for one loop, or the reason why it is unchanged, as data.
struct TransformNote {
  Text pattern = Text::sched_no_loop;
  std::vector<std::string> values; ///< at most three, including `why`
  sched::Message why;              ///< a message as the last value, if any

  [[nodiscard]] std::string words() const;
};

struct TransformedProgram {
  std::shared_ptr<const isa::Program> program; ///< the original program if it was not transformed
  std::vector<TransformNote> notes;
  std::string block;                ///< label of the block to select; empty: any
  std::vector<std::string> kernels; ///< labels of kernels, whose order is their schedule
};

/// The transformed and reparsed program. If parsing fails, the program is unchanged, with a note.
/// Takes up to a second for long loops.
[[nodiscard]] TransformedProgram transformed(std::shared_ptr<const isa::Program> program,
                                             const machine::Machine& machine,
                                             const Transformation& what);

} // namespace stallscope::gui
