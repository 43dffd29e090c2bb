#include "model/plan/order_model.hpp"

#include "model/cells/device_table.hpp"
#include "model/language/strings.hpp"
#include "model/plan/plan_course.hpp"
#include "model/run/run_words.hpp"
#include "training/formats/order_file.hpp"
#include "training/plan/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

using training::Plan;

/// Colours as in the table: F blue, B orange, I purple, W green, others grey.
std::uint8_t color_in_order(training::Kind kind) {
  switch (kind) {
  case training::Kind::forward:
    return 0;
  case training::Kind::backward:
    return 1;
  case training::Kind::weight_gradient:
    return 2;
  case training::Kind::input_gradient:
    return 3;
  default:
    return 7;
  }
}

std::vector<OrderCell> cells_of(std::span<const training::Operation> order) {
  std::vector<OrderCell> cells;
  cells.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool two = order[i].overlaps_next && i + 1 < order.size();
    cells.push_back({static_cast<std::uint32_t>(i), two ? 2U : 1U});
    i += two ? 1 : 0;
  }
  return cells;
}

void add_problem(OrderAnswer& answer, const std::string& message) {
  answer.problem += (answer.problem.empty() ? "" : "\n") + message;
}

} // namespace

struct OrderModel::Candidate {
  OrderAnswer answer;
  std::optional<Plan> plan; ///< none: there is no such move
};

void OrderModel::open(const Run& run) {
  if (of_ == &run && version_ == run.version())
    return;
  of_ = &run;
  version_ = run.version();
  devices_.clear();
  longest_label_.clear();
  plan_.reset();
  const training::TrainRun* train = run.course() == nullptr ? nullptr : run.course()->plan();
  if (train == nullptr)
    return;
  spec_ = run.spec();
  const auto plan =
      std::make_shared<const Plan>(train->plan.job ? train->plan.without_job : train->plan.plan);
  changeable_ = plan->update == training::WeightUpdate::flush;
  for (std::uint32_t device = 0; device < plan->devices; ++device)
    devices_.push_back(cells_of(plan->order_of(device)));
  plan_ = plan;
  constexpr std::size_t kLabelsMeasured = 64;
  for (std::size_t device = 0; device < devices_.size(); ++device)
    for (std::size_t i = 0; i < std::min(devices_[device].size(), kLabelsMeasured); ++i)
      if (std::string text = label(device, i); text.size() > longest_label_.size())
        longest_label_ = std::move(text);
}

const training::Operation* OrderModel::first_of(std::size_t device, std::size_t cell) const {
  return plan_->order_of(static_cast<std::uint32_t>(device)).data() + devices_[device][cell].first;
}

std::string OrderModel::label(std::size_t device, std::size_t cell) const {
  const training::Operation* operation = first_of(device, cell);
  std::string text = training::name(*operation);
  if (devices_[device][cell].count == 2)
    text += "+" + training::name(operation[1]);
  return text;
}

std::uint8_t OrderModel::color(std::size_t device, std::size_t cell) const {
  return color_in_order(first_of(device, cell)->kind);
}

float OrderModel::shade(std::size_t device, std::size_t cell) const {
  return shade_of_stage(*plan_, first_of(device, cell)->stage);
}

OrderModel::Candidate OrderModel::candidate(std::size_t device, std::size_t from,
                                            std::size_t to) const {
  Candidate found;
  found.answer.spec = spec_;
  if (plan_ == nullptr || device >= devices_.size())
    return found;
  std::vector<OrderCell> cells = devices_[device];
  if (from >= cells.size() || to >= cells.size())
    return found;
  Plan& plan = found.plan.emplace(*plan_);
  const OrderCell cell = cells[from];
  cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(from));
  cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(to), cell);
  std::vector<training::Operation> order;
  const auto before = plan.order_of(static_cast<std::uint32_t>(device));
  for (const OrderCell& each : cells)
    for (std::size_t i = 0; i < each.count; ++i)
      order.push_back(before[each.first + i]);
  std::copy(order.begin(), order.end(), plan.operations.begin() + plan.first_operation[device]);
  return found;
}

OrderAnswer OrderModel::verified(std::size_t device, std::size_t from, std::size_t to) const {
  auto [answer, plan] = candidate(device, from, to);
  if (!plan)
    return answer;
  const training::Verified found = training::verify(*plan);
  answer.legal = found.problem_count == 0;
  for (const training::PlanProblem& problem : found.problems)
    add_problem(answer, problem.message);
  if (found.problem_count > found.problems.size())
    add_problem(answer, tr(Text::order_more_problems,
                           {grouped(found.problem_count - found.problems.size())}));
  return answer;
}

OrderAnswer OrderModel::moved(std::size_t device, std::size_t from, std::size_t to) const {
  auto [answer, plan] = candidate(device, from, to);
  if (!plan)
    return answer;
  answer.spec.order = training::write_order_file(*plan, training::OrderNotation::current);
  std::erase_if(answer.spec.settings,
                [](const machine::Setting& setting) { return setting.key == "older_order"; });
  const auto course = open_plan(answer.spec);
  answer.legal = course.ok();
  if (course) {
    answer.cycles = (*course)->cycles();
    return answer;
  }
  for (const Diagnostic& problem : course.diagnostics())
    add_problem(answer, problem.message);
  return answer;
}

} // namespace stallscope::gui
