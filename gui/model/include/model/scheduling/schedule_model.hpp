#pragma once

#include "model/language/sentences.hpp"
#include "model/run/run.hpp"
#include "model/scheduling/graph_layout.hpp"
#include "model/scheduling/scheduled_text.hpp"
#include "model/scheduling/transformed_program.hpp"
#include "sched/schedule.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// An entry of a scheduler's candidate list in a step.
struct AvailableLine {
  sched::Node node = 0;
  std::string text;
  std::uint32_t earliest = 0; ///< cycle, from 0
  bool free = true;           ///< all predecessors are scheduled
  bool chosen = false;
  bool moved = false; ///< its earliest cycle was set or changed by this choice
};

/// A scheduling decision as displayed.
struct StepView {
  std::size_t number = 0; ///< from 1
  std::size_t count = 0;
  std::uint32_t cycle = 0; ///< from 0, in the scheduler's counting
  std::string why;
  std::vector<AvailableLine> available;
  /// The partial schedule including this choice. Some schedulers choose from the end.
  std::vector<sched::Node> order;
};

/// A drop position of an instruction: before the instruction that is at `position` when the moved
/// one is removed.
struct DropPlace {
  std::size_t position = 0;
  bool legal = true;
  std::string breaks; ///< for an illegal position: the violated dependence, as a sentence
  std::optional<sched::Edge> edge;
};

/// Scheduling of one basic block: its graph, the decisions of a scheduler, an order made by
/// dragging, and the length of each order compared with the lower bound.
class ScheduleModel {
public:
  explicit ScheduleModel(Threads threads = Threads::background) : worker_(threads) {}

  /// Loads the blocks of a program on a machine, with the previous transformations; selects the
  /// first block with more than one instruction.
  void open(std::shared_ptr<const isa::Program> program, const machine::Machine& machine);
  void update() { worker_.poll(); }
  void wait() { worker_.wait(); }

  [[nodiscard]] const std::vector<std::string>& blocks() const { return block_names_; }
  [[nodiscard]] std::size_t block() const { return chosen_; }
  void choose_block(std::size_t index);
  /// No block can be scheduled: no program, or a program without instructions.
  [[nodiscard]] bool empty() const { return problem_ == nullptr; }

  [[nodiscard]] const sched::Problem& problem() const { return *problem_; }
  [[nodiscard]] const GraphLayout& layout() const { return layout_; }
  void show_implied(bool show);
  [[nodiscard]] const sched::LegalOrders& legal_orders() const { return legal_orders_; }
  /// Why predicted cycles are estimates for this machine; empty: exact.
  [[nodiscard]] std::string inexact() const { return words_of(inexact_); }

  // The current order: a scheduler's, or the user's.
  void choose_scheduler(std::string_view scheduler);
  [[nodiscard]] const sched::Schedule& schedule() const { return schedule_; }
  [[nodiscard]] const sched::Schedule& source() const { return source_; }
  [[nodiscard]] std::uint32_t lower_bound() const;
  /// Cycles above the lower bound.
  [[nodiscard]] std::uint32_t gap() const { return schedule_.cycles - lower_bound(); }
  [[nodiscard]] bool proven() const { return schedule_.cycles == lower_bound(); }
  /// Searches for an optimal order in the background, with a time limit in seconds.
  void find_optimal(double seconds = 5);
  /// Stops a search for the optimal order, and the scheduling of all blocks.
  void stop();
  [[nodiscard]] bool searching() const { return search_ != nullptr && !search_->finished(); }

  // Scheduling decisions
  [[nodiscard]] std::size_t step_count() const { return schedule_.steps.size(); }
  [[nodiscard]] StepView step(std::size_t number) const; ///< from 1

  // Dragging
  /// All positions for an instruction, the illegal ones with the dependence they violate.
  [[nodiscard]] std::vector<DropPlace> places_for(sched::Node node) const;
  /// Moves an instruction; false, without a change, for an illegal position.
  bool drop(sched::Node node, std::size_t position);
  /// Sets the user's order; false, without a change, if it is not a legal order of this block.
  bool show_order(std::vector<sched::Node> order);
  [[nodiscard]] bool is_by_hand() const;

  /// The program's text with this block in the current order; an error for machine code.
  [[nodiscard]] Result<std::string> text() const;

  /// Schedules all other blocks with a scheduler as well, in the background; kernels are unchanged.
  void schedule_all(std::string_view scheduler);
  [[nodiscard]] bool scheduling_all() const {
    return all_task_ != nullptr && !all_task_->finished();
  }
  /// The result of schedule_all(): the program's text with all blocks scheduled, and this block in
  /// the current order.
  [[nodiscard]] const std::optional<Result<ScheduledBlocks>>& all() const { return all_; }

  // Transformations of the program before scheduling, in the background.
  void transform(const Transformation& what);
  [[nodiscard]] const Transformation& transformation() const { return transformation_; }
  [[nodiscard]] bool transforming() const { return transforming_; }
  /// Results of the transformations, by loop.
  [[nodiscard]] const std::vector<TransformNote>& notes() const { return notes_; }
  /// The current block is the kernel of a software-pipelined loop, whose order is its schedule.
  [[nodiscard]] bool is_kernel() const { return is_kernel(chosen_); }
  /// Whether a transformation or search has finished since the last call, so that a requested run
  /// can start.
  [[nodiscard]] bool take_result() { return std::exchange(result_, false); }

private:
  [[nodiscard]] bool is_kernel(std::size_t block) const;
  void show(std::shared_ptr<const isa::Program> program);

  std::shared_ptr<const isa::Program> source_program_; ///< the program before transformation
  std::shared_ptr<const isa::Program> program_;
  Transformation transformation_;
  std::vector<TransformNote> notes_;
  std::vector<std::string> kernels_; ///< labels of the kernels
  bool transforming_ = false;
  bool result_ = false;
  machine::Machine machine_;
  std::vector<sched::Block> blocks_;
  std::vector<std::string> block_names_;
  std::size_t chosen_ = 0;
  std::shared_ptr<const sched::Problem> problem_;
  sched::Message inexact_;
  GraphLayout layout_;
  bool implied_ = true;
  sched::LegalOrders legal_orders_;
  sched::Schedule source_;
  sched::Schedule schedule_;
  std::uint32_t proven_bound_ = 0; ///< lower bound raised by a search
  std::uint64_t generation_ = 0;
  std::shared_ptr<Task> search_;
  std::shared_ptr<Task> all_task_;
  std::optional<Result<ScheduledBlocks>> all_;
  Worker worker_;
};

} // namespace stallscope::gui
