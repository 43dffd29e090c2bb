#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope {

/// Reservation table: columns are resources with a number of copies each, rows are cycles from 0.
/// With a period (initiation interval) it is a modulo reservation table: row c represents the
/// cycles c, c + period, c + 2 * period and so on (Rau, "Iterative Modulo Scheduling", 1996).
/// Without a period the table grows as needed.
class ReservationTable {
public:
  /// A use of one copy of a resource in the cycles [first, first + cycles) relative to a start.
  struct Use {
    std::uint32_t resource = 0;
    std::uint32_t first = 0;
    std::uint32_t cycles = 1;

    bool operator==(const Use&) const = default;
  };

  /// `copies[r]`: number of copies of resource r. `period` 0: not periodic.
  explicit ReservationTable(std::vector<std::uint32_t> copies, std::uint32_t period = 0);

  /// Whether all uses fit when the operation starts in this cycle. With a period, several uses of
  /// one operation in the same row add up.
  [[nodiscard]] bool fits(const std::vector<Use>& uses, std::uint64_t start) const;
  void take(const std::vector<Use>& uses, std::uint64_t start);
  /// Undoes take().
  void release(const std::vector<Use>& uses, std::uint64_t start);

  /// Copies of a resource in use in a cycle.
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
  std::vector<std::uint32_t> rows_; ///< copies in use, by row * resources + resource
};

} // namespace stallscope
