#include "timeline/reservation_table.hpp"

#include "base/check.hpp"

namespace stallscope {

ReservationTable::ReservationTable(std::vector<std::uint32_t> copies, std::uint32_t period)
    : copies_(std::move(copies)), period_(period), rows_(copies_.size() * period) {}

std::uint32_t ReservationTable::taken(std::uint64_t cycle, std::uint32_t resource) const {
  const std::size_t cell = row_of(cycle) * copies_.size() + resource;
  return cell < rows_.size() ? rows_[cell] : 0;
}

bool ReservationTable::fits(const std::vector<Use>& uses, std::uint64_t start) const {
  for (std::size_t u = 0; u < uses.size(); ++u) {
    const Use& use = uses[u];
    if (period_ == 0) {
      for (std::uint32_t c = 0; c < use.cycles; ++c)
        if (taken(start + use.first + c, use.resource) >= copies_[use.resource])
          return false;
      continue;
    }
    // Several uses of one operation can share a row, as can a use longer than the period with
    // itself: they add up.
    for (std::uint32_t c = 0; c < use.cycles && c < period_; ++c) {
      const std::size_t row = row_of(start + use.first + c);
      std::uint64_t wanted = taken(start + use.first + c, use.resource);
      for (const Use& other : uses)
        if (other.resource == use.resource) {
          const std::size_t offset = (row + period_ - row_of(start + other.first)) % period_;
          wanted += offset < other.cycles ? (other.cycles - offset - 1) / period_ + 1 : 0;
        }
      if (wanted > copies_[use.resource])
        return false;
    }
  }
  return true;
}

void ReservationTable::change(const std::vector<Use>& uses, std::uint64_t start, bool take) {
  for (const Use& use : uses)
    for (std::uint32_t c = 0; c < use.cycles; ++c) {
      const std::size_t cell = row_of(start + use.first + c) * copies_.size() + use.resource;
      if (cell >= rows_.size())
        rows_.resize((row_of(start + use.first + c) + 1) * copies_.size() * 2);
      if (take) {
        ++rows_[cell];
      } else {
        STALLSCOPE_CHECK(rows_[cell] > 0, "a released reservation was never made");
        --rows_[cell];
      }
    }
}

void ReservationTable::take(const std::vector<Use>& uses, std::uint64_t start) {
  change(uses, start, true);
}

void ReservationTable::release(const std::vector<Use>& uses, std::uint64_t start) {
  change(uses, start, false);
}

} // namespace stallscope
