#include "order_moves.hpp"

#include "training/simulation/simulate.hpp"

#include <algorithm>

namespace stallscope::training {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
/// Moves without a better order, after which the best one is taken up again and shaken.
constexpr std::uint64_t kPatience = 300;

} // namespace

OrderMoves::OrderMoves(const OrderProblem& problem, const OrderGraph& graph)
    : problem_(problem), graph_(graph), micro_batches_(problem.plan.micro_batches) {
  const Plan& plan = problem.plan;
  device_of_.assign(graph.size(), 0);
  input_.assign(graph.size(), kNone);
  hop_.assign(graph.size(), 0);
  start_.assign(graph.size(), 0);
  end_.assign(graph.size(), 0);
  for (std::size_t s = 0; s < plan.stages.size(); ++s)
    for (std::uint32_t b = 0; b < micro_batches_; ++b) {
      for (const Step step : {Step::forward, Step::input, Step::weight})
        device_of_[graph.index(s, step, b)] = plan.stages[s].device;
      const auto needs = [&](Step step, std::size_t other) {
        const std::uint32_t op = graph.index(s, step, b);
        input_[op] = graph.index(other, step, b);
        hop_[op] = plan.stages[other].device != plan.stages[s].device ? plan.transfer : 0;
      };
      if (s > 0)
        needs(Step::forward, s - 1);
      if (s + 1 < plan.stages.size())
        needs(Step::input, s + 1);
    }
}

void OrderMoves::take(const Plan& plan) {
  order_.assign(plan.devices, {});
  for (std::uint32_t device = 0; device < plan.devices; ++device)
    for (const Operation& op : plan.order_of(device)) {
      if (op.kind == Kind::forward) {
        order_[device].push_back(graph_.index(op.stage, Step::forward, op.micro_batch));
      } else if (op.kind == Kind::backward || op.kind == Kind::input_gradient) {
        order_[device].push_back(graph_.index(op.stage, Step::input, op.micro_batch));
        if (op.kind == Kind::backward)
          order_[device].push_back(graph_.index(op.stage, Step::weight, op.micro_batch));
      } else if (op.kind == Kind::weight_gradient) {
        order_[device].push_back(graph_.index(op.stage, Step::weight, op.micro_batch));
      }
    }
}

Plan OrderMoves::plan() const {
  Plan out = problem_.plan;
  out.operations.clear();
  out.first_operation.assign(1, 0);
  constexpr std::array kKindOf{Kind::forward, Kind::input_gradient, Kind::weight_gradient};
  for (const std::vector<std::uint32_t>& order : order_) {
    for (const std::uint32_t op : order) {
      const std::uint32_t group = op / micro_batches_;
      out.operations.push_back({kKindOf[group % kSteps], false,
                                static_cast<StageId>(group / kSteps), op % micro_batches_});
    }
    out.first_operation.push_back(static_cast<OperationIndex>(out.operations.size()));
  }
  return out;
}

bool OrderMoves::evaluate() {
  std::fill(end_.begin(), end_.end(), kNotYet);
  next_.assign(order_.size(), 0);
  std::size_t left = graph_.size();
  makespan_ = 0;
  for (bool moved = true; moved && left > 0;) {
    moved = false;
    for (std::size_t device = 0; device < order_.size(); ++device) {
      const std::vector<std::uint32_t>& order = order_[device];
      std::uint32_t& at = next_[device];
      Ticks free = at == 0 ? 0 : end_[order[at - 1]];
      for (; at < order.size(); ++at, --left, moved = true) {
        const std::uint32_t op = order[at];
        Ticks start = free;
        if (const std::uint32_t input = input_[op]; input != kNone) {
          if (end_[input] == kNotYet)
            break;
          start = std::max(start, end_[input] + hop_[op]);
        }
        start_[op] = start;
        free = end_[op] = start + graph_.duration(op);
      }
      makespan_ = std::max(makespan_, free);
    }
  }
  if (left > 0)
    return false;
  cost_ = 0;
  for (const std::vector<std::uint32_t>& order : order_)
    cost_ = std::max(cost_, cost_of(order));
  return true;
}

/// Whether the operations at a place and behind it may change places: neither needs the other on
/// the device, and memory suffices.
bool OrderMoves::may_swap(std::uint32_t device, std::uint32_t place) const {
  const std::vector<std::uint32_t>& order = order_[device];
  const std::uint32_t first = order[place];
  const std::uint32_t second = order[place + 1];
  const std::uint32_t of_first = first / micro_batches_;
  const std::uint32_t of_second = second / micro_batches_;
  if (of_first == of_second)
    return false;
  if (of_first / kSteps == of_second / kSteps && first % micro_batches_ == second % micro_batches_)
    return false; // steps of one micro-batch on one stage
  constexpr auto kWeight = static_cast<std::uint32_t>(Step::weight);
  if (problem_.most_chunks == 0 || of_first % kSteps == 0 || of_second % kSteps != 0)
    return true;
  const HeldParts& parts = problem_.held;
  std::uint64_t held = 0;
  for (std::uint32_t i = 0; i < place; ++i) {
    const std::uint32_t step = order[i] / micro_batches_ % kSteps;
    if (step == 0)
      held += parts.all;
    else
      held -= step == kWeight ? parts.kept : parts.all - parts.kept;
  }
  return held + parts.all <= problem_.room();
}

std::uint32_t OrderMoves::apply(const Move& move) {
  std::vector<std::uint32_t>& order = order_[move.device];
  std::uint32_t at = move.from;
  while (at < move.to && may_swap(move.device, at)) {
    std::swap(order[at], order[at + 1]);
    ++at;
  }
  while (at > move.to && may_swap(move.device, at - 1)) {
    std::swap(order[at], order[at - 1]);
    --at;
  }
  return at;
}

void OrderMoves::undo(const Move& move) {
  const auto begin = order_[move.device].begin();
  if (move.from < move.to)
    std::rotate(begin + move.from, begin + move.to, begin + move.to + 1);
  else
    std::rotate(begin + move.to, begin + move.to + 1, begin + move.from + 1);
}

void OrderMoves::add_moves_of_block(std::uint32_t device, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t i = first; i <= last; ++i) {
    if (i < last)
      moves_.push_back({device, i, i + 1});
    if (i > first + 1)
      moves_.push_back({device, i, first});
    if (i + 1 < last)
      moves_.push_back({device, i, last});
  }
}

/// The moves of all blocks of a critical path; where several paths are critical, a random one.
void OrderMoves::find_moves() {
  moves_.clear();
  std::vector<std::uint32_t> place(graph_.size(), 0);
  std::uint32_t op = kNone;
  for (const std::vector<std::uint32_t>& order : order_) {
    for (std::uint32_t i = 0; i < order.size(); ++i)
      place[order[i]] = i;
    if (cost_of(order) == cost_ && (op == kNone || random_() % 2 == 0))
      op = order.back();
  }
  std::uint32_t last = place[op];
  while (true) {
    const std::uint32_t device = device_of_[op];
    const std::uint32_t at = place[op];
    const bool behind = at > 0 && end_[order_[device][at - 1]] == start_[op];
    const bool by_input = input_[op] != kNone && end_[input_[op]] + hop_[op] == start_[op];
    if (behind && (!by_input || random_() % 2 == 0)) {
      op = order_[device][at - 1];
      continue;
    }
    add_moves_of_block(device, at, last);
    if (!by_input)
      return; // starts at 0
    op = input_[op];
    last = place[op];
  }
}

bool OrderMoves::is_tabu(const Move& move) const {
  const std::vector<std::uint32_t>& order = order_[move.device];
  const std::uint64_t op = order[move.from];
  const int way = move.to > move.from ? 1 : -1;
  for (std::uint32_t i = move.from; i != move.to; i += static_cast<std::uint32_t>(way)) {
    const std::uint64_t other = order[i + static_cast<std::uint32_t>(way)];
    const std::uint64_t key = way > 0 ? other << 32 | op : op << 32 | other;
    if (const auto found = forbidden_.find(key);
        found != forbidden_.end() && found->second > count_)
      return true;
  }
  return false;
}

/// Forbids to bring back the orders that a move, not yet applied, takes away.
void OrderMoves::forbid(const Move& move) {
  const std::vector<std::uint32_t>& order = order_[move.device];
  const std::uint64_t op = order[move.from];
  const std::uint64_t until = count_ + 8 + random_() % 12;
  const std::uint32_t low = std::min(move.from, move.to);
  const std::uint32_t high = std::max(move.from, move.to);
  for (std::uint32_t i = low; i <= high; ++i)
    if (i != move.from)
      forbidden_[move.to > move.from ? op << 32 | order[i] : std::uint64_t{order[i]} << 32 | op] =
          until;
}

/// Makes the best move that is not forbidden, or that leads to a new best order. False: none.
bool OrderMoves::step() {
  find_moves();
  std::optional<Move> best;
  Ticks shortest = kNotYet;
  std::uint32_t equal = 0;
  for (Move move : moves_) {
    move.to = apply(move);
    if (move.to == move.from)
      continue;
    const bool whole = evaluate();
    const Ticks cost = cost_;
    undo(move);
    if (!whole || (cost >= best_ && is_tabu(move)))
      continue;
    equal = cost == shortest ? equal + 1 : 1;
    if (cost < shortest || (cost == shortest && random_() % equal == 0)) {
      best = move;
      shortest = std::min(shortest, cost);
    }
  }
  if (!best)
    return false;
  forbid(*best);
  (void)apply(*best);
  (void)evaluate();
  return true;
}

/// Some random exchanges that keep the order runnable.
void OrderMoves::perturb() {
  const auto count = static_cast<std::uint32_t>(4 + random_() % 12);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto device = static_cast<std::uint32_t>(random_() % order_.size());
    const auto size = static_cast<std::uint32_t>(order_[device].size());
    Move move{device, static_cast<std::uint32_t>(random_() % size),
              static_cast<std::uint32_t>(random_() % size)};
    move.to = apply(move);
    if (move.to != move.from && !evaluate())
      undo(move);
  }
  (void)evaluate();
}

FoundOrder OrderMoves::improve(const FoundOrder& from, Ticks bound, std::uint64_t moves,
                               const std::function<bool()>& goes_on) {
  take(from.plan);
  if (!evaluate() || cost_ > from.cost(problem_.objective))
    return from; // links that carry one transfer at a time made it other than here
  auto best = order_;
  best_ = cost_;
  std::uint64_t since = 0;
  for (count_ = 0; count_ < moves && best_ > bound && goes_on(); ++count_) {
    const bool moved = step();
    if (moved && cost_ < best_) {
      best = order_;
      best_ = cost_;
      since = 0;
    } else if (!moved || ++since > kPatience) {
      order_ = best;
      forbidden_.clear();
      perturb();
      since = 0;
    }
  }
  if (best_ >= from.cost(problem_.objective))
    return from;
  order_ = std::move(best);
  (void)evaluate();
  return {"moves on the critical path, from " + from.method, plan(), makespan_,
          problem_.objective == Objective::longest_span ? best_ : 0};
}

} // namespace stallscope::training
