#pragma once

#include "isa/program.hpp"
#include "model/run/run.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A line of a disassembly: an instruction, or a label.
struct AssemblyLine {
  std::uint64_t pc = 0;
  std::string text;
  std::uint32_t line = 0; ///< line of the source text; 0: a label, or unknown
  bool label = false;
};

/// The stage of an instruction in a cycle.
struct AssemblyMark {
  std::uint64_t pc = 0;
  std::string stage;
  std::uint8_t color = 0;
  bool stalled = false;
};

/// The machine code of one source file, beside its text.
class AssemblyModel {
public:
  /// The instructions of a program from one source file (name without folders), by address;
  /// recomputed when the program changes.
  const std::vector<AssemblyLine>& lines(const std::shared_ptr<const isa::Program>& program,
                                         std::string_view file);
  /// A source line for which there are instructions.
  [[nodiscard]] bool has_code(std::uint32_t line) const;
  /// The colour of a source line and of its instructions; consecutive lines differ.
  [[nodiscard]] static std::uint8_t color_of_line(std::uint32_t line);
  /// The stages of the instructions of a run in a cycle.
  [[nodiscard]] static std::vector<AssemblyMark> marks(Run& run, std::uint64_t cycle);

private:
  std::shared_ptr<const isa::Program> program_;
  std::string file_;
  std::vector<AssemblyLine> lines_;
  std::vector<std::uint32_t> with_code_; ///< sorted
};

} // namespace stallscope::gui
