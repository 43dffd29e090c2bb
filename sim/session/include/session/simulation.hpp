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

namespace stallscope::session {

/// A program on a machine, whichever core that has: what runs, sessions and explanations move and
/// look at. Every call is about a stretch of cycles, or about the end of the present one; inside a
/// stretch the core is on its own. Program, machine and what the environment names must outlive it.
class Simulation {
public:
  /// On the core that the machine describes, before the first cycle.
  [[nodiscard]] static std::unique_ptr<Simulation> of(const isa::Program& program,
                                                      const machine::Machine& machine,
                                                      const isa::Environment& environment);
  /// The same; a dynamically scheduled core decodes these in place of the program's instructions.
  [[nodiscard]] static std::unique_ptr<Simulation> of(const isa::Program& program,
                                                      const machine::Machine& machine,
                                                      const isa::Environment& environment,
                                                      std::span<const isa::Instruction> decoded_as);
  virtual ~Simulation() = default;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // What never changes
  [[nodiscard]] const isa::Program& program() const { return program_; }
  [[nodiscard]] const machine::Machine& machine() const { return machine_; }
  [[nodiscard]] virtual const isa::Environment& environment() const = 0;
  [[nodiscard]] virtual const std::vector<Lane>& lanes() const = 0;
  /// Instructions a cycle, at most.
  [[nodiscard]] virtual unsigned fetch_width() const = 0;
  [[nodiscard]] virtual unsigned retire_width() const = 0;
  [[nodiscard]] virtual unsigned most_ops_per_instruction() const = 0;
  /// What the micro-ops of an instruction do, in words; empty when it is one.
  [[nodiscard]] virtual std::vector<std::string> parts_of(std::uint32_t instruction) const = 0;

  // Where it stands
  [[nodiscard]] virtual std::uint64_t cycle() const = 0;
  [[nodiscard]] virtual core::StopReason stop() const = 0;
  [[nodiscard]] bool stopped() const { return stop() != core::StopReason::running; }
  /// What the right path has met, behind which nothing is fetched; Trap::none as long as it is.
  struct Trapped {
    isa::Trap trap = isa::Trap::none;
    isa::Effect effect;
    std::uint64_t pc = 0;
  };
  [[nodiscard]] virtual Trapped trapped() const = 0;
  [[nodiscard]] virtual bool fetch_stopped() const = 0;
  /// Functional state: as of the last instruction fetched.
  [[nodiscard]] virtual const isa::ArchState& arch() const = 0;
  /// The same without what has been fetched on the wrong path. Not for machines with delay slots.
  [[nodiscard]] virtual isa::ArchState right_path() const = 0;
  /// The register file.
  [[nodiscard]] virtual const std::array<std::uint64_t, kMaxRegisters>& committed() const = 0;
  /// The operation that is fetched next, and the oldest in flight; next_op() when there is none.
  [[nodiscard]] virtual OpId next_op() const = 0;
  [[nodiscard]] virtual OpId oldest_op() const = 0;
  [[nodiscard]] virtual std::uint64_t retired() const = 0; ///< instructions
  /// Instructions of the right path that have done all their work, in program order without holes.
  [[nodiscard]] virtual std::uint64_t completed() const = 0;

  /// What a run is summed up with. Cycles and ledger under the machine's counting rule.
  struct Totals {
    std::uint64_t cycles = 0;
    std::uint64_t instructions = 0; ///< retired, as the micro-ops
    std::uint64_t micro_ops = 0;
    std::uint64_t wrong_path_ops = 0;
    std::uint64_t branches = 0;
    std::uint64_t mispredictions = 0;
    trace::Ledger ledger;
    std::vector<trace::UnitCount> unit_counts;
  };
  [[nodiscard]] virtual Totals totals() const = 0;

  /// What the structures of a dynamically scheduled core hold; empty on other machines.
  [[nodiscard]] virtual std::vector<trace::StructureView> structures() const { return {}; }

  // What instructions of the right path did in the present cycle; true when some `test` is.
  [[nodiscard]] virtual bool
  any_fetched(const std::function<bool(std::uint32_t instruction)>& test) const = 0;
  struct Access {
    std::uint32_t instruction = 0;
    std::uint64_t address = 0;
    unsigned bytes = 0;
    bool writes = false; ///< a store-conditional that fails does not
  };
  [[nodiscard]] virtual bool any_access(const std::function<bool(const Access&)>& test) const = 0;

  // Moving
  /// Until a cycle (inclusive) is done, or the run stops.
  virtual void run(std::uint64_t until_cycle) = 0;
  /// The same, telling a recorder everything. In stretches of a cycle or of thousands.
  virtual void record(std::uint64_t until_cycle, trace::RecordingSink& recorder) = 0;
  /// As record, cycle by cycle: for short stretches here and there.
  virtual void step(std::uint64_t until_cycle, trace::RecordingSink& recorder) = 0;
  /// As run, by the core itself, without looking for what has been met before.
  virtual void step(std::uint64_t until_cycle) = 0;
  /// core::pack_timing of the present state.
  [[nodiscard]] virtual bool pack_timing(const core::PackedPlace& place,
                                         std::string& bytes) const = 0;
  /// A record tells all of its first cycle when recording begins so many cycles before: what lacks
  /// in a cycle reaches other points of the machine up to core::kDelayedGroups cycles later, and
  /// only a record knows because of whom.
  [[nodiscard]] std::uint64_t record_lead() const {
    return machine_.dynamic ? std::max(core::kDelayedGroups + 1, machine_.dynamic->read_cycles) : 0;
  }
  /// Tells what is in flight: a record begins here. Before record() and step().
  virtual void begin_record(trace::RecordingSink& recorder) = 0;
  /// A run that has come to its end says so only in the step behind its last cycle. Takes that step
  /// when it is only that; true when the run is over.
  virtual bool settle_end() = 0;
  /// Goes on behind the breakpoint instruction that has stopped the run.
  virtual void leave_breakpoint() = 0;

  // Changes from outside. What a user writes holds from the present cycle on, until an instruction
  // fetched later writes there: neither older writes still on their way nor the end of a wrong path
  // bring an old value back.
  /// Register 0 stays 0. Integer registers of 32-bit programs keep the low 32 bits, sign-extended.
  virtual void write_register(RegId reg, std::uint64_t value) = 0;
  /// Any address, also where the program itself may not write.
  virtual void write_memory(std::uint64_t address, std::span<const std::uint8_t> bytes) = 0;
  /// Replaces what the guest can read; the text must outlive the simulation.
  virtual void set_input(std::string_view input) = 0;

  /// The whole state at the end of a cycle; pages of memory are shared with it until one is
  /// written.
  class Checkpoint {
  public:
    virtual ~Checkpoint() = default;
    [[nodiscard]] virtual std::uint64_t cycle() const = 0;
    /// Of the state, and of its pages that another checkpoint of the run does not have.
    [[nodiscard]] virtual std::uint64_t bytes_beyond(const Checkpoint* other) const = 0;
  };
  [[nodiscard]] virtual std::unique_ptr<Checkpoint> save() const = 0;
  /// Of a checkpoint of this simulation.
  virtual void restore(const Checkpoint& checkpoint) = 0;

  /// Everything in flight and what it waits for, in words.
  [[nodiscard]] virtual std::string dump() const = 0;

  // For those who look at the parts of one kind of core; null for the other.
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
