#pragma once

#include "base/ids.hpp"
#include "core/in_order/in_order_core.hpp"
#include "core/memo/packed_place.hpp"
#include "core/out_of_order/out_of_order_core.hpp"
#include "trace/run_record.hpp"
#include "trace/sinks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::core {
struct WarmState;
}

namespace stallscope::session {

/// A program on a machine with either core: the interface of runs, sessions and explanations. Every
/// call concerns an interval of cycles or the end of the present cycle; within an interval the core
/// runs without virtual calls. Program, machine and everything named in the environment must
/// outlive it.
class Simulation {
public:
  /// Creates the core that the machine describes, before its first cycle.
  [[nodiscard]] static std::unique_ptr<Simulation> of(const isa::Program& program,
                                                      const machine::Machine& machine,
                                                      const isa::Environment& environment);
  /// The same for a dynamically scheduled core that decodes these instructions instead of the
  /// program's.
  [[nodiscard]] static std::unique_ptr<Simulation> of(const isa::Program& program,
                                                      const machine::Machine& machine,
                                                      const isa::Environment& environment,
                                                      std::span<const isa::Instruction> decoded_as);
  virtual ~Simulation() = default;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Constant properties.
  [[nodiscard]] const isa::Program& program() const { return program_; }
  [[nodiscard]] const machine::Machine& machine() const { return machine_; }
  [[nodiscard]] virtual const isa::Environment& environment() const = 0;
  [[nodiscard]] virtual const std::vector<Lane>& lanes() const = 0;
  /// Maximum number of instructions fetched in a cycle.
  [[nodiscard]] virtual unsigned fetch_width() const = 0;
  [[nodiscard]] virtual unsigned retire_width() const = 0;
  [[nodiscard]] virtual unsigned most_ops_per_instruction() const = 0;
  /// Descriptions of the micro-ops of an instruction; empty when it has only one.
  [[nodiscard]] virtual std::vector<trace::MicroOpPart>
  parts_of(std::uint32_t instruction) const = 0;

  // Present state.
  [[nodiscard]] virtual std::uint64_t cycle() const = 0;
  [[nodiscard]] virtual core::StopReason stop() const = 0;
  [[nodiscard]] bool stopped() const { return stop() != core::StopReason::running; }
  /// The trap that ended the right path, after which nothing is fetched; Trap::none before.
  struct Trapped {
    isa::Trap trap = isa::Trap::none;
    isa::Effect effect;
    std::uint64_t pc = 0;
  };
  [[nodiscard]] virtual Trapped trapped() const = 0;
  [[nodiscard]] virtual bool fetch_stopped() const = 0;
  /// Functional state after the last instruction fetched.
  [[nodiscard]] virtual const isa::ArchState& arch() const = 0;
  /// arch() without the effects of wrong-path instructions. Not for machines with delay slots.
  [[nodiscard]] virtual isa::ArchState right_path() const = 0;
  /// Committed register values.
  [[nodiscard]] virtual const std::array<std::uint64_t, kMaxRegisters>& committed() const = 0;
  /// The number of the operation fetched next, and that of the oldest in flight; next_op() when
  /// there is none.
  [[nodiscard]] virtual OpId next_op() const = 0;
  /// The start of a record that begins with the next cycle.
  [[nodiscard]] RecordStart record_start() const { return {arch().instructions, next_op()}; }
  [[nodiscard]] virtual OpId oldest_op() const = 0;
  [[nodiscard]] virtual std::uint64_t retired() const = 0; ///< number of instructions retired
  /// Right-path instructions that have completed, in program order without gaps.
  [[nodiscard]] virtual std::uint64_t completed() const = 0;

  /// Summary counters. Cycles and ledger follow the machine's counting rule.
  struct Totals {
    std::uint64_t cycles = 0;
    std::uint64_t instructions = 0; ///< retired instructions; micro_ops are retired as well
    std::uint64_t micro_ops = 0;
    std::uint64_t wrong_path_ops = 0;
    std::uint64_t branches = 0;
    std::uint64_t mispredictions = 0;
    trace::Ledger ledger;
    std::vector<trace::UnitCount> unit_counts;
  };
  [[nodiscard]] virtual Totals totals() const = 0;

  /// Views of a dynamically scheduled core's structures; empty on other machines.
  [[nodiscard]] virtual std::vector<trace::StructureView> structures() const { return {}; }

  // Effects of right-path instructions in the present cycle; true when `test` is true for one.
  [[nodiscard]] virtual bool
  any_fetched(const std::function<bool(std::uint32_t instruction)>& test) const = 0;
  struct Access {
    std::uint32_t instruction = 0;
    std::uint64_t address = 0;
    unsigned bytes = 0;
    bool writes = false; ///< false for a store-conditional that fails
  };
  [[nodiscard]] virtual bool any_access(const std::function<bool(const Access&)>& test) const = 0;

  // Execution.
  /// Runs until a cycle (inclusive) is done, or the run stops.
  virtual void run(std::uint64_t until_cycle) = 0;
  /// run() with a recorder. For intervals of one cycle or of thousands.
  virtual void record(std::uint64_t until_cycle, trace::RecordingSink& recorder) = 0;
  /// record() cycle by cycle: for short intervals.
  virtual void step(std::uint64_t until_cycle, trace::RecordingSink& recorder) = 0;
  /// run() by stepping the core, without memoization.
  virtual void step(std::uint64_t until_cycle) = 0;
  /// core::pack_timing of the present state.
  [[nodiscard]] virtual bool pack_timing(const core::PackedPlace& place,
                                         std::string& bytes) const = 0;
  /// Number of cycles by which recording must begin before the first cycle of a record for the
  /// record to be complete: lost slots reach other ledger points up to core::kDelayedGroups cycles
  /// later, and only the recording code tracks their culprits; the last lane is empty for what held
  /// an operation up to its longest passage earlier.
  [[nodiscard]] std::uint64_t record_lead() const;
  /// Reports everything in flight, at the beginning of a record. Must be called before record() and
  /// step().
  virtual void begin_record(trace::RecordingSink& recorder) = 0;
  /// The end of a run is detected in the step after its last cycle. Takes that step if it is the
  /// only one left; true when the run has ended.
  virtual bool settle_end() = 0;
  /// Continues after the breakpoint instruction that stopped the run.
  virtual void leave_breakpoint() = 0;

  // External changes. A user's write holds from the present cycle until a later fetched instruction
  // writes the same place: older writes in flight or the end of a wrong path do not restore an old
  // value.
  /// Register 0 stays 0. Integer registers of 32-bit programs keep the low 32 bits, sign-extended.
  virtual void write_register(RegId reg, std::uint64_t value) = 0;
  /// Writes any address, also where the program itself has no write permission.
  virtual void write_memory(std::uint64_t address, std::span<const std::uint8_t> bytes) = 0;
  /// Replaces the guest's standard input; the text must outlive the simulation.
  virtual void set_input(std::string_view input) = 0;

  /// A checkpoint: the whole state at the end of a cycle. Memory pages are shared until written.
  class Checkpoint {
  public:
    virtual ~Checkpoint() = default;
    [[nodiscard]] virtual std::uint64_t cycle() const = 0;
    /// Bytes of the state, and of its pages that another checkpoint does not share.
    [[nodiscard]] virtual std::uint64_t bytes_beyond(const Checkpoint* other) const = 0;
  };
  [[nodiscard]] virtual std::unique_ptr<Checkpoint> save() const = 0;
  /// Restores a checkpoint of this simulation.
  virtual void restore(const Checkpoint& checkpoint) = 0;

  /// Begins in the middle of a program: nothing is in flight, the first instruction to be fetched
  /// is at arch.pc (and in no delay slot), and the tables are those of `warm`, at rest
  /// (FunctionalWarming::at_rest). `cycle` is the number of the previous cycle, from which cycle
  /// counters continue; all counts begin at 0.
  virtual void start_at(const isa::ArchState& arch, const core::WarmState& warm,
                        std::uint64_t cycle) = 0;

  /// A text dump of everything in flight and its stall causes.
  [[nodiscard]] virtual std::string dump() const = 0;

  // Access to core-specific state; nullptr for the other kind of core.
  [[nodiscard]] virtual const core::InOrderCore* in_order_core() const { return nullptr; }
  [[nodiscard]] virtual const core::InOrderState* in_order_state() const { return nullptr; }
  [[nodiscard]] virtual const core::OutOfOrderCore* out_of_order_core() const { return nullptr; }
  [[nodiscard]] virtual const core::OutOfOrderState* out_of_order_state() const { return nullptr; }

protected:
  Simulation(const isa::Program& program, const machine::Machine& machine)
      : program_(program), machine_(machine) {}

private:
  const isa::Program& program_;
  const machine::Machine& machine_;
};

} // namespace stallscope::session
