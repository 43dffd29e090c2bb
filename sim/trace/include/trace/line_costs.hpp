#pragma once

#include "trace/op_stream.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::trace {

/// Cost of the instructions of one source line, summed over all executions.
struct LineCost {
  std::string file;               ///< empty: the program itself, or unknown
  std::uint32_t line = 0;         ///< 0: unknown
  std::string text;               ///< source text, if the caller has read the file
  std::uint64_t instructions = 0; ///< instructions retired; the second of a fused pair counts with
                                  ///< the first
  /// Cycles from the retirement of all older instructions to that of this one, summed.
  std::uint64_t cycles = 0;
  /// Cycles in which its right-path operations were held, by reason. Several operations can be held
  /// in one cycle, also while older ones hold up retirement.
  std::array<std::uint64_t, kReasonCount> held{};
};

/// The reason that held the operations of a line longest; none: nothing did.
[[nodiscard]] Reason longest_hold(const LineCost& cost);

/// Cost of a run by source line. The cycles of all lines and `rest` add up to those of the run.
struct LineCosts {
  std::vector<LineCost> lines; ///< most expensive first
  std::uint64_t cycles = 0;    ///< cycles of the run
  std::uint64_t rest = 0;      ///< cycles after the last retirement
};

/// Accumulates the costs during a run: memory grows with the code, not with the run, and operations
/// need no allocation.
class LineAccount final : public OpStream {
public:
  void lane(LaneId, const Lane&) override {}
  void start(Cycle first) override { first_ = first; }
  void begin(Cycle cycle, OpId op, const OpFacts& facts) override;
  void enter(Cycle cycle, OpId op, LaneId lane) override;
  void leave(Cycle cycle, OpId op) override;
  void hold(Cycle cycle, OpId op, const Cause& cause) override;
  void take(Cycle, OpId, const Arrow&) override {}
  void end(Cycle cycle, OpId op, Ending ending, OpId by) override;
  void finish(Cycle end) override;

  /// The costs, after the end of the run.
  [[nodiscard]] LineCosts costs() const;

private:
  enum class State : std::uint8_t { absent, in_flight, retired, gone };
  struct Op {
    State state = State::absent;
    std::uint8_t part = 0;
    bool fused = false;
    bool wrong_path = false;
    std::uint32_t place = 0;
    Reason held = Reason::none;
    Cycle held_since;
    std::uint64_t last = 0; ///< last cycle in which the operation is in flight
  };
  [[nodiscard]] Op& at(std::uint64_t op) { return ring_[op & (ring_.size() - 1)]; }
  [[nodiscard]] Op* known(OpId op);
  [[nodiscard]] std::uint32_t place_of(const OpFacts& facts);
  void close_hold(Op& op, Cycle cycle);
  void settle();

  Cycle first_{1};
  std::vector<Op> ring_ = std::vector<Op>(1024); ///< by operation number; size: a power of 2
  std::uint64_t oldest_ = 0;                     ///< oldest operation not accounted yet
  std::uint64_t next_ = 0;                       ///< one past the youngest operation
  std::uint64_t retired_by_ = 0;                 ///< cycle in which all operations so far have
                                                 ///< retired
  std::uint64_t end_ = 0;
  std::vector<LineCost> places_;
  std::vector<std::uint32_t> by_instruction_; ///< index + 1; 0: not known yet
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> numbers_;
};

} // namespace stallscope::trace
