#include "diff/run_difference.hpp"

#include <algorithm>

namespace stallscope::cli {

void RunDifference::add(trace::Retirements& a, trace::Retirements& b, std::uint64_t most) {
  std::deque<trace::Retirement>& from_a = a.ready();
  std::deque<trace::Retirement>& from_b = b.ready();
  const std::size_t both =
      std::min<std::uint64_t>({from_a.size(), from_b.size(), most - a_.instructions});
  for (std::size_t i = 0; i < both; ++i)
    pair(a.instructions()[from_a[i].instruction], from_a[i].cycle,
         b.instructions()[from_b[i].instruction], from_b[i].cycle);
  from_a.erase(from_a.begin(), from_a.begin() + static_cast<std::ptrdiff_t>(both));
  from_b.erase(from_b.begin(), from_b.begin() + static_cast<std::ptrdiff_t>(both));
}

void RunDifference::pair(const trace::SourceInstruction& a, std::uint64_t a_cycle,
                         const trace::SourceInstruction& b, std::uint64_t b_cycle) {
  const std::uint64_t a_takes = a_.next(a_cycle);
  const std::uint64_t b_takes = b_.next(b_cycle);
  SourceDifference& line = line_of(a);
  ++line.a_count;
  line.a_cycles += a_takes;
  SourceDifference& other = line_of(b); // usually the same line
  const bool same = a.text == b.text;
  ++other.b_count;
  other.b_cycles += b_takes;
  other_instructions_ += same ? 0 : 1;
  const bool as_long = a_takes == b_takes;
  other_cycles_ += as_long ? 0 : 1;
  if (same && as_long && (first_ || a_cycle == b_cycle))
    return;
  const PairedInstruction found{
      a_.instructions,
      a,
      b,
      a_cycle,
      b_cycle,
      static_cast<std::int64_t>(a_takes) - static_cast<std::int64_t>(b_takes)};
  if (!first_ && (!same || a_cycle != b_cycle))
    first_ = found;
  if (!as_long && listed_.size() < most_listed_)
    listed_.push_back(found);
}

void RunDifference::add_rest(trace::Retirements& a, trace::Retirements& b) {
  for (const trace::Retirement& more : a.ready()) {
    SourceDifference& line = line_of(a.instructions()[more.instruction]);
    ++line.a_count;
    line.a_cycles += a_.next(more.cycle);
  }
  for (const trace::Retirement& more : b.ready()) {
    SourceDifference& line = line_of(b.instructions()[more.instruction]);
    ++line.b_count;
    line.b_cycles += b_.next(more.cycle);
  }
  a.ready().clear();
  b.ready().clear();
}

} // namespace stallscope::cli
