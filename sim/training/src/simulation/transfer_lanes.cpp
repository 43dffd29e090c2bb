#include "transfer_lanes.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace stallscope::training {

namespace {

/// Each pair of devices has a link of its own.
std::vector<StageLinks> pair_ways(const Plan& plan) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
  const auto link = [&](std::uint32_t from, std::uint32_t to) {
    if (plan.links == LinkSharing::half_duplex && from > to)
      std::swap(from, to);
    return known.try_emplace({from, to}, static_cast<std::uint32_t>(known.size())).first->second;
  };
  std::vector<StageLinks> ways(plan.stages.size());
  for (StageId stage = 0; stage < plan.stages.size(); ++stage) {
    const std::uint32_t here = plan.stages[stage].device;
    if (!plan.is_last(stage))
      ways[stage].forward = {link(here, plan.stages[stage + 1U].device)};
    if (!plan.is_first(stage))
      ways[stage].backward = {link(here, plan.stages[stage - 1U].device)};
  }
  return ways;
}

} // namespace

TransferLanes::TransferLanes(const Plan& plan, const Verified& verified)
    : plan_(plan), passes_(verified.passes), explicit_(verified.explicit_transfers) {
  if (explicit_) {
    pair_up();
    return;
  }
  if (plan.transfer == 0)
    return;
  if (plan.ways.empty()) {
    ways_ = pair_ways(plan);
  } else {
    ways_ = plan.ways;
  }
  std::uint32_t links = 0;
  for (const StageLinks& way : ways_)
    for (const std::vector<std::uint32_t>* list : {&way.forward, &way.backward})
      for (const std::uint32_t link : *list)
        links = std::max(links, link + 1);
  free_at_.assign(links, 0);
  user_.assign(links, kNoOperation);
}

TransferLanes::Grant TransferLanes::take(const Operation& op, OperationIndex pass, Ticks time) {
  if (plan_.links == LinkSharing::unlimited)
    return {time, kNoOperation};
  const StageLinks& way = ways_[op.stage];
  const std::vector<std::uint32_t>& links = op.kind == Kind::forward ? way.forward : way.backward;
  Grant grant{time, kNoOperation};
  for (const std::uint32_t link : links)
    if (free_at_[link] > grant.begin)
      grant = {free_at_[link], user_[link]};
  for (const std::uint32_t link : links) {
    free_at_[link] = grant.begin + transfer_of(plan_, op);
    user_[link] = pass;
  }
  return grant;
}

OperationIndex TransferLanes::pass_of(OperationIndex transfer) const {
  const Operation& op = plan_.operations[transfer];
  switch (op.kind) {
  case Kind::send_forward:
    return passes_.forward[passes_.at(op.stage, op.micro_batch)];
  case Kind::receive_forward:
    return passes_.forward[passes_.at(static_cast<StageId>(op.stage - 1), op.micro_batch)];
  case Kind::send_backward:
    return passes_.backward[passes_.at(op.stage, op.micro_batch)];
  default:
    return passes_.backward[passes_.at(static_cast<StageId>(op.stage + 1), op.micro_batch)];
  }
}

void TransferLanes::pair_up() {
  lanes_.resize(plan_.devices);
  partner_.assign(plan_.operations.size(), kNoOperation);
  // by pass: its first transfer
  std::vector<OperationIndex> first(plan_.operations.size(), kNoOperation);
  for (std::uint32_t device = 0; device < plan_.devices; ++device)
    for (OperationIndex i = plan_.first_operation[device]; i < plan_.first_operation[device + 1];
         ++i) {
      if (!is_transfer(plan_.operations[i].kind))
        continue;
      lanes_[device].transfers.push_back(i);
      OperationIndex& other = first[pass_of(i)];
      if (other == kNoOperation) {
        other = i;
      } else {
        partner_[i] = other;
        partner_[other] = i;
      }
    }
}

void TransferLanes::come_to(std::uint32_t device, OperationIndex) {
  ++lanes_[device].come;
}

OperationIndex TransferLanes::head(std::uint32_t device) const {
  if (!explicit_)
    return kNoOperation;
  const Lane& lane = lanes_[device];
  return lane.next < lane.come ? lane.transfers[lane.next] : kNoOperation;
}

bool TransferLanes::has_come_to(std::uint32_t device, OperationIndex transfer) const {
  const Lane& lane = lanes_[device];
  return lane.come > 0 && transfer <= lane.transfers[lane.come - 1];
}

TransferLanes::Match TransferLanes::match(std::uint32_t device) {
  const OperationIndex own = head(device);
  if (own == kNoOperation || lanes_[device].busy)
    return {};
  const OperationIndex other = partner_[own];
  const std::uint32_t at = plan_.stages[plan_.operations[other].stage].device;
  if (at != device && (lanes_[at].busy || head(at) != other))
    return {};
  Lane& a = lanes_[device];
  Lane& b = lanes_[at];
  a.busy = b.busy = true;
  const Match found{pass_of(own), b.last != kNoOperation ? b.last : a.last};
  a.last = b.last = found.pass;
  return found;
}

void TransferLanes::end_transfer(std::uint32_t from, std::uint32_t to) {
  for (Lane* lane : {&lanes_[from], &lanes_[to]}) {
    lane->busy = false;
    ++lane->next;
  }
}

} // namespace stallscope::training
