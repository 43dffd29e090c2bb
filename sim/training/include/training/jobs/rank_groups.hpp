#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// The three axes of parallelism.
enum class Axis3D : std::uint8_t { tensor, data, pipeline };
[[nodiscard]] std::string_view name(Axis3D axis);

/// Sizes by axis, and the axes in order from the fastest to the slowest varying rank.
struct RankLayout {
  std::array<std::uint32_t, 3> sizes{1, 1, 1};
  std::array<Axis3D, 3> order{Axis3D::tensor, Axis3D::data, Axis3D::pipeline};

  [[nodiscard]] std::uint64_t ranks() const {
    return std::uint64_t{sizes[0]} * sizes[1] * sizes[2];
  }
};
/// Parses "tensor-data-pipeline"; nothing unless it names each of the three axes once.
[[nodiscard]] std::optional<std::array<Axis3D, 3>> rank_order_called(std::string_view words);

/// Coordinates of a rank on the axes.
[[nodiscard]] std::array<std::uint32_t, 3> place_of(const RankLayout& layout, std::uint64_t rank);
/// The communication groups along an axis: ranks that differ only on this axis, sorted by their
/// first rank.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> groups_along(const RankLayout& layout,
                                                                   Axis3D axis);

} // namespace stallscope::training
