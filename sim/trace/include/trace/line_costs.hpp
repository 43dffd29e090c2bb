#pragma once

#include "trace/op_stream.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::trace {

/// What the instructions of one line of the source have cost, all their executions together.
struct LineCost {
  std::string file;               ///< empty: the program itself, or not known
  std::uint32_t line = 0;         ///< 0: not known
  std::string text;               ///< of the line, when whoever shows it has read the file
  std::uint64_t instructions = 0; ///< retired; one that is fused with the one before counts there
  /// From when all before it have retired to when it has too, added up.
  std::uint64_t cycles = 0;
  /// Cycles its operations on the right path were held, by reason. Several may be held in one
  /// cycle, and some while older ones hold up retirement anyway.
  std::array<std::uint64_t, kReasonCount> held{};
};

/// A run by lines of its source. The cycles of all lines and `rest` are those of the run.
struct LineCosts {
  std::vector<LineCost> lines; ///< dearest first
  std::uint64_t cycles = 0;    ///< of the run
  std::uint64_t rest = 0;      ///< behind the last retirement
};

/// Counts while a run goes on: what it keeps grows with the code, not with the run, and nothing is
/// allocated for an operation.
class LineAccount final : public OpStream {
public:
  void lane(LaneId, const Lane&) override {}
  void start(Cycle first) override { first_ = first; }
  void begin(Cycle cycle, OpId op, const OpFacts& facts) override;
  void enter(Cycle, OpId, LaneId) override {}
  void leave(Cycle, OpId) override {}
  void hold(Cycle cycle, OpId op, const Cause& cause) override;
  void take(Cycle, OpId, const Arrow&) override {}
  void end(Cycle cycle, OpId op, Ending ending, OpId by) override;
  void finish(Cycle end) override;

  /// Once the run has ended.
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
    std::uint64_t last = 0; ///< cycle in which it is there last, of those from the start on
  };
  [[nodiscard]] Op& at(std::uint64_t op) { return ring_[op & (ring_.size() - 1)]; }
  [[nodiscard]] Op* known(OpId op);
  [[nodiscard]] std::uint32_t place_of(const OpFacts& facts);
  void close_hold(Op& op, Cycle cycle);
  void settle();

  Cycle first_{1};
  std::vector<Op> ring_ = std::vector<Op>(1024); ///< by number; a power of 2
  std::uint64_t oldest_ = 0;                     ///< the first that has not been settled
  std::uint64_t next_ = 0;                       ///< behind the youngest
  std::uint64_t retired_by_ = 0;                 ///< cycle in which all so far have
  std::uint64_t end_ = 0;
  std::vector<LineCost> places_;
  std::vector<std::uint32_t> by_instruction_; ///< place + 1; 0: not known yet
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> numbers_;
};

} // namespace stallscope::trace
