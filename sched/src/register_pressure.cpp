#include "register_pressure.hpp"

#include <algorithm>
#include <array>

namespace stallscope::sched {

LiveValues::LiveValues(const Block& block) : uses(block.count), defs(block.count) {
  constexpr std::size_t kRegisters = kMaxRegisters;
  std::array<std::uint32_t, kRegisters> value{};
  value.fill(kNone);
  std::array<bool, kRegisters> written{};
  for (Node node = 0; node < block.count; ++node) {
    const isa::MicroOp& micro_op = block.micro_op(node);
    for (const isa::RegisterRead& read : micro_op.sources())
      if (!written[read.reg] && value[read.reg] == kNone)
        value[read.reg] = live_in++;
    for (const RegId reg : micro_op.destinations())
      written[reg] = true;
  }
  std::uint32_t count = live_in;
  readers.assign(count, 0);
  lives_on.assign(count, true);
  for (Node node = 0; node < block.count; ++node) {
    const isa::MicroOp& micro_op = block.micro_op(node);
    for (const isa::RegisterRead& read : micro_op.sources()) {
      const std::uint32_t v = value[read.reg];
      if (std::find(uses[node].begin(), uses[node].end(), v) == uses[node].end()) {
        uses[node].push_back(v);
        ++readers[v];
      }
    }
    for (const RegId reg : micro_op.destinations()) {
      if (value[reg] != kNone)
        lives_on[value[reg]] = false;
      value[reg] = count++;
      defs[node].push_back(value[reg]);
      readers.push_back(0);
      lives_on.push_back(true);
    }
  }
}

std::uint32_t registers_used(const Block& block, const std::vector<Node>& order) {
  const LiveValues values(block);
  std::vector<std::uint32_t> left = values.readers;
  std::uint32_t live = values.live_in;
  std::uint32_t most = live;
  for (const Node node : order) {
    for (const std::uint32_t v : values.uses[node])
      live -= --left[v] == 0 && !values.lives_on[v] ? 1U : 0U;
    live += static_cast<std::uint32_t>(values.defs[node].size());
    most = std::max(most, live);
    for (const std::uint32_t v : values.defs[node])
      live -= left[v] == 0 && !values.lives_on[v] ? 1U : 0U;
  }
  return most;
}

} // namespace stallscope::sched
