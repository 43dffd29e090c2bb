#pragma once

#include "isa/threaded_code.hpp"
#include "memo/packed_state.hpp"
#include "trace/sinks.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stallscope::core {

struct MemoNode;
struct Decision;

/// Changes of the state over a stretch from one node to the next.
struct StretchDelta {
  std::uint64_t cycles = 0;
  std::uint64_t operations = 0; ///< operation numbers used, wrong path included
  InOrderCounters counters;
  /// Ledger slots that change: index as of ledger_number().
  struct Slots {
    std::uint16_t index = 0;
    std::uint32_t count = 0;
  };
  std::vector<Slots> slots;
  trace::EventBlock events; ///< when runs are recorded
};

/// One outcome of a decision: leads to the next decision of the same stretch, or ends it.
struct MemoOutcome {
  std::uint64_t key = 0;       ///< target address, or operand-dependent cycles
  Decision* then = nullptr;    ///< the stretch continues
  MemoNode* ends_in = nullptr; ///< the stretch ends
  StretchDelta delta;          ///< with ends_in
  std::uint64_t times = 0;     ///< taken since the state was last brought up to date
};

/// An instruction fetched on a wrong path.
struct WrongStep {
  std::uint64_t pc = 0;
  std::uint32_t instruction = 0;
  bool operator==(const WrongStep&) const = default;
};

/// A decision: instructions to execute up to the next outcome that the timing depends on.
struct Decision {
  enum class Kind : std::uint8_t {
    unknown,        ///< not explored yet
    target,         ///< the target of the last instruction
    operands,       ///< the operand-dependent cycles of the last instruction
    wrong_target,   ///< the target of a branch on the wrong path after the last instruction
    wrong_operands, ///< the operand-dependent cycles of an instruction on that wrong path
    none,           ///< no choice: one outcome, with key 0
    step,           ///< must be stepped each time: depends on more than outcomes
  };
  Kind kind = Kind::unknown;
  std::uint32_t count = 0;                        ///< instructions
  const isa::ThreadedCode::Trace* code = nullptr; ///< these, without the last one when kind is
                                                  ///< `operands`
  const isa::ThreadedCode::Trace* last = nullptr; ///< the last one
  std::vector<WrongStep> path; ///< kinds wrong_...: the wrong path up to the instruction concerned
  std::vector<std::unique_ptr<MemoOutcome>> outcomes;

  [[nodiscard]] MemoOutcome* find(std::uint64_t key);
  MemoOutcome& add(std::uint64_t key);
};

/// A pipeline state and its possible continuations.
struct MemoNode {
  const PackedState* packed = nullptr;
  Decision first;
};

/// Nodes by packed state.
class MemoTable {
public:
  MemoNode& intern(std::string_view packed);
  void clear();
  Decision& new_decision();
  void count_bytes(std::uint64_t bytes) { bytes_ += bytes; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
  /// Look-up of a packed state without constructing a string.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view packed) const {
      return std::hash<std::string_view>{}(packed);
    }
  };

  std::unordered_map<PackedState, std::unique_ptr<MemoNode>, Hash, std::equal_to<>> nodes_;
  std::vector<std::unique_ptr<Decision>> decisions_;
  std::uint64_t bytes_ = 0;
};

} // namespace stallscope::core
