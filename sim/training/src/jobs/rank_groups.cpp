#include "training/jobs/rank_groups.hpp"

namespace stallscope::training {

namespace {

constexpr std::array<std::string_view, 3> kAxisNames{"tensor", "data", "pipeline"};

} // namespace

std::string_view name(Axis3D axis) {
  return kAxisNames[static_cast<std::size_t>(axis)];
}

std::optional<std::array<Axis3D, 3>> rank_order_called(std::string_view words) {
  std::array<Axis3D, 3> order{};
  std::array<bool, 3> seen{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t end = i < 2 ? words.find('-') : words.size();
    if (end == std::string_view::npos)
      return std::nullopt;
    const std::string_view word = words.substr(0, end);
    std::size_t axis = 0;
    while (axis < 3 && kAxisNames[axis] != word)
      ++axis;
    if (axis == 3 || seen[axis])
      return std::nullopt;
    seen[axis] = true;
    order[i] = static_cast<Axis3D>(axis);
    words.remove_prefix(i < 2 ? end + 1 : end);
  }
  return order;
}

std::array<std::uint32_t, 3> place_of(const RankLayout& layout, std::uint64_t rank) {
  std::array<std::uint32_t, 3> place{};
  for (const Axis3D axis : layout.order) {
    const std::uint32_t size = layout.sizes[static_cast<std::size_t>(axis)];
    place[static_cast<std::size_t>(axis)] = static_cast<std::uint32_t>(rank % size);
    rank /= size;
  }
  return place;
}

std::vector<std::vector<std::uint64_t>> groups_along(const RankLayout& layout, Axis3D axis) {
  std::uint64_t stride = 1;
  for (const Axis3D inner : layout.order) {
    if (inner == axis)
      break;
    stride *= layout.sizes[static_cast<std::size_t>(inner)];
  }
  std::vector<std::vector<std::uint64_t>> groups;
  for (std::uint64_t rank = 0; rank < layout.ranks(); ++rank) {
    if (place_of(layout, rank)[static_cast<std::size_t>(axis)] != 0)
      continue;
    std::vector<std::uint64_t>& group = groups.emplace_back();
    for (std::uint32_t i = 0; i < layout.sizes[static_cast<std::size_t>(axis)]; ++i)
      group.push_back(rank + i * stride);
  }
  return groups;
}

} // namespace stallscope::training
