#pragma once

#include "sched/data_flow/liveness.hpp"
#include "sched/modulo/modulo.hpp"
#include "sched/target/latency.hpp"
#include "unrolling/counted_loop.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::sched {

/// A value an iteration makes in a register of its own.
struct LoopValue {
  RegId reg = kNoRegister; ///< that the source has it in
  Node made = 0;
  bool last = false; ///< of the register's values in an iteration: what the next one begins with
  std::vector<std::pair<Node, std::uint32_t>> reads; ///< by whom, how many iterations later: 0, 1
  std::uint32_t lives = 1;        ///< iterations that need it at the same time, at most
  std::vector<std::string> names; ///< registers; the one of iteration i is number i mod size
};

/// What a loop's registers may become when its iterations overlap.
class Expansion {
public:
  /// `in`, `out`: what holds values in front of and behind the loop's block. `kept`: registers that
  /// iterations are to share all the same.
  Expansion(const CountedLoop& loop, const RegisterSet& in, const RegisterSet& out,
            const RegisterSet& kept = {});

  /// Registers of which every iteration may have its own, as all text with them can be changed.
  [[nodiscard]] const RegisterSet& own_registers() const { return own_; }
  /// Inductions whose register all iterations share, with who may read whatever it holds: accesses
  /// whose offset is changed, and the branch.
  [[nodiscard]] std::vector<Separation> free_readers() const;

  /// Modulo variable expansion: how many registers each value needs, so that none is overwritten
  /// before its last reader; returns how many copies of the kernel take them round. Source: Lam,
  /// "Software Pipelining: An Effective Scheduling Technique for VLIW Machines", 1988.
  std::uint32_t measure(const ModuloSchedule& schedule, LatencyTable& latencies);
  /// Names registers when the kernel has so many copies, and one for the loop's limit; otherwise
  /// says which run out.
  Message name_registers(std::uint32_t copies, std::uint32_t stages);

  /// The register whose values take most others; kNoRegister when none takes any.
  [[nodiscard]] RegId most_expanded() const;
  [[nodiscard]] const std::vector<LoopValue>& values() const { return values_; }
  [[nodiscard]] const std::string& limit() const { return limit_; }
  /// A register that holds nothing in front of the loop.
  [[nodiscard]] const std::string& scratch() const { return scratch_; }
  /// Where the value that the source has in `reg` behind the loop is, when not there.
  [[nodiscard]] std::vector<std::pair<RegId, std::string>> final_places(std::uint32_t stages) const;

  /// The statement of a node in an iteration, with the registers of that iteration.
  [[nodiscard]] std::string in_iteration(Node node, const std::string& statement,
                                         std::int64_t iteration) const;

private:
  [[nodiscard]] bool holds(RegId reg) const { return in_.test(reg) || out_.test(reg); }
  [[nodiscard]] bool is_shared(RegId reg) const;
  void find_own();
  void find_values();
  std::optional<std::string> take(RegId like);

  const CountedLoop& loop_;
  const isa::Program& program_;
  RegisterSet in_;
  RegisterSet out_;
  RegisterSet named_;
  RegisterSet own_;
  RegisterSet taken_;
  std::vector<LoopValue> values_;
  std::map<std::pair<Node, RegId>, std::pair<std::size_t, std::uint32_t>>
      read_; ///< which value a node reads in a register, and of how many iterations before
  std::map<Node, std::size_t> made_;
  std::string limit_;
  std::string scratch_;
  std::uint32_t new_names_ = 0;
};

/// Loads and stores whose displacement can be changed, by node.
[[nodiscard]] std::vector<bool> movable_accesses(const CountedLoop& loop);
/// The statement with its displacement changed; nothing when it does not fit the notation.
[[nodiscard]] std::optional<std::string>
displaced(const isa::Program& program, const std::string& statement, std::int64_t displacement);

} // namespace stallscope::sched
