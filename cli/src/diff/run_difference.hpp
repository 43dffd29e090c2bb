#pragma once

#include "trace/ledger.hpp"
#include "trace/retirements.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// The n-th instruction of the right path in both runs.
struct PairedInstruction {
  std::uint64_t number = 0; ///< n, from 1
  trace::SourceInstruction a;
  trace::SourceInstruction b;
  std::uint64_t a_cycle = 0; ///< cycle of its retirement, from the start of the run
  std::uint64_t b_cycle = 0;
  std::int64_t gained = 0; ///< cycles that B takes less than A for the instruction: see
                           ///< RunDifference
};

/// A static instruction, all executions together.
struct SourceDifference {
  std::uint64_t a_count = 0;
  std::uint64_t b_count = 0;
  std::uint64_t a_cycles = 0;
  std::uint64_t b_cycles = 0;

  [[nodiscard]] std::int64_t gained() const {
    return static_cast<std::int64_t>(a_cycles) - static_cast<std::int64_t>(b_cycles);
  }
};

/// Two runs aligned by retired instruction, in program order.
///
/// The cycles of an instruction are those from the retirement of all older instructions to its own,
/// so that the cycles of all instructions add up to those of the run up to its last retirement.
class RunDifference {
public:
  /// `most_listed`: limit of the listed instructions with a difference; the first ones are kept.
  /// `same_source`: line numbers of both runs refer to one source; otherwise instructions are
  /// identified by their text.
  RunDifference(std::size_t most_listed, bool same_source)
      : most_listed_(most_listed), same_source_(same_source) {}

  /// Consumes instructions that both runs have retired, up to `most` in total.
  void add(trace::Retirements& a, trace::Retirements& b, std::uint64_t most);
  /// Consumes the remaining instructions of one run, after the other has ended.
  void add_rest(trace::Retirements& a, trace::Retirements& b);

  [[nodiscard]] std::uint64_t a_instructions() const { return a_.instructions; }
  [[nodiscard]] std::uint64_t b_instructions() const { return b_.instructions; }
  /// The first instruction that differs in text or retirement cycle.
  [[nodiscard]] const std::optional<PairedInstruction>& first() const { return first_; }
  [[nodiscard]] std::uint64_t other_instructions() const { return other_instructions_; }
  /// instructions that take more or fewer cycles
  [[nodiscard]] std::uint64_t other_cycles() const { return other_cycles_; }
  [[nodiscard]] const std::vector<PairedInstruction>& listed() const { return listed_; }
  [[nodiscard]] const std::map<trace::SourceInstruction, SourceDifference>& lines() const {
    return lines_;
  }
  [[nodiscard]] bool any() const {
    return first_.has_value() || a_.instructions != b_.instructions;
  }

private:
  struct Side {
    std::uint64_t instructions = 0;
    std::uint64_t retired_by = 0; ///< cycle in which all instructions so far have retired
    /// Cycles of the next instruction.
    std::uint64_t next(std::uint64_t cycle) {
      ++instructions;
      const std::uint64_t taken = cycle > retired_by ? cycle - retired_by : 0;
      retired_by += taken;
      return taken;
    }
  };
  void pair(const trace::SourceInstruction& a, std::uint64_t a_cycle,
            const trace::SourceInstruction& b, std::uint64_t b_cycle);

  [[nodiscard]] SourceDifference& line_of(const trace::SourceInstruction& instruction) {
    return lines_[same_source_ ? instruction : trace::SourceInstruction{instruction.text, {}, 0}];
  }

  std::size_t most_listed_;
  bool same_source_;
  Side a_;
  Side b_;
  std::optional<PairedInstruction> first_;
  std::uint64_t other_instructions_ = 0;
  std::uint64_t other_cycles_ = 0;
  std::vector<PairedInstruction> listed_;
  std::map<trace::SourceInstruction, SourceDifference> lines_;
};

} // namespace stallscope::cli
