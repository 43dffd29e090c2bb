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

/// A value defined in an iteration, for modulo variable expansion.
struct LoopValue {
  RegId reg = kNoRegister; ///< its register in the source
  Node made = 0;
  bool last = false; ///< the register's last value in an iteration, which the next one reads
  std::vector<std::pair<Node, std::uint32_t>> reads; ///< reading node, and iteration distance: 0 or
                                                     ///< 1
  std::uint32_t lives = 1;        ///< lifetime in iterations: number of copies live at the same
                                  ///< time
  std::vector<std::string> names; ///< register names; iteration i uses number i mod size
};

/// Register use of a loop whose iterations overlap.
class Expansion {
public:
  /// `in`, `out`: live registers before and after the loop's block. `kept`: registers that
  /// iterations share.
  Expansion(const CountedLoop& loop, const RegisterSet& in, const RegisterSet& out,
            const RegisterSet& kept = {});

  /// Registers that can be expanded, because all text that uses them can be changed.
  [[nodiscard]] const RegisterSet& own_registers() const { return own_; }
  /// Induction variables whose register all iterations share, with the readers that accept any
  /// value: accesses with adjustable offsets, and the branch.
  [[nodiscard]] std::vector<Separation> free_readers() const;

  /// Modulo variable expansion: the number of registers of each value, so that none is overwritten
  /// before its last use; returns the number of kernel copies that cover all rotations. Source:
  /// Lam, "Software Pipelining: An Effective Scheduling Technique for VLIW Machines", 1988.
  std::uint32_t measure(const ModuloSchedule& schedule, LatencyTable& latencies);
  /// Allocates registers for this number of kernel copies, and one for the loop's limit; otherwise
  /// returns a message that names the registers that are missing.
  Message name_registers(std::uint32_t copies, std::uint32_t stages);

  /// The register whose values need the most copies; kNoRegister when none needs any.
  [[nodiscard]] RegId most_expanded() const;
  [[nodiscard]] const std::vector<LoopValue>& values() const { return values_; }
  [[nodiscard]] const std::string& limit() const { return limit_; }
  /// A register that is free before the loop.
  [[nodiscard]] const std::string& scratch() const { return scratch_; }
  /// Where the final value of source register `reg` is after the loop, if in another register.
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
      read_; ///< the value a node reads in a register, and the iteration distance
  std::map<Node, std::size_t> made_;
  std::string limit_;
  std::string scratch_;
  std::uint32_t new_names_ = 0;
};

/// Loads and stores with adjustable displacement, by node.
[[nodiscard]] std::vector<bool> movable_accesses(const CountedLoop& loop);
/// The statement with a changed displacement; nothing when it is out of range.
[[nodiscard]] std::optional<std::string>
displaced(const isa::Program& program, const std::string& statement, std::int64_t displacement);

} // namespace stallscope::sched
