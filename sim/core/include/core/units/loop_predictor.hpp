#pragma once

#include "core/units/paged_table.hpp"

#include <bit>
#include <cstdint>

namespace stallscope::core {

/// Loop predictor: counts the iterations of a loop's branch, and predicts the exit once the trip
/// count has been the same three times in a row. After Seznec, L-TAGE (Journal of Instruction-Level
/// Parallelism, 2007). Direct mapped, with tags.
class LoopPredictor {
public:
  struct Entry {
    std::uint16_t tag = 0;     ///< 0: empty
    std::uint16_t trip = 0;    ///< trip count: executions of the branch from the entry to the exit
                               ///< of the loop, the exit included; 0: not known
    std::uint16_t current = 0; ///< executions in the current run, resolved
    std::uint16_t running = 0; ///< executions in the current run, predicted (speculative)
    std::uint8_t confidence = 0;
    std::uint8_t age = 0;   ///< replacement: misses by other branches until the entry is evicted
    bool direction = false; ///< the direction of all executions except the exit

    bool operator==(const Entry&) const = default;
  };
  using Table = PagedTable<Entry>;
  /// State read by a prediction, to be restored on a squash.
  struct Record {
    std::uint32_t index = 0;
    std::uint16_t tag = 0;
    std::uint16_t running = 0;
    bool hit = false;
    bool valid = false; ///< the trip count is confirmed: the prediction is used
    bool taken = false;
  };

  static constexpr std::uint8_t kSure = 3;
  static constexpr std::uint8_t kOldAge = 7;

  LoopPredictor() = default;
  LoopPredictor(unsigned entries, unsigned address_shift)
      : entries_(entries), shift_(address_shift),
        tag_shift_(entries == 0 ? 0 : static_cast<unsigned>(std::countr_zero(entries))) {}

  [[nodiscard]] bool exists() const { return entries_ > 0; }
  [[nodiscard]] Table table() const { return {entries_, Entry{}}; }

  [[nodiscard]] Record predict(const Table& table, std::uint64_t pc) const {
    Record record;
    const std::uint64_t at = pc >> shift_;
    record.index = static_cast<std::uint32_t>(at & (entries_ - 1));
    record.tag = static_cast<std::uint16_t>((at >> tag_shift_ & 0x3fff) | 0x4000);
    const Entry& entry = table[record.index];
    record.hit = entry.tag == record.tag;
    if (!record.hit)
      return record;
    record.running = entry.running;
    record.valid = entry.confidence == kSure;
    record.taken = (entry.running + 1U == entry.trip) != entry.direction;
    return record;
  }
  /// Speculative update: a branch is executed as predicted.
  void advance(Table& table, const Record& record, bool taken) const {
    const Entry& entry = table[record.index];
    if (entry.tag != record.tag)
      return;
    const bool goes_on = taken == entry.direction && entry.running < 0xffff;
    table.write(record.index).running = static_cast<std::uint16_t>(goes_on ? entry.running + 1 : 0);
  }
  /// Undoes the speculative update of a squashed prediction.
  void undo(Table& table, const Record& record) const {
    if (record.hit && table[record.index].tag == record.tag)
      table.write(record.index).running = record.running;
  }
  /// `mispredicted`: the final prediction was wrong; `others_wrong`: the prediction without the
  /// loop predictor was wrong.
  void learn(Table& table, const Record& record, bool taken, bool mispredicted,
             bool others_wrong) const;
  /// Sets the speculative count to the resolved one.
  void forget_running(Table& table, const Record& record) const {
    if (table[record.index].tag == record.tag)
      table.write(record.index).running = table[record.index].current;
  }

private:
  unsigned entries_ = 0;
  unsigned shift_ = 0;
  unsigned tag_shift_ = 0;
};

} // namespace stallscope::core
