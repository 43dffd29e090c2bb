#pragma once

#include "software_pipelining/expansion.hpp"
#include "unrolling/equality_end.hpp"
#include "unrolling/loop_text.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// An operation of one iteration, and when it is issued.
struct Instance {
  std::int64_t cycle = 0;
  std::int64_t iteration = 0;
  Node node = 0;
};

/// A modulo schedule written out for as many iterations as prologue, kernel and epilogue have when
/// the kernel is gone through once: the order in which instructions stand in the text. In a cycle
/// older iterations come first, then instructions as in the source, so that no dependence of
/// latency 0 is turned round.
struct Unwinding {
  std::vector<Instance> prologue;
  std::vector<Instance> kernel; ///< without the branch
  std::vector<Instance> epilogue;
  bool filled_slot = false; ///< the kernel's last instruction stands in the branch's delay slot
};
[[nodiscard]] Unwinding unwind(const ModuloProblem& problem, const ModuloSchedule& schedule,
                               std::uint32_t copies);

/// Writes a loop pipelined.
class PipelinedText {
public:
  PipelinedText(const CountedLoop& loop, const Expansion& expansion, const ModuloProblem& problem,
                const ModuloSchedule& schedule, std::uint32_t copies, std::string label,
                const EqualityEnd* ordered);

  /// All lines from the loop's first instruction to its last; empty when `why_not` says that it
  /// cannot be written.
  [[nodiscard]] std::string write(Message& why_not) const;
  /// Fewer iterations than that are left to the loop as it was.
  [[nodiscard]] std::uint32_t least_trips() const { return stages_ - 1 + copies_; }

private:
  /// Advances of an induction that stand before a place in the unwinding.
  [[nodiscard]] std::int64_t advances_before(Node advance, std::size_t place) const;
  [[nodiscard]] std::int64_t advances_before_branch() const;
  [[nodiscard]] std::string instance_text(std::size_t place, Message& why_not) const;
  [[nodiscard]] std::string guard(Message& why_not) const;
  [[nodiscard]] std::string exact_guard(Message& why_not) const;
  [[nodiscard]] std::string ordered_guard(Message& why_not) const;

  const CountedLoop& loop_;
  const Expansion& expansion_;
  const ModuloProblem& problem_;
  const EqualityEnd* ordered_; ///< the loop in the source, when it ends otherwise; or null
  LoopText text_;
  std::uint32_t stages_;
  std::uint32_t interval_;
  std::uint32_t copies_;
  std::string label_;
  Unwinding unwinding_;
  std::vector<Instance> all_; ///< prologue, kernel and epilogue, one behind the other
  std::vector<Separation> free_readers_;
};

} // namespace stallscope::sched
