#pragma once

#include "base/check.hpp"
#include "core/units/table_bytes.hpp"
#include "core/warming/functional_warming.hpp"
#include "session/simulation.hpp"

#include <memory>

namespace stallscope::session {

/// Common part of both cores: a core, and a state with these member names.
template <class Core, class State> class CoreSimulation : public Simulation {
public:
  [[nodiscard]] const isa::Environment& environment() const final { return core_.environment(); }
  [[nodiscard]] const std::vector<Lane>& lanes() const final { return core_.plan().names; }

  [[nodiscard]] std::uint64_t cycle() const final { return state_->cycle; }
  [[nodiscard]] core::StopReason stop() const final { return state_->stop; }
  [[nodiscard]] Trapped trapped() const final {
    return {state_->trap, state_->trap_effect, state_->trap_pc};
  }
  [[nodiscard]] bool fetch_stopped() const final { return state_->fetch.stopped; }
  [[nodiscard]] const isa::ArchState& arch() const final { return state_->arch; }
  [[nodiscard]] const std::array<std::uint64_t, kMaxRegisters>& committed() const final {
    return state_->committed;
  }
  [[nodiscard]] OpId next_op() const final { return state_->next_op; }
  [[nodiscard]] std::uint64_t retired() const final { return state_->counters.retired; }

  void begin_record(trace::RecordingSink& recorder) final {
    prepare_record();
    core_.report_snapshot(*state_, recorder);
  }
  void step(std::uint64_t until_cycle, trace::RecordingSink& recorder) final {
    core_.run(*state_, recorder, until_cycle);
  }
  void step(std::uint64_t until_cycle) final {
    trace::NullSink nothing;
    core_.run(*state_, nothing, until_cycle);
  }
  [[nodiscard]] bool pack_timing(const core::PackedPlace& place, std::string& bytes) const final {
    return core::pack_timing(core_, *state_, place, bytes);
  }
  bool settle_end() final {
    if (!state_->fetch.stopped || stopped())
      return stopped();
    // Copied without output, hence without side effects.
    auto next = std::make_unique<State>(*state_);
    trace::NullSink nothing;
    core_.run(*next, nothing, state_->cycle + 1);
    if (next->cycle != state_->cycle)
      return false;
    state_ = std::move(next);
    return true;
  }
  void leave_breakpoint() final { core_.leave_breakpoint(*state_); }

  void write_register(RegId reg, std::uint64_t value) final {
    STALLSCOPE_CHECK(reg < kMaxRegisters, "an edit of a register that does not exist");
    if (reg == 0)
      return;
    if (program().xlen == 32 && reg < isa::kFirstFpRegister)
      value =
          static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(value)));
    state_->arch.regs[reg] = value;
    state_->committed[reg] = value;
    for (isa::UndoEntry& entry : state_->undo)
      if (entry.bytes == 0 && entry.address == reg)
        entry.old_value = value;
    write_results(reg, value);
  }
  void write_memory(std::uint64_t address, std::span<const std::uint8_t> bytes) final {
    state_->arch.memory.write(address, bytes);
    for (isa::UndoEntry& entry : state_->undo)
      for (unsigned i = 0; i < entry.bytes; ++i) {
        const std::uint64_t offset = entry.address + i - address;
        if (offset >= bytes.size())
          continue;
        entry.old_value &= ~(std::uint64_t{0xff} << (8 * i));
        entry.old_value |= std::uint64_t{bytes[offset]} << (8 * i);
      }
  }
  void set_input(std::string_view input) final { core_.set_input(input); }

  [[nodiscard]] std::unique_ptr<Checkpoint> save() const final {
    return std::make_unique<Saved>(*state_);
  }
  void restore(const Checkpoint& checkpoint) final {
    *state_ = static_cast<const Saved&>(checkpoint).state;
  }
  void start_at(const isa::ArchState& arch, const core::WarmState& warm,
                std::uint64_t cycle) final {
    *state_ = core_.initial_state();
    state_->cycle = cycle;
    state_->last_progress = cycle;
    state_->arch = arch;
    state_->committed = arch.regs;
    state_->predictor = warm.predictor;
    state_->memory = warm.memory;
    if constexpr (requires { state_->occupancy; })
      state_->occupancy.add_empty(cycle); // each histogram adds up to the number of cycles
  }
  [[nodiscard]] std::string dump() const final { return core_.dump(*state_); }

protected:
  template <class... More>
  CoreSimulation(const isa::Program& program, const machine::Machine& machine,
                 const isa::Environment& environment, More... more)
      : Simulation(program, machine), core_(program, machine, environment, more...),
        state_(std::make_unique<State>(core_.initial_state())) {}

  virtual void prepare_record() {}
  /// Sets the results of older operations in flight that have yet to be written to a register.
  virtual void write_results(RegId reg, std::uint64_t value) = 0;

  Core core_;
  std::unique_ptr<State> state_;

private:
  struct Saved final : Checkpoint {
    explicit Saved(const State& from) : state(from) {}
    [[nodiscard]] std::uint64_t cycle() const override { return state.cycle; }
    [[nodiscard]] std::uint64_t bytes_beyond(const Checkpoint* other) const override {
      const State* before = other != nullptr ? &static_cast<const Saved*>(other)->state : nullptr;
      const isa::Memory& like =
          before != nullptr && before->arch.code ? *before->arch.code : state.arch.memory;
      return sizeof(State) +
             core::table_bytes(state.predictor, before != nullptr ? &before->predictor : nullptr) +
             core::table_bytes(state.memory, before != nullptr ? &before->memory : nullptr) +
             state.undo.capacity() * sizeof(isa::UndoEntry) +
             (state.arch.code ? state.arch.code->bytes_beyond(like) : 0) +
             (before != nullptr ? state.arch.memory.bytes_beyond(before->arch.memory)
                                : state.arch.memory.resident_bytes());
    }
    State state;
  };
};

} // namespace stallscope::session
