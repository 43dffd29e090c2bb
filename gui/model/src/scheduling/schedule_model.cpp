#include "model/scheduling/schedule_model.hpp"

#include "model/language/strings.hpp"
#include "problem.hpp"
#include "sched/optimal/optimal.hpp"
#include "sched/rewriting/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr std::string_view kOwnOrder = "own";

} // namespace

void ScheduleModel::open(std::shared_ptr<const isa::Program> program,
                         const machine::Machine& machine) {
  source_program_ = program;
  machine_ = machine;
  notes_.clear();
  kernels_.clear();
  transforming_ = false;
  result_ = false;
  show(std::move(program));
  if (!transformation_.none())
    transform(transformation_);
}

void ScheduleModel::show(std::shared_ptr<const isa::Program> program) {
  program_ = std::move(program);
  blocks_.clear();
  block_names_.clear();
  problem_.reset();
  ++generation_;
  if (program_ == nullptr || program_->decoded)
    return; // machine code has no text to schedule
  blocks_ = sched::basic_blocks(*program_, machine_.delay_slot);
  for (const sched::Block& block : blocks_)
    block_names_.push_back(fmt::format("{} ({})", block.label, block.count));
  if (blocks_.empty())
    return;
  const auto first = std::find_if(blocks_.begin(), blocks_.end(),
                                  [](const sched::Block& block) { return block.count > 1; });
  choose_block(first == blocks_.end() ? 0 : static_cast<std::size_t>(first - blocks_.begin()));
}

void ScheduleModel::choose_block(std::size_t index) {
  if (index >= blocks_.size())
    return;
  chosen_ = index;
  ++generation_;
  if (search_ != nullptr)
    search_->cancel();
  const sched::Block& block = blocks_[index];
  problem_ = std::make_shared<const sched::Problem>(
      sched::dependences(block, machine_, {}, sched::foldable(block)), machine_);
  proven_bound_ = problem_->lower_bound();
  legal_orders_ = sched::count_legal_orders(problem_->graph());
  inexact_ = sched::why_inexact(machine_);
  if (inexact_.empty())
    inexact_ = sched::why_inexact(machine_, block);
  // The graph also shows the dependences that folding would remove.
  layout_ = layout_of(sched::dependences(block, machine_), implied_);
  source_ = sched::make_schedule(*problem_, "source");
  schedule_ = source_;
}

void ScheduleModel::show_implied(bool show) {
  implied_ = show;
  if (problem_ != nullptr)
    layout_ = layout_of(sched::dependences(blocks_[chosen_], machine_), implied_);
}

void ScheduleModel::choose_scheduler(std::string_view scheduler) {
  const auto& all = sched::schedulers();
  if (problem_ == nullptr || std::none_of(all.begin(), all.end(), [scheduler](const auto& s) {
        return s.name == scheduler;
      }))
    return;
  if (scheduler == "optimal") {
    find_optimal();
    return;
  }
  sched::ScheduleOptions options;
  options.steps = true;
  schedule_ = sched::make_schedule(*problem_, scheduler, options);
}

std::uint32_t ScheduleModel::lower_bound() const {
  return std::max(proven_bound_, problem_ == nullptr ? 0 : problem_->lower_bound());
}

void ScheduleModel::find_optimal(double seconds) {
  if (problem_ == nullptr || searching())
    return;
  const std::uint64_t generation = generation_;
  const auto work = problem_;
  const std::vector<std::vector<sched::Node>> known{source_.order, schedule_.order};
  // The block points into the program, which may be replaced meanwhile.
  search_ = worker_.start([=, this, program = program_](Task& task) {
    auto found = std::make_shared<sched::SearchResult>(
        sched::search_optimal(*work, known, seconds, [&task] { return !task.cancelled(); }));
    task.post([this, found, work, generation] {
      if (generation != generation_)
        return;
      proven_bound_ = std::max(proven_bound_, found->lower_bound);
      schedule_ = work->evaluate("optimal", found->order);
      schedule_.lower_bound = found->lower_bound;
      schedule_.proven = found->proven;
      result_ = true;
    });
  });
}

StepView ScheduleModel::step(std::size_t number) const {
  StepView view;
  view.count = schedule_.steps.size();
  if (number == 0 || number > view.count)
    return view;
  view.number = number;
  const sched::Step& step = schedule_.steps[number - 1];
  view.cycle = step.cycle;
  view.why = words_of(step.why);
  for (const sched::Candidate& candidate : step.available) {
    AvailableLine line;
    line.node = candidate.node;
    line.text = problem_->block().text(candidate.node);
    line.earliest = candidate.earliest;
    line.free = candidate.free;
    line.chosen = candidate.node == step.chosen;
    line.moved =
        std::any_of(step.changed.begin(), step.changed.end(),
                    [&candidate](const sched::Candidate& c) { return c.node == candidate.node; });
    view.available.push_back(std::move(line));
  }
  for (std::size_t i = 0; i < number; ++i)
    if (schedule_.steps[i].chosen != sched::kNoNode)
      view.order.push_back(schedule_.steps[i].chosen);
  std::vector<std::size_t> place(schedule_.order.size());
  for (std::size_t i = 0; i < place.size(); ++i)
    place[schedule_.order[i]] = i;
  std::sort(view.order.begin(), view.order.end(),
            [&place](sched::Node a, sched::Node b) { return place[a] < place[b]; });
  return view;
}

namespace {

/// The nearest edge that an instruction at a position violates, if any.
std::optional<sched::Edge> broken_edge(const sched::DependenceGraph& graph,
                                       const std::vector<sched::Node>& others, sched::Node node,
                                       std::size_t position) {
  std::optional<sched::Edge> broken;
  std::size_t best = others.size() + 1;
  for (const sched::Edge& edge : graph.edges) {
    if (edge.from != node && edge.to != node)
      continue;
    const sched::Node other = edge.from == node ? edge.to : edge.from;
    const auto at =
        static_cast<std::size_t>(std::find(others.begin(), others.end(), other) - others.begin());
    const bool wrong = edge.from == node ? at < position : at >= position;
    const std::size_t distance = at < position ? position - at : at - position + 1;
    if (wrong && distance < best) {
      best = distance;
      broken = edge;
    }
  }
  return broken;
}

std::vector<sched::Node> without(std::vector<sched::Node> order, sched::Node node) {
  order.erase(std::remove(order.begin(), order.end(), node), order.end());
  return order;
}

} // namespace

std::vector<DropPlace> ScheduleModel::places_for(sched::Node node) const {
  std::vector<DropPlace> places;
  if (problem_ == nullptr || node >= problem_->block().count)
    return places;
  const sched::DependenceGraph& graph = problem_->graph();
  const std::vector<sched::Node> others = without(schedule_.order, node);
  for (std::size_t position = 0; position <= others.size(); ++position) {
    DropPlace place;
    place.position = position;
    place.edge = broken_edge(graph, others, node, position);
    place.legal = !place.edge;
    if (place.edge)
      place.breaks = tr(Text::sched_breaks,
                        {std::string(sched::name(place.edge->kind)), graph.location(*place.edge),
                         std::to_string(place.edge->to + 1), std::to_string(place.edge->from + 1)});
    places.push_back(std::move(place));
  }
  return places;
}

bool ScheduleModel::drop(sched::Node node, std::size_t position) {
  const std::vector<DropPlace> places = places_for(node);
  if (position >= places.size() || !places[position].legal)
    return false;
  std::vector<sched::Node> order = without(schedule_.order, node);
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(position), node);
  return show_order(std::move(order));
}

bool ScheduleModel::show_order(std::vector<sched::Node> order) {
  if (problem_ == nullptr || order.size() != problem_->block().count ||
      !sched::illegality(problem_->block(), order, {}, problem_->graph().folding).empty())
    return false;
  schedule_ = problem_->evaluate(kOwnOrder, std::move(order));
  return true;
}

bool ScheduleModel::is_by_hand() const {
  return schedule_.name == kOwnOrder;
}

Result<std::string> ScheduleModel::text() const {
  if (problem_ == nullptr || !sched::can_rewrite(*program_))
    return gui::problem(program_ == nullptr ? "" : program_->name,
                        "machine code has no source text to be scheduled");
  const sched::Folding& folding = problem_->graph().folding;
  return sched::rewritten(
      *program_, {{problem_->block(),
                   sched::with_whole_lines(problem_->block(), schedule_.order, folding), folding}});
}

void ScheduleModel::stop() {
  for (const std::shared_ptr<Task>& task : {search_, all_task_})
    if (task != nullptr)
      task->cancel();
}

void ScheduleModel::transform(const Transformation& what) {
  transformation_ = what;
  if (source_program_ == nullptr || !sched::can_rewrite(*source_program_))
    return;
  const std::uint64_t generation = ++generation_; // invalidates a running search
  if (search_ != nullptr)
    search_->cancel();
  transforming_ = true;
  worker_.start([=, this, program = source_program_, machine = machine_](Task& task) {
    auto made = std::make_shared<TransformedProgram>(transformed(program, machine, what));
    task.post([this, made, generation] {
      if (generation != generation_)
        return;
      transforming_ = false;
      result_ = true;
      notes_ = std::move(made->notes);
      kernels_ = std::move(made->kernels);
      show(std::move(made->program));
      for (std::size_t i = 0; i < blocks_.size(); ++i)
        if (blocks_[i].label == made->block)
          choose_block(i);
    });
  });
}

bool ScheduleModel::is_kernel(std::size_t block) const {
  return block < blocks_.size() &&
         std::find(kernels_.begin(), kernels_.end(), blocks_[block].label) != kernels_.end();
}

void ScheduleModel::schedule_all(std::string_view scheduler) {
  if (problem_ == nullptr)
    return;
  if (all_task_ != nullptr)
    all_task_->cancel();
  all_.reset();
  std::vector<GivenOrder> given{{chosen_, schedule_.order}};
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (i != chosen_ && is_kernel(i)) {
      std::vector<sched::Node> as_written(blocks_[i].count);
      std::iota(as_written.begin(), as_written.end(), sched::Node{0});
      given.push_back({i, std::move(as_written)});
    }
  all_task_ =
      worker_.start([=, this, given = std::move(given), program = program_, machine = machine_,
                     scheduler = std::string(scheduler), generation = generation_](Task& task) {
        auto made = std::make_shared<Result<ScheduledBlocks>>(scheduled_blocks(
            *program, machine, scheduler, given, [&task] { return !task.cancelled(); }));
        if (task.cancelled())
          return;
        task.post([this, made, generation] {
          if (generation == generation_)
            all_ = std::move(*made);
        });
      });
}

} // namespace stallscope::gui
