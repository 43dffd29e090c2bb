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

/// A line of the list a scheduler chooses from, as a step shows it.
struct AvailableLine {
  sched::Node node = 0;
  std::string text;
  std::uint32_t earliest = 0; ///< cycle, from 0
  bool free = true;           ///< everything it depends on has been taken
  bool chosen = false;
  bool moved = false; ///< its earliest cycle has just been set or moved by the choice
};

/// One decision as it is shown.
struct StepView {
  std::size_t number = 0; ///< from 1
  std::size_t count = 0;
  std::uint32_t cycle = 0; ///< from 0, as schedulers count
  std::string why;
  std::vector<AvailableLine> available;
  /// The schedule as it has grown, this choice included. Some schedulers choose from the end.
  std::vector<sched::Node> order;
};

/// A place an instruction may be dropped at: in front of what stands at `position` in the order
/// without it.
struct DropPlace {
  std::size_t position = 0;
  bool legal = true;
  std::string breaks; ///< of an illegal place: which edge, in a sentence
  std::optional<sched::Edge> edge;
};

/// Scheduling of one basic block: its graph, the decisions of a scheduler one by one, an order of
/// one's own made by dragging, how long each order takes, and how far that is from the least.
class ScheduleModel {
public:
  explicit ScheduleModel(Threads threads = Threads::background) : worker_(threads) {}

  /// The blocks of a program on a machine, transformed as the one before was; the first with more
  /// than one instruction is chosen.
  void open(std::shared_ptr<const isa::Program> program, const machine::Machine& machine);
  void update() { worker_.poll(); }
  void wait() { worker_.wait(); }

  [[nodiscard]] const std::vector<std::string>& blocks() const { return block_names_; }
  [[nodiscard]] std::size_t block() const { return chosen_; }
  void choose_block(std::size_t index);
  /// Nothing can be scheduled: no program, or one without instructions.
  [[nodiscard]] bool empty() const { return problem_ == nullptr; }

  [[nodiscard]] const sched::Problem& problem() const { return *problem_; }
  [[nodiscard]] const GraphLayout& layout() const { return layout_; }
  void show_implied(bool show);
  [[nodiscard]] const sched::LegalOrders& legal_orders() const { return legal_orders_; }
  /// Why predicted cycles are an estimate on this machine; empty: they are exact.
  [[nodiscard]] std::string inexact() const { return words_of(inexact_); }

  // The order at hand: of a scheduler, or one's own
  void choose_scheduler(std::string_view scheduler);
  [[nodiscard]] const sched::Schedule& schedule() const { return schedule_; }
  [[nodiscard]] const sched::Schedule& source() const { return source_; }
  [[nodiscard]] std::uint32_t lower_bound() const;
  /// Cycles above the lower bound.
  [[nodiscard]] std::uint32_t gap() const { return schedule_.cycles - lower_bound(); }
  [[nodiscard]] bool proven() const { return schedule_.cycles == lower_bound(); }
  /// Searches the shortest order, in the background, for so many seconds at most.
  void find_optimal(double seconds = 5);
  [[nodiscard]] bool searching() const { return search_ != nullptr && !search_->finished(); }

  // Its decisions
  [[nodiscard]] std::size_t step_count() const { return schedule_.steps.size(); }
  [[nodiscard]] StepView step(std::size_t number) const; ///< from 1

  // Dragging
  /// All places an instruction may go to, the illegal ones with what they would break.
  [[nodiscard]] std::vector<DropPlace> places_for(sched::Node node) const;
  /// Moves it; false, and nothing moves, when the place is illegal.
  bool drop(sched::Node node, std::size_t position);
  /// An order of one's own; false, and the one at hand stays, when it is none of this block's.
  bool show_order(std::vector<sched::Node> order);
  [[nodiscard]] bool is_by_hand() const;

  /// The program's text with this block in the order at hand; an error for machine code.
  [[nodiscard]] Result<std::string> text() const;

  /// Puts all other blocks in the order of a scheduler too, in the background; kernels stay as they
  /// are.
  void schedule_all(std::string_view scheduler);
  [[nodiscard]] bool scheduling_all() const {
    return all_task_ != nullptr && !all_task_->finished();
  }
  /// Once that is done: the program's text with all of them, and this block in the order at hand.
  [[nodiscard]] const std::optional<Result<ScheduledBlocks>>& all() const { return all_; }

  // The program may be transformed before its blocks are looked at, in the background.
  void transform(const Transformation& what);
  [[nodiscard]] const Transformation& transformation() const { return transformation_; }
  [[nodiscard]] bool transforming() const { return transforming_; }
  /// What became of the program's loops.
  [[nodiscard]] const std::vector<TransformNote>& notes() const { return notes_; }
  /// The block at hand is the kernel of a software-pipelined loop: its order is its schedule.
  [[nodiscard]] bool is_kernel() const { return is_kernel(chosen_); }
  /// Whether a transformation or a search has ended since the last call: what was asked for can be
  /// run.
  [[nodiscard]] bool take_result() { return std::exchange(result_, false); }

private:
  [[nodiscard]] bool is_kernel(std::size_t block) const;
  void show(std::shared_ptr<const isa::Program> program);

  std::shared_ptr<const isa::Program> source_program_; ///< before it is transformed
  std::shared_ptr<const isa::Program> program_;
  Transformation transformation_;
  std::vector<TransformNote> notes_;
  std::vector<std::string> kernels_; ///< the labels of those
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
  std::uint32_t proven_bound_ = 0; ///< raised by a search
  std::uint64_t generation_ = 0;
  std::shared_ptr<Task> search_;
  std::shared_ptr<Task> all_task_;
  std::optional<Result<ScheduledBlocks>> all_;
  Worker worker_;
};

} // namespace stallscope::gui
