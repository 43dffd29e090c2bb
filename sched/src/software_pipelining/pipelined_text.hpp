#pragma once

#include "software_pipelining/expansion.hpp"
#include "unrolling/equality_end.hpp"
#include "unrolling/loop_text.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// An operation of one iteration with its issue time.
struct Instance {
  std::int64_t cycle = 0;
  std::int64_t iteration = 0;
  Node node = 0;
};

/// A modulo schedule expanded to prologue, one pass of the kernel, and epilogue: the order of the
/// instructions in the text. Within a cycle older iterations come first, then source order, which
/// preserves dependences of latency 0.
struct Unwinding {
  std::vector<Instance> prologue;
  std::vector<Instance> kernel; ///< without the branch
  std::vector<Instance> epilogue;
  bool filled_slot = false; ///< the kernel's last instruction is in the branch's delay slot
};
[[nodiscard]] Unwinding unwind(const ModuloProblem& problem, const ModuloSchedule& schedule,
                               std::uint32_t copies);

/// Generates the text of a pipelined loop.
class PipelinedText {
public:
  PipelinedText(const CountedLoop& loop, const Expansion& expansion, const ModuloProblem& problem,
                const ModuloSchedule& schedule, std::uint32_t copies, std::string label,
                const EqualityEnd* ordered);

  /// All lines from the loop's first instruction to its last; empty, with the reason in `why_not`,
  /// when they cannot be generated.
  [[nodiscard]] std::string write(Message& why_not) const;
  /// Trip counts below this run in the original loop.
  [[nodiscard]] std::uint32_t least_trips() const { return stages_ - 1 + copies_; }

private:
  /// Advances of an induction variable before a place in the expanded code.
  [[nodiscard]] std::int64_t advances_before(Node advance, std::size_t place) const;
  [[nodiscard]] std::int64_t advances_before_branch() const;
  [[nodiscard]] std::string instance_text(std::size_t place, Message& why_not) const;
  [[nodiscard]] std::string guard(Message& why_not) const;
  [[nodiscard]] std::string exact_guard(Message& why_not) const;
  [[nodiscard]] std::string ordered_guard(Message& why_not) const;

  const CountedLoop& loop_;
  const Expansion& expansion_;
  const ModuloProblem& problem_;
  const EqualityEnd* ordered_; ///< the source loop, when it ends with an ordered comparison;
                               ///< otherwise null
  LoopText text_;
  std::uint32_t stages_;
  std::uint32_t interval_;
  std::uint32_t copies_;
  std::string label_;
  Unwinding unwinding_;
  std::vector<Instance> all_; ///< prologue, kernel and epilogue
  std::vector<Separation> free_readers_;
};

} // namespace stallscope::sched
