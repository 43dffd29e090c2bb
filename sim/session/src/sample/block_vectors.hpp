#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope::session {

/// Basic-block vectors (Sherwood et al., "Automatically characterizing large scale program
/// behavior", ASPLOS 2002): the number of an interval's instructions in each block of straight-line
/// code, projected at random onto a small number of dimensions, which preserves distances on
/// average.
class BlockVectors {
public:
  static constexpr std::size_t kDimensions = 15; ///< number of dimensions, as in SimPoint
  using Vector = std::array<double, kDimensions>;

  explicit BlockVectors(std::uint64_t seed) : seed_(seed) {}

  /// Adds executed instructions of the block that begins at an address.
  void add(std::uint64_t block, std::uint32_t instructions);
  /// Ends the interval.
  void end_interval();
  /// The vectors of all intervals, each divided by the interval's number of instructions.
  [[nodiscard]] const std::vector<Vector>& vectors() const { return vectors_; }
  /// Number of instructions of each interval.
  [[nodiscard]] const std::vector<std::uint64_t>& lengths() const { return lengths_; }

private:
  struct Known {
    std::uint64_t block = ~std::uint64_t{0};
    Vector direction{}; ///< direction of the block in the projection
  };
  const Vector& direction_of(std::uint64_t block);

  static constexpr std::size_t kKnown = 4096;
  std::uint64_t seed_;
  std::vector<Known> known_{kKnown}; ///< cache of blocks' directions, by address; a replaced
                                     ///< direction is computed again
  Vector sum_{};
  std::uint64_t instructions_ = 0;
  std::vector<Vector> vectors_;
  std::vector<std::uint64_t> lengths_;
};

} // namespace stallscope::session
