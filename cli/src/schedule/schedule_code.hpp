#pragma once

#include "arguments/arguments.hpp"
#include "isa/elf.hpp"
#include "isa/load_elf.hpp"
#include "isa/program.hpp"
#include "sched/control_flow/block.hpp"
#include "sched/rewriting/rewrite_code.hpp"
#include "sched/verification/verify.hpp"
#include "schedule/schedule_report.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// An executable file whose blocks are reordered.
class ScheduledCode {
public:
  /// Reads the file of a program again; prints an error and returns nothing if its content has
  /// changed. The program must outlive the result.
  [[nodiscard]] static std::unique_ptr<ScheduledCode> of(const Subject& subject,
                                                         const isa::Program& program);

  /// The block is in a code section (sched::CodeWriter).
  [[nodiscard]] bool is_code(const sched::Block& block) const { return writer_->is_code(block); }
  void fix(sched::Block& block) const { writer_->fix(block); }
  [[nodiscard]] std::string why_left(const sched::Block& block) const {
    return writer_->why_left(block);
  }

  /// Writes the best orders, and records in the report how many there are and which blocks are
  /// unchanged; returns the blocks in a new order.
  [[nodiscard]] std::vector<sched::Block> write(ScheduleReport& report);
  /// The changed file.
  [[nodiscard]] std::string bytes() const;
  /// The program in the changed file, with the initial registers of the original. Failure is an
  /// internal error: it is printed, and nothing returned.
  [[nodiscard]] std::optional<isa::Program> program(const isa::Program& original) const;
  [[nodiscard]] static sched::Verification verified(const isa::Program& original,
                                                    const isa::Program& result,
                                                    const std::vector<sched::Block>& changed,
                                                    std::uint64_t seed);

private:
  std::string content_; ///< content of the original file
  std::optional<isa::ElfFile> elf_;
  isa::ElfOptions options_;
  std::unique_ptr<sched::CodeWriter> writer_;
};

/// Checks that the output file does not have an extension of assembly text; prints an error
/// otherwise.
[[nodiscard]] bool names_executable(const std::string& file, const isa::Program& program);

} // namespace stallscope::cli
