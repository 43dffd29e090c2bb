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

/// What is done to a program before its blocks are put in order, in this order.
struct Transformation {
  unsigned unroll = 1;   ///< copies of the body of every loop that is one block; 1: left alone
  bool rename = false;   ///< values that share a register get registers of their own
  bool pipeline = false; ///< loops begin an iteration before the one before has ended

  [[nodiscard]] bool none() const { return *this == Transformation(); }
  bool operator==(const Transformation&) const = default;
};

/// What has been done to one loop, or why nothing; in words only where it is shown.
struct TransformNote {
  Text pattern = Text::sched_no_loop;
  std::vector<std::string> values; ///< at most three, `why` included
  sched::Message why;              ///< the value behind these, when there is one

  [[nodiscard]] std::string words() const;
};

struct TransformedProgram {
  std::shared_ptr<const isa::Program> program; ///< the one that was given where nothing was done
  std::vector<TransformNote> notes;
  std::string block;                ///< the label of the block to look at; empty: any
  std::vector<std::string> kernels; ///< labels of blocks whose order is their schedule
};

/// The program with all that done, read again. A text that cannot be read again leaves the program
/// as it was, with a note. Takes up to a second for long loops.
[[nodiscard]] TransformedProgram transformed(std::shared_ptr<const isa::Program> program,
                                             const machine::Machine& machine,
                                             const Transformation& what);

} // namespace stallscope::gui
