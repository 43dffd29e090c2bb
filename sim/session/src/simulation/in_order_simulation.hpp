#pragma once

#include "core/memo/fast_forward.hpp"
#include "simulation/core_simulation.hpp"

namespace stallscope::session {

/// An in-order core, with memoized fast-forward where it pays.
class InOrderSimulation final : public CoreSimulation<core::InOrderCore, core::InOrderState> {
public:
  InOrderSimulation(const isa::Program& program, const machine::Machine& machine,
                    const isa::Environment& environment);

  [[nodiscard]] unsigned fetch_width() const override { return core_.plan().width; }
  [[nodiscard]] unsigned retire_width() const override { return core_.plan().width; }
  [[nodiscard]] unsigned most_ops_per_instruction() const override { return 1; }
  [[nodiscard]] std::vector<trace::MicroOpPart> parts_of(std::uint32_t) const override {
    return {};
  }
  [[nodiscard]] isa::ArchState right_path() const override { return right_path_of(*state_); }
  [[nodiscard]] OpId oldest_op() const override;
  [[nodiscard]] std::uint64_t completed() const override;
  [[nodiscard]] Totals totals() const override;
  [[nodiscard]] bool any_fetched(const std::function<bool(std::uint32_t)>& test) const override;
  [[nodiscard]] bool any_access(const std::function<bool(const Access&)>& test) const override;
  void run(std::uint64_t until_cycle) override { fast_.run(*state_, until_cycle); }
  void record(std::uint64_t until_cycle, trace::RecordingSink& recorder) override;

  [[nodiscard]] const core::InOrderCore* in_order_core() const override { return &core_; }
  [[nodiscard]] const core::InOrderState* in_order_state() const override { return state_.get(); }

private:
  void write_results(RegId reg, std::uint64_t value) override;

  core::InOrderFastForward fast_;
  std::unique_ptr<core::InOrderFastForward>
      recording_fast_; ///< created when a run is first recorded
};

} // namespace stallscope::session
