#include "sample/block_vectors.hpp"

namespace stallscope::session {

namespace {

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ value >> 27) * 0x94d049bb133111ebULL;
  return value ^ value >> 31;
}

} // namespace

const BlockVectors::Vector& BlockVectors::direction_of(std::uint64_t block) {
  Known& known = known_[mixed(block) % kKnown];
  if (known.block != block) {
    known.block = block;
    std::uint64_t random = mixed(block ^ mixed(seed_));
    for (double& part : known.direction) {
      random = mixed(random);
      part = static_cast<double>(random >> 11) * 0x1p-52 - 1; // from -1 to 1
    }
  }
  return known.direction;
}

void BlockVectors::add(std::uint64_t block, std::uint32_t instructions) {
  const Vector& direction = direction_of(block);
  for (std::size_t i = 0; i < kDimensions; ++i)
    sum_[i] += direction[i] * instructions;
  instructions_ += instructions;
}

void BlockVectors::end_interval() {
  if (instructions_ == 0)
    return;
  for (double& part : sum_)
    part /= static_cast<double>(instructions_);
  vectors_.push_back(sum_);
  lengths_.push_back(instructions_);
  sum_ = {};
  instructions_ = 0;
}

} // namespace stallscope::session
