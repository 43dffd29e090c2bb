#pragma once

#include "core/units/paged_table.hpp"

#include <bit>
#include <cstdint>
#include <cstdlib>

namespace stallscope::core {

/// Perceptron predictor: the sign of a weighted sum of the history (Jimenez and Lin, Dynamic Branch
/// Prediction with Perceptrons, HPCA 2001). Weights have 8 bits; initial weights 0 predict taken.
class Perceptron {
public:
  using Table = PagedTable<std::int8_t>;

  Perceptron() = default;
  Perceptron(unsigned entries, unsigned history_bits, unsigned address_shift)
      : mask_(entries - 1), history_bits_(history_bits), stride_(std::bit_ceil(history_bits + 1)),
        threshold_(static_cast<int>(1.93 * history_bits + 14)), shift_(address_shift) {}

  [[nodiscard]] Table table() const { return {(mask_ + 1) * stride_, 0}; }
  [[nodiscard]] std::size_t index(std::uint64_t pc) const { return (pc >> shift_) & mask_; }

  /// The sum for a history whose youngest direction is in bit 0; taken when it is not negative.
  [[nodiscard]] int sum(const Table& table, std::uint64_t pc, std::uint64_t history) const {
    const std::int8_t* weights = &table[index(pc) * stride_];
    int sum = 0;
    sum += weights[0]; // the bias
    for (unsigned i = 0; i < history_bits_; ++i)
      sum += (history >> i & 1) != 0 ? weights[i + 1] : -weights[i + 1];
    return sum;
  }
  /// Updates the weights when the prediction was wrong or the sum within the threshold of the
  /// paper, 1.93 x length + 14.
  void learn(Table& table, std::uint64_t pc, std::uint64_t history, int sum, bool taken) const {
    if ((sum >= 0) == taken && std::abs(sum) > threshold_)
      return;
    std::int8_t* weights = &table.write(index(pc) * stride_);
    step(weights[0], taken);
    for (unsigned i = 0; i < history_bits_; ++i)
      step(weights[i + 1], ((history >> i & 1) != 0) == taken);
  }

private:
  static void step(std::int8_t& weight, bool up) {
    if (up ? weight < 127 : weight > -128)
      weight = static_cast<std::int8_t>(weight + (up ? 1 : -1));
  }

  std::size_t mask_ = 0;
  unsigned history_bits_ = 1;
  std::size_t stride_ = 1; ///< weights of one perceptron, rounded to a power of two, so that none
                           ///< crosses a page
  int threshold_ = 0;
  unsigned shift_ = 0;
};

} // namespace stallscope::core
