#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope::session {

/// Basic-block vectors (Sherwood et al., "Automatically characterizing large scale program
/// behavior", ASPLOS 2002): how many of an interval's instructions each block of straight-line code
/// has, projected at random onto few dimensions, which keeps distances on average.
class BlockVectors {
public:
  static constexpr std::size_t kDimensions = 15; ///< as SimPoint
  using Vector = std::array<double, kDimensions>;

  explicit BlockVectors(std::uint64_t seed) : seed_(seed) {}

  /// Instructions of the block that begins at an address have been executed.
  void add(std::uint64_t block, std::uint32_t instructions);
  /// The interval is over.
  void end_interval();
  /// Of all intervals, each relative to its instructions.
  [[nodiscard]] const std::vector<Vector>& vectors() const { return vectors_; }
  /// Instructions of each interval.
  [[nodiscard]] const std::vector<std::uint64_t>& lengths() const { return lengths_; }

private:
  struct Known {
    std::uint64_t block = ~std::uint64_t{0};
    Vector direction{}; ///< of the block in the projection
  };
  const Vector& direction_of(std::uint64_t block);

  static constexpr std::size_t kKnown = 4096;
  std::uint64_t seed_;
  std::vector<Known> known_{kKnown}; ///< directions of blocks, by address; computed again when lost
  Vector sum_{};
  std::uint64_t instructions_ = 0;
  std::vector<Vector> vectors_;
  std::vector<std::uint64_t> lengths_;
};

} // namespace stallscope::session
