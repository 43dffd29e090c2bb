#pragma once

#include "core/memo/fast_forward.hpp"
#include "simulation/core_simulation.hpp"

namespace stallscope::session {

/// A dynamically scheduled core, with memoized fast-forward where it pays. Its operations are
/// micro-ops.
class OutOfOrderSimulation final
    : public CoreSimulation<core::OutOfOrderCore, core::OutOfOrderState> {
public:
  OutOfOrderSimulation(const isa::Program& program, const machine::Machine& machine,
                       const isa::Environment& environment,
                       std::span<const isa::Instruction> decoded_as = {})
      : CoreSimulation(program, machine, environment, decoded_as), fast_(core_) {}

  [[nodiscard]] unsigned fetch_width() const override {
    const machine::Dynamic& d = core_.dynamic();
    return d.fetch_width * (d.pairs_count_once ? 2 : 1);
  }
  [[nodiscard]] unsigned retire_width() const override;
  [[nodiscard]] unsigned most_ops_per_instruction() const override { return isa::kMaxCracked; }
  [[nodiscard]] std::vector<trace::MicroOpPart> parts_of(std::uint32_t instruction) const override;
  [[nodiscard]] isa::ArchState right_path() const override;
  [[nodiscard]] OpId oldest_op() const override;
  [[nodiscard]] std::uint64_t completed() const override;
  [[nodiscard]] Totals totals() const override;
  [[nodiscard]] std::vector<trace::StructureView> structures() const override;
  [[nodiscard]] bool any_fetched(const std::function<bool(std::uint32_t)>& test) const override;
  [[nodiscard]] bool any_access(const std::function<bool(const Access&)>& test) const override;
  void run(std::uint64_t until_cycle) override { fast_.run(*state_, until_cycle); }
  void record(std::uint64_t until_cycle, trace::RecordingSink& recorder) override {
    step(until_cycle, recorder);
  }

  [[nodiscard]] const core::OutOfOrderCore* out_of_order_core() const override { return &core_; }
  [[nodiscard]] const core::OutOfOrderState* out_of_order_state() const override {
    return state_.get();
  }

private:
  void prepare_record() override { core_.materialise_deferred(*state_); }
  template <class Test> bool any_in_window(Test test) const;
  struct Retired {
    std::uint64_t instructions = 0;
    std::uint64_t micro_ops = 0;
  };
  [[nodiscard]] Retired retired_by_now() const;
  void write_results(RegId reg, std::uint64_t value) override;

  core::OutOfOrderFastForward fast_;
};

} // namespace stallscope::session
