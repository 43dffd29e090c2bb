#pragma once

#include "isa/executor.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// The line that Spike's --log-commits writes for an instruction, including the line end: core   0:
/// 3 0x0000000080000004 (0x00a12423) x5  0x0000000000000001 mem 0x0000000080001000
/// - 3 is machine mode, 0 user mode (Linux); the address and integer registers have XLEN / 4
/// digits, floating-point registers 16, the instruction 8, or 4 when it is compressed;
/// - registers written: x, f, then CSRs as c1_fflags; register 0 is omitted;
/// - memory: ` mem ADDRESS` for a load, ` mem ADDRESS VALUE` for a store, both for an atomic
/// operation. Changes of memory by system calls and host calls are not included.
[[nodiscard]] std::string commit_line(const Program& program, const ArchState& behind,
                                      const Commit& commit);

/// Writes a line for every retired instruction of a RISC-V program, in constant memory.
///
/// A pipeline executes instructions at fetch, before they retire: the youngest lines are buffered
/// until their instructions have certainly retired.
class CommitLog final : public CommitSink {
public:
  /// `write` receives complete lines, in batches.
  explicit CommitLog(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  void executed(const Program& program, const ArchState& behind, const Commit& commit) override;
  /// Call once, at the end: only this number of instructions has retired.
  void finish(std::uint64_t instructions);

  static constexpr std::size_t kKeptLines = 2048; ///< more than the instructions in flight of any
                                                  ///< machine

private:
  std::function<void(std::string_view)> write_;
  std::string text_;        ///< not written yet: at least the last kKeptLines lines
  std::uint64_t lines_ = 0; ///< number of lines so far, and of the youngest line
  std::array<std::uint32_t, kKeptLines> lengths_{}; ///< length of line n in bytes, at n %
                                                    ///< kKeptLines
};

} // namespace stallscope::isa
