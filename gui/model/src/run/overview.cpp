#include "model/run/overview.hpp"

#include "base/check.hpp"

#include <algorithm>
#include <cmath>

namespace stallscope::gui {

Reason OverviewBucket::worst(trace::LedgerPoint point) const {
  const auto& counts = slots[static_cast<std::size_t>(point)];
  const auto most = std::max_element(counts.begin() + 1, counts.end());
  return *most == 0 ? Reason::none : static_cast<Reason>(most - counts.begin());
}

double OverviewBucket::lost_share(trace::LedgerPoint point) const {
  const auto& counts = slots[static_cast<std::size_t>(point)];
  std::uint64_t lost = 0;
  for (std::size_t i = 1; i < counts.size(); ++i)
    lost += counts[i];
  const std::uint64_t all = lost + counts[0];
  return all == 0 ? 0.0 : static_cast<double>(lost) / static_cast<double>(all);
}

namespace {

void add_slots(OverviewBucket& to, const OverviewBucket& from) {
  for (std::size_t p = 0; p < to.slots.size(); ++p)
    for (std::size_t r = 0; r < to.slots[p].size(); ++r)
      to.slots[p][r] += from.slots[p][r];
}

} // namespace

void Overview::append(const OverviewBucket& bucket) {
  STALLSCOPE_CHECK(bucket.end_cycle > end_cycle() && bucket.end_cycle <= next_end() + 1,
                   "stretches of an overview follow each other");
  buckets_.push_back(bucket);
  if (buckets_.size() == kMaxBuckets && bucket.end_cycle - 1 == kMaxBuckets * bucket_cycles_)
    halve();
}

void Overview::halve() {
  for (std::size_t i = 0; i < buckets_.size() / 2; ++i) {
    OverviewBucket both = buckets_[2 * i + 1];
    add_slots(both, buckets_[2 * i]);
    buckets_[i] = both;
  }
  buckets_.resize(buckets_.size() / 2);
  bucket_cycles_ *= 2;
}

std::size_t Overview::index_of(std::uint64_t cycle) const {
  const std::uint64_t index = (std::max<std::uint64_t>(cycle, 1) - 1) / bucket_cycles_;
  return std::min<std::uint64_t>(index, buckets_.size() - 1);
}

const OverviewBucket* Overview::at(std::uint64_t cycle) const {
  return buckets_.empty() ? nullptr : &buckets_[index_of(cycle)];
}

OverviewBucket Overview::range(std::uint64_t from, std::uint64_t to) const {
  OverviewBucket sum;
  if (buckets_.empty() || to <= from)
    return sum;
  const std::size_t last = index_of(to - 1);
  for (std::size_t i = index_of(from); i <= last; ++i)
    add_slots(sum, buckets_[i]);
  sum.end_cycle = buckets_[last].end_cycle;
  sum.oldest_op = index_of(from) == 0 ? 1 : buckets_[index_of(from) - 1].oldest_op;
  sum.next_op = buckets_[last].next_op;
  sum.retired = buckets_[last].retired;
  return sum;
}

namespace {

/// Linear interpolation within an interval.
double between(double begin, double end, double part) {
  return begin + (end - begin) * std::clamp(part, 0.0, 1.0);
}

} // namespace

double Overview::retired_at(std::uint64_t cycle) const {
  if (buckets_.empty() || cycle == 0)
    return 0;
  const std::size_t i = index_of(cycle);
  const double begin = i == 0 ? 0.0 : static_cast<double>(buckets_[i - 1].retired);
  const std::uint64_t first = i == 0 ? 1 : buckets_[i - 1].end_cycle;
  return between(begin, static_cast<double>(buckets_[i].retired),
                 static_cast<double>(cycle + 1 - first) /
                     static_cast<double>(buckets_[i].end_cycle - first));
}

std::uint64_t Overview::cycle_of_retired(double instructions) const {
  const auto found =
      std::partition_point(buckets_.begin(), buckets_.end(), [instructions](const auto& b) {
        return static_cast<double>(b.retired) < instructions;
      });
  if (found == buckets_.end())
    return end_cycle() - 1;
  const double begin =
      found == buckets_.begin() ? 0.0 : static_cast<double>(std::prev(found)->retired);
  const std::uint64_t first = found == buckets_.begin() ? 1 : std::prev(found)->end_cycle;
  const double part = static_cast<double>(found->retired) > begin
                          ? (instructions - begin) / (static_cast<double>(found->retired) - begin)
                          : 0.0;
  const double cycle =
      between(static_cast<double>(first) - 1, static_cast<double>(found->end_cycle) - 1, part);
  return static_cast<std::uint64_t>(std::ceil(cycle));
}

std::uint64_t Overview::op_at(std::uint64_t cycle, std::uint64_t OverviewBucket::*op) const {
  if (buckets_.empty() || cycle == 0)
    return 1;
  const std::size_t i = index_of(cycle);
  const double begin = i == 0 ? 1.0 : static_cast<double>(buckets_[i - 1].*op);
  const std::uint64_t first = i == 0 ? 1 : buckets_[i - 1].end_cycle;
  return static_cast<std::uint64_t>(between(
      begin, static_cast<double>(buckets_[i].*op),
      static_cast<double>(cycle + 1 - first) / static_cast<double>(buckets_[i].end_cycle - first)));
}

std::uint64_t Overview::cycle_of_op(std::uint64_t op) const {
  const auto found = std::partition_point(buckets_.begin(), buckets_.end(),
                                          [op](const auto& b) { return b.next_op <= op; });
  if (found == buckets_.end())
    return std::max<std::uint64_t>(end_cycle(), 2) - 1;
  const std::uint64_t begin = found == buckets_.begin() ? 1 : std::prev(found)->next_op;
  const std::uint64_t first = found == buckets_.begin() ? 1 : std::prev(found)->end_cycle;
  const double part = static_cast<double>(op - begin) / static_cast<double>(found->next_op - begin);
  return static_cast<std::uint64_t>(
      between(static_cast<double>(first), static_cast<double>(found->end_cycle) - 1, part));
}

} // namespace stallscope::gui
