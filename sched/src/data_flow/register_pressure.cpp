#include "data_flow/register_pressure.hpp"

#include <algorithm>
#include <array>

namespace stallscope::sched {

LiveValues::LiveValues(const Block& block) {
  constexpr std::uint32_t kNone = ~0U;
  std::array<std::uint32_t, kMaxRegisters> value;
  value.fill(kNone);
  std::array<bool, kMaxRegisters> written{};
  for (Node node = 0; node < block.count; ++node) {
    const isa::MicroOp& micro_op = block.micro_op(node);
    for (const isa::RegisterRead& read : micro_op.sources())
      if (!written[read.reg] && value[read.reg] == kNone)
        value[read.reg] = live_in++;
    for (const RegId reg : micro_op.destinations())
      written[reg] = true;
  }
  readers.assign(live_in, 0);
  lives_on.assign(live_in, 1);
  readers.reserve(live_in + block.count);
  lives_on.reserve(live_in + block.count);
  values_.reserve(std::size_t{3} * block.count);
  parts_.reserve(block.count + 1);
  for (Node node = 0; node < block.count; ++node) {
    const isa::MicroOp& micro_op = block.micro_op(node);
    Part part;
    part.uses = static_cast<std::uint32_t>(values_.size());
    for (const isa::RegisterRead& read : micro_op.sources()) {
      const std::uint32_t v = value[read.reg];
      if (std::find(values_.begin() + part.uses, values_.end(), v) == values_.end()) {
        values_.push_back(v);
        ++readers[v];
      }
    }
    part.defs = static_cast<std::uint32_t>(values_.size());
    for (const RegId reg : micro_op.destinations()) {
      if (value[reg] != kNone)
        lives_on[value[reg]] = 0;
      value[reg] = static_cast<std::uint32_t>(readers.size());
      values_.push_back(value[reg]);
      readers.push_back(0);
      lives_on.push_back(1);
    }
    parts_.push_back(part);
  }
  const auto end = static_cast<std::uint32_t>(values_.size());
  parts_.push_back({end, end});
}

std::uint32_t registers_used(const LiveValues& values, const std::vector<Node>& order) {
  std::vector<std::uint32_t> left = values.readers;
  std::uint32_t live = values.live_in;
  std::uint32_t most = live;
  for (const Node node : order) {
    for (const std::uint32_t v : values.uses(node))
      live -= --left[v] == 0 && values.lives_on[v] == 0 ? 1U : 0U;
    live += static_cast<std::uint32_t>(values.defs(node).size());
    most = std::max(most, live);
    for (const std::uint32_t v : values.defs(node))
      live -= left[v] == 0 && values.lives_on[v] == 0 ? 1U : 0U;
  }
  return most;
}

} // namespace stallscope::sched
