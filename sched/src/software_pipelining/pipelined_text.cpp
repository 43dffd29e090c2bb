#include "software_pipelining/pipelined_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace stallscope::sched {

namespace {

bool is_unsigned(isa::Op op) {
  return op == isa::Op::bltu || op == isa::Op::bgeu;
}

} // namespace

Unwinding unwind(const ModuloProblem& problem, const ModuloSchedule& schedule,
                 std::uint32_t copies) {
  const auto interval = static_cast<std::int64_t>(schedule.interval);
  const auto stages = static_cast<std::int64_t>(schedule.stages());
  const std::int64_t begin = (stages - 1) * interval;
  const std::int64_t end = begin + copies * interval;
  Unwinding unwinding;
  for (std::int64_t iteration = 0; iteration < stages - 1 + copies; ++iteration)
    for (Node node = 0; node < problem.size; ++node) {
      if (node == problem.branch)
        continue;
      const Instance instance{iteration * interval + schedule.times[node], iteration, node};
      (instance.cycle < begin ? unwinding.prologue
       : instance.cycle < end ? unwinding.kernel
                              : unwinding.epilogue)
          .push_back(instance);
    }
  for (std::vector<Instance>* part : {&unwinding.prologue, &unwinding.kernel, &unwinding.epilogue})
    std::sort(part->begin(), part->end(), [](const Instance& a, const Instance& b) {
      return std::tie(a.cycle, a.iteration, a.node) < std::tie(b.cycle, b.iteration, b.node);
    });
  unwinding.filled_slot = problem.delay_slot && !unwinding.kernel.empty() &&
                          unwinding.kernel.back().cycle == end - 1 - problem.bubbles;
  return unwinding;
}

PipelinedText::PipelinedText(const CountedLoop& loop, const Expansion& expansion,
                             const ModuloProblem& problem, const ModuloSchedule& schedule,
                             std::uint32_t copies, std::string label, const EqualityEnd* ordered)
    : loop_(loop), expansion_(expansion), problem_(problem), ordered_(ordered),
      text_(loop, problem.delay_slot), stages_(schedule.stages()), interval_(schedule.interval),
      copies_(copies), label_(std::move(label)), unwinding_(unwind(problem, schedule, copies)),
      free_readers_(expansion.free_readers()) {
  for (const std::vector<Instance>* part :
       {&unwinding_.prologue, &unwinding_.kernel, &unwinding_.epilogue})
    all_.insert(all_.end(), part->begin(), part->end());
}

std::int64_t PipelinedText::advances_before(Node advance, std::size_t place) const {
  return std::count_if(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(place),
                       [advance](const Instance& instance) { return instance.node == advance; });
}

std::int64_t PipelinedText::advances_before_branch() const {
  return advances_before(loop_.counter.node, unwinding_.prologue.size() + unwinding_.kernel.size() -
                                                 (unwinding_.filled_slot ? 1 : 0));
}

std::string PipelinedText::instance_text(std::size_t place, Message& why_not) const {
  const Instance& instance = all_[place];
  const Node node = instance.node;
  std::string statement = text_.statement(node);
  for (const Separation& s : free_readers_) {
    if (s.reader != node)
      continue;
    const auto induction = std::find_if(loop_.inductions.begin(), loop_.inductions.end(),
                                        [&s](const Induction& i) { return i.node == s.advance; });
    // The number of advances before it in the source: the number of iterations, plus one.
    const std::int64_t expected = instance.iteration + (node > s.advance ? 1 : 0);
    const std::int64_t lags = expected - advances_before(s.advance, place);
    const std::int64_t displacement = loop_.block.instruction(node).imm + lags * induction->step;
    if (lags == 0)
      continue;
    const auto changed = displaced(*loop_.block.program, statement, displacement);
    if (!changed) {
      why_not = {MessageId::displacement,
                 {fmt::format("{}", displacement), fmt::format("{}", node + 1)}};
      return {};
    }
    statement = *changed;
  }
  return LoopText::written(expansion_.in_iteration(node, statement, instance.iteration));
}

/// `bne`: the trip count is distance / step. The limit is the counter's value at the kernel's
/// branch after the last whole pass.
std::string PipelinedText::exact_guard(Message& why_not) const {
  const std::int64_t step = loop_.counter.step;
  const std::int64_t width = std::abs(step);
  const std::int64_t lead = static_cast<std::int64_t>(stages_ - 1) * width;
  const std::int64_t round = static_cast<std::int64_t>(copies_) * width;
  const std::int64_t behind = (advances_before_branch() - least_trips()) * step;
  const std::string& counter = text_.name(loop_.counter.reg);
  const std::string& limit = expansion_.limit();
  const auto remainder = text_.remainder(limit, round, expansion_.scratch());
  if (loop_.block.program->isa != isa::Isa::tac &&
      (lead + round > kLargestImmediate || std::abs(behind) > kLargestImmediate)) {
    why_not = MessageId::steps_too_long;
    return {};
  }
  if (!remainder) {
    why_not = MessageId::steps_no_power;
    return {};
  }
  const bool up = step > 0;
  const std::string bound = text_.bound();
  const std::string enough =
      (up ? text_.difference(limit, bound, counter) : text_.difference(limit, counter, bound)) +
      text_.goto_if_less(limit, lead + round, expansion_.scratch(), label_ + "_rest");
  if (round == 1) // the kernel's passes leave no iterations over
    return enough + text_.advance(limit, bound, behind);
  return enough + text_.advance(limit, limit, -lead) + *remainder +
         (up ? text_.difference(limit, bound, limit) : text_.sum(limit, bound, limit)) +
         text_.advance(limit, limit, behind);
}

/// Ordered comparisons: the limit is the bound minus the steps of the iterations that must remain.
std::string PipelinedText::ordered_guard(Message& why_not) const {
  const std::int64_t step = loop_.counter.step;
  // At the branch the counter lags behind the started iterations; a further pass adds `copies`.
  const std::int64_t ahead =
      least_trips() - advances_before_branch() + static_cast<std::int64_t>(copies_) - 1;
  const std::int64_t later = -step * ahead;
  const std::int64_t first = -step * std::max(static_cast<std::int64_t>(least_trips()) - 1, ahead);
  if (loop_.block.program->isa == isa::Isa::mips) {
    why_not = MessageId::mips_compares;
    return {};
  }
  if (loop_.block.program->isa != isa::Isa::tac &&
      (std::abs(first) > kLargestImmediate || std::abs(later - first) > kLargestImmediate)) {
    why_not = MessageId::steps_too_long;
    return {};
  }
  const bool up = step > 0;
  const std::string& limit = expansion_.limit();
  const std::string bound = text_.bound();
  // The limit would wrap around beyond the range of numbers.
  const isa::Op over = is_unsigned(text_.op()) ? isa::Op::bgeu : isa::Op::bge;
  return text_.advance(limit, bound, first) +
         text_.branch_alone(over, up ? limit : bound, up ? bound : limit, label_ + "_rest") +
         text_.compare(LoopText::opposite(text_.op()), limit, label_ + "_rest") +
         text_.advance(limit, limit, later - first);
}

std::string PipelinedText::guard(Message& why_not) const {
  return text_.op() == isa::Op::bne ? exact_guard(why_not) : ordered_guard(why_not);
}

std::string PipelinedText::write(Message& why_not) const {
  std::string text = text_.front_labels() +
                     (ordered_ != nullptr ? ordered_->front : std::string()) + guard(why_not);
  const std::size_t kernel = unwinding_.prologue.size();
  const std::size_t epilogue = kernel + unwinding_.kernel.size();
  for (std::size_t place = 0; place < all_.size() && why_not.empty(); ++place) {
    if (place == kernel)
      text += fmt::format("{}_pipelined: # {} iteration{} in {} cycles\n", label_, copies_,
                          copies_ == 1 ? "" : "s", copies_ * interval_);
    const bool in_slot = unwinding_.filled_slot && place + 1 == epilogue;
    const std::string written = instance_text(place, why_not);
    text += in_slot ? std::string() : written;
    if (place + 1 != epilogue)
      continue;
    const isa::Op op = text_.op();
    text += text_.compare(op, expansion_.limit(), label_ + "_pipelined");
    if (problem_.delay_slot)
      text += in_slot ? written : LoopText::written("nop");
  }
  for (const auto& [reg, name] : expansion_.final_places(stages_))
    text += text_.move(reg, text_.name(reg), name);
  if (ordered_ != nullptr)
    text += ordered_->behind;
  text += text_.compare(LoopText::opposite(text_.op()), text_.bound(), label_ + "_done") +
          (problem_.delay_slot ? LoopText::written("nop") : std::string()) + label_ + "_rest:\n" +
          (ordered_ != nullptr ? ordered_->rest : text_.rest(label_ + "_rest")) + label_ +
          "_done:\n";
  return why_not.empty() ? text : std::string();
}

} // namespace stallscope::sched
