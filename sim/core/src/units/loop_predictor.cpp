#include "core/units/loop_predictor.hpp"

namespace stallscope::core {

namespace {

using Entry = LoopPredictor::Entry;

/// Counts an iteration; true when the loop runs longer than its trip count.
bool goes_on(Entry& entry) {
  if (entry.current == 0xffff) {
    entry = {};
    return false;
  }
  ++entry.current;
  return entry.trip != 0 && entry.current >= entry.trip;
}

/// Ends a run of the loop at its exit.
void ends_pass(Entry& entry, bool taken) {
  const auto length = static_cast<std::uint16_t>(entry.current + 1);
  entry.current = 0;
  if (length == entry.trip) {
    entry.confidence = static_cast<std::uint8_t>(
        entry.confidence < LoopPredictor::kSure ? entry.confidence + 1 : LoopPredictor::kSure);
    return;
  }
  entry.confidence = 0;
  entry.trip = length;
  if (length == 1) { // two exits in a row: the other direction is the one that repeats
    entry.direction = taken;
    entry.trip = 0;
    entry.current = 1;
  }
}

} // namespace

void LoopPredictor::learn(Table& table, const Record& record, bool taken, bool mispredicted,
                          bool others_wrong) const {
  const Entry& found = table[record.index];
  if (found.tag != record.tag) {
    if (!mispredicted)
      return;
    Entry& entry = table.write(record.index);
    if (entry.age > 0) {
      --entry.age;
      return;
    }
    entry = {};
    entry.tag = record.tag;
    entry.direction = !taken; // a misprediction is usually the exit of a loop
    entry.age = kOldAge;
    return;
  }
  Entry& entry = table.write(record.index);
  if (record.valid && record.taken != taken) { // the loop predictor was confident and wrong
    entry.confidence = 0;
    entry.age = 0;
    entry.trip = 0;
  } else if (record.valid && others_wrong && entry.age < kOldAge) {
    ++entry.age;
  }
  if (taken != entry.direction) {
    ends_pass(entry, taken);
  } else if (goes_on(entry)) {
    entry.confidence = 0;
    entry.trip = 0;
  }
}

} // namespace stallscope::core
