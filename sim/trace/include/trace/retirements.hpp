#pragma once

#include "trace/op_stream.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace stallscope::trace {

/// Identity of an instruction, comparable between runs.
struct SourceInstruction {
  std::string text;
  std::string file;       ///< empty: the program
  std::uint32_t line = 0; ///< 0: unknown

  auto operator<=>(const SourceInstruction&) const = default;
};

/// A retired instruction.
struct Retirement {
  std::uint32_t instruction = 0; ///< index into Retirements::instructions()
  std::uint64_t cycle = 0;       ///< its last cycle, where the first cycle of the trace is 1
};

/// Puts the retired instructions of a stream into program order: an instruction of several
/// micro-ops counts with the last, a fused pair as two. Keeps the instructions not consumed yet,
/// and those that wait for an older operation.
class Retirements final : public OpStream {
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

  /// Retired instructions in program order; the consumer may remove them from the front.
  [[nodiscard]] std::deque<Retirement>& ready() { return ready_; }
  [[nodiscard]] const std::vector<SourceInstruction>& instructions() const { return instructions_; }
  /// Cycles that operations were held, by reason.
  [[nodiscard]] const std::array<std::uint64_t, kReasonCount>& held() const { return held_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; } ///< end of the stream

private:
  struct Op {
    std::uint32_t instruction = 0;
    std::uint8_t part = 0;
    bool fused = false;
    std::uint32_t second = 0; ///< the second of a fused pair
    bool ended = false;
    bool retired = false;
    std::uint64_t cycle = 0;
    Cycle held_since;
    Reason held = Reason::none;
  };
  [[nodiscard]] std::uint32_t number_of(std::string_view text, const OpFacts& facts);
  void settle();
  void close_hold(Op& op, Cycle cycle);

  Cycle first_{1};
  std::map<OpId, Op> ops_; ///< operations in flight, or waiting for an older one
  std::deque<Retirement> ready_;
  bool open_ = false; ///< the last instruction may have further micro-ops
  Retirement last_;
  std::vector<SourceInstruction> instructions_;
  std::map<SourceInstruction, std::uint32_t> numbers_;
  std::array<std::uint64_t, kReasonCount> held_{};
  std::uint64_t cycles_ = 0;
};

} // namespace stallscope::trace
