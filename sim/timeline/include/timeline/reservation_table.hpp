#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope {

/// Which resources are taken in which cycle: columns are resources of some copies each, rows are
/// cycles from 0. With a period the table wraps round, as the body of a software pipeline does: row
/// c stands for the cycles c, c + period, c + 2 * period and so on (a modulo reservation table:
/// Rau, "Iterative Modulo Scheduling", 1996). Without one it grows downwards as needed.
class ReservationTable {
public:
  /// A need of one copy of a resource in the cycles [first, first + cycles) behind a start.
  struct Use {
    std::uint32_t resource = 0;
    std::uint32_t first = 0;
    std::uint32_t cycles = 1;

    bool operator==(const Use&) const = default;
  };

  /// `copies[r]`: how many operations may hold resource r in one cycle. `period` 0: not periodic.
  explicit ReservationTable(std::vector<std::uint32_t> copies, std::uint32_t period = 0);

  /// Every use fits when the operation starts in this cycle. With a period, uses of one operation
  /// that meet in a row count together.
  [[nodiscard]] bool fits(const std::vector<Use>& uses, std::uint64_t start) const;
  void take(const std::vector<Use>& uses, std::uint64_t start);
  /// Takes back what take() did.
  void release(const std::vector<Use>& uses, std::uint64_t start);

  /// Copies of a resource taken in a cycle.
  [[nodiscard]] std::uint32_t taken(std::uint64_t cycle, std::uint32_t resource) const;
  [[nodiscard]] std::uint32_t period() const { return period_; }
  [[nodiscard]] const std::vector<std::uint32_t>& copies() const { return copies_; }

private:
  [[nodiscard]] std::size_t row_of(std::uint64_t cycle) const {
    return static_cast<std::size_t>(period_ == 0 ? cycle : cycle % period_);
  }
  void change(const std::vector<Use>& uses, std::uint64_t start, bool take);

  std::vector<std::uint32_t> copies_;
  std::uint32_t period_ = 0;
  std::vector<std::uint32_t> rows_; ///< copies taken, by row * resources + resource
};

} // namespace stallscope
