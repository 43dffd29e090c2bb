#pragma once

#include "isa/executor.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// The line that Spike's --log-commits writes for an instruction, with its line end:
///   core   0: 3 0x0000000080000004 (0x00a12423) x5  0x0000000000000001 mem 0x0000000080001000
/// - 3 is machine mode, 0 user mode (Linux); the address and integer registers have XLEN / 4
///   digits, floating-point registers 16, the instruction 8, or 4 when it is compressed;
/// - registers written: x, f, then CSRs as c1_fflags; register 0 is none;
/// - memory: ` mem ADDRESS` of a load, ` mem ADDRESS VALUE` of a store, both of an atomic
/// operation. What system calls and calls of the host change in memory is not in it.
[[nodiscard]] std::string commit_line(const Program& program, const ArchState& behind,
                                      const Commit& commit);

/// Writes a line for every retired instruction of a RISC-V program, in constant memory.
///
/// A pipeline executes instructions at fetch, before they retire: the youngest lines are buffered
/// until their instructions have certainly retired.
class CommitLog final : public CommitSink {
public:
  /// `write` receives whole lines, in batches.
  explicit CommitLog(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  void executed(const Program& program, const ArchState& behind, const Commit& commit) override;
  /// To be called once, at the end: only this many instructions have retired.
  void finish(std::uint64_t instructions);

  static constexpr std::size_t kKeptLines = 2048; ///< more than a machine has in flight

private:
  std::function<void(std::string_view)> write_;
  std::string text_;        ///< not written yet: at least the last kKeptLines lines
  std::uint64_t lines_ = 0; ///< so far, which is also the number of the youngest
  std::array<std::uint32_t, kKeptLines> lengths_{}; ///< of line n, bytes, at n % kKeptLines
};

} // namespace stallscope::isa
