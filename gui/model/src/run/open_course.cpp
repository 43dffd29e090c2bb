#include "model/graph/graph_course.hpp"
#include "model/plan/plan_course.hpp"
#include "model/run/trace_course.hpp"
#include "run/run_engine.hpp"

#include <algorithm>
#include <utility>

// Plans and graphs: the course is computed as a whole, then displayed like any recorded run.
namespace stallscope::gui {

namespace {

/// Limit of intervals in an overview.
constexpr std::uint64_t kOverviewStretches = Overview::kMaxBuckets / 2;

/// Operations and lost slots of every interval. `width`: slots per cycle.
Overview overview_of(const Course& course, std::uint64_t width) {
  const std::uint64_t cycles = course.cycles();
  std::uint64_t length = Overview::kFirstBucketCycles;
  while (length * kOverviewStretches < cycles)
    length *= 2;
  const std::uint64_t count = std::max<std::uint64_t>((cycles + length - 1) / length, 1);
  std::vector<OverviewBucket> buckets(count);
  const auto point = static_cast<std::size_t>(trace::LedgerPoint::issue);
  for (std::uint64_t i = 0; i < count; ++i) {
    buckets[i].end_cycle = std::min((i + 1) * length, cycles) + 1;
    buckets[i].slots[point][0] = width * (buckets[i].end_cycle - 1 - i * length);
  }
  const auto see_lost = [&](const LostSlots& lost) {
    for (std::uint64_t i = (lost.begin.value - 1) / length; i < count; ++i) {
      const std::uint64_t begin = std::max(lost.begin.value, i * length + 1);
      const std::uint64_t end = std::min(lost.end.value, buckets[i].end_cycle);
      if (begin >= end)
        break;
      buckets[i].slots[point][static_cast<std::size_t>(lost.cause.why)] += end - begin;
      buckets[i].slots[point][0] -= end - begin;
    }
  };
  const auto stretch_of = [&](Cycle cycle) {
    return std::min((std::max<std::uint64_t>(cycle.value, 1) - 1) / length, count - 1);
  };
  const auto see_row = [&](Cycle from, Cycle to) {
    ++buckets[stretch_of(from)].next_op;
    ++buckets[stretch_of(Cycle{to.value - 1})].retired;
  };
  course.look_through(see_row, see_lost);
  Overview overview(length);
  std::uint64_t begun = 1;
  std::uint64_t ended = 0;
  for (OverviewBucket& bucket : buckets) {
    begun += bucket.next_op - 1;
    ended += bucket.retired;
    bucket.next_op = begun;
    bucket.retired = ended;
    bucket.oldest_op = std::max<std::uint64_t>(ended, 1);
    overview.append(bucket);
  }
  return overview;
}

Result<std::shared_ptr<const Course>> course_of_spec(const RunSpec& spec,
                                                     const std::function<bool()>& go_on) {
  return is_recorded(spec.subject)       ? open_trace(spec, go_on)
         : spec.subject == Subject::plan ? open_plan(spec, go_on)
                                         : open_graph(spec, go_on);
}

} // namespace

void Run::Engine::open_course(Task& task, const Post& post) {
  Result<std::shared_ptr<const Course>> opened =
      course_of_spec(spec, [&task] { return !task.cancelled(); });
  RunUpdate update;
  update.problems = opened.diagnostics();
  if (!opened) {
    update.failed = true;
    post(std::move(update));
    return;
  }
  course = std::move(opened).value();
  cycles = course->cycles();
  update.course = course;
  update.finished = true;
  update.last_cycle = course->cycles();
  update.op_count = course->operations();
  update.whole = update.op_count <= spec.whole_ops || spec.subject == Subject::graph ||
                 is_recorded(spec.subject);
  update.first = record(
      1,
      std::max<std::uint64_t>(
          update.whole ? update.last_cycle : window_of_ops(update.op_count, update.last_cycle), 1));
  update.overview =
      overview_of(*course, update.first->record.ledger.at(trace::LedgerPoint::issue).width);
  post(std::move(update));
  serve_requests(post);
}

} // namespace stallscope::gui
