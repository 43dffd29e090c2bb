#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// The three ways in which a model is spread.
enum class Axis3D : std::uint8_t { tensor, data, pipeline };
[[nodiscard]] std::string_view name(Axis3D axis);

/// Sizes by axis, and which axis' ranks are neighbours: the first one's, then the second's blocks.
struct RankLayout {
  std::array<std::uint32_t, 3> sizes{1, 1, 1};
  std::array<Axis3D, 3> order{Axis3D::tensor, Axis3D::data, Axis3D::pipeline};

  [[nodiscard]] std::uint64_t ranks() const {
    return std::uint64_t{sizes[0]} * sizes[1] * sizes[2];
  }
};
/// "tensor-data-pipeline"; nothing when it does not name all three once.
[[nodiscard]] std::optional<std::array<Axis3D, 3>> rank_order_called(std::string_view words);

/// Where a rank is on each axis.
[[nodiscard]] std::array<std::uint32_t, 3> place_of(const RankLayout& layout, std::uint64_t rank);
/// Ranks that differ on one axis only: who communicates along it. By their first rank.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> groups_along(const RankLayout& layout,
                                                                   Axis3D axis);

} // namespace stallscope::training
