// A small TAGE (Seznec and Michaud, A Case for (Partially) Tagged Geometric History Length Branch
// Prediction, 2006): a table of counters by address, and tagged tables for histories of geometric
// lengths, of which the longest that knows the branch decides. The history is that of the
// interface, 64 branches. Left out: the choice between provider and alternate by how new an entry
// is.
//
// Options: entries=1024 (of each table, a power of two), shift=1 (address bits that are the same
// for all instructions).
#include <array>
#include <stallscope/plugin.hpp>
#include <vector>

namespace {

class Tage : public stallscope::plugin::Predictor {
public:
  explicit Tage(const stallscope::plugin::Options& options)
      : entries_(options.power_of_two("entries", 1024, 16, 1 << 16)),
        shift_(static_cast<unsigned>(options.number("shift", 1, 0, 2))), base_(entries_, 0) {
    for (auto& table : tables_)
      table.resize(entries_);
  }

  bool predict(const Branch& branch) const {
    const int table = provider(branch, kTables);
    return table < 0 ? base_[base_index(branch)] >= 0 : entry(branch, table).counter >= 0;
  }

  void update(const Branch& branch, bool taken, bool predicted) {
    const int table = provider(branch, kTables);
    if (table < 0) {
      count(base_[base_index(branch)], taken, 1);
    } else {
      Entry& decided = entry(branch, table);
      const int second = provider(branch, table);
      const bool alternate =
          second < 0 ? base_[base_index(branch)] >= 0 : entry(branch, second).counter >= 0;
      const bool right = (decided.counter >= 0) == taken;
      if ((decided.counter >= 0) != alternate) // only then it has been of use, or done harm
        decided.useful =
            static_cast<unsigned char>(right ? (decided.useful < 3 ? decided.useful + 1 : 3)
                                             : (decided.useful > 0 ? decided.useful - 1 : 0));
      count(decided.counter, taken, 3);
    }
    if (predicted != taken)
      allocate(branch, table + 1, taken);
  }

private:
  static constexpr int kTables = 5;
  static constexpr std::array<unsigned, kTables> kHistory{4, 8, 16, 32, 64};

  struct Entry {
    std::uint16_t tag = 0;
    signed char counter = 0; ///< -4 to 3; taken when it is not negative
    unsigned char useful = 0;
  };

  /// A counter from -(limit + 1) to limit.
  static void count(signed char& counter, bool up, int limit) {
    if (up ? counter < limit : counter > -limit - 1)
      counter = static_cast<signed char>(counter + (up ? 1 : -1));
  }
  /// The history of a table, folded to a number of bits.
  static std::uint64_t folded(std::uint64_t history, unsigned length, unsigned bits) {
    if (length < 64)
      history &= (std::uint64_t{1} << length) - 1;
    std::uint64_t sum = 0;
    for (; history != 0; history >>= bits)
      sum ^= history & ((std::uint64_t{1} << bits) - 1);
    return sum;
  }

  std::size_t base_index(const Branch& branch) const {
    return branch.pc >> shift_ & (entries_ - 1);
  }
  std::size_t index(const Branch& branch, int table) const {
    const std::uint64_t pc = branch.pc >> shift_;
    return (pc ^ pc >> (4 + table) ^
            folded(branch.history, kHistory[static_cast<std::size_t>(table)], 10)) &
           (entries_ - 1);
  }
  /// Never 0, which empty entries have.
  std::uint16_t tag(const Branch& branch, int table) const {
    const unsigned length = kHistory[static_cast<std::size_t>(table)];
    return static_cast<std::uint16_t>(((branch.pc >> shift_ ^ folded(branch.history, length, 9) ^
                                        folded(branch.history, length, 8) << 1) &
                                       0x1ff) +
                                      1);
  }
  const Entry& entry(const Branch& branch, int table) const {
    return tables_[static_cast<std::size_t>(table)][index(branch, table)];
  }
  Entry& entry(const Branch& branch, int table) {
    return tables_[static_cast<std::size_t>(table)][index(branch, table)];
  }
  /// The longest history below `limit` that knows the branch; -1: none.
  int provider(const Branch& branch, int limit) const {
    for (int table = limit - 1; table >= 0; --table)
      if (entry(branch, table).tag == tag(branch, table))
        return table;
    return -1;
  }
  /// After a misprediction a longer history learns the branch, where an entry is of no use; where
  /// none is, all that stood in the way become less so.
  void allocate(const Branch& branch, int from, bool taken) {
    for (int table = from; table < kTables; ++table)
      if (Entry& place = entry(branch, table); place.useful == 0) {
        place = {tag(branch, table), static_cast<signed char>(taken ? 0 : -1), 0};
        return;
      }
    for (int table = from; table < kTables; ++table)
      --entry(branch, table).useful;
  }

  std::size_t entries_;
  unsigned shift_;
  std::vector<signed char> base_; ///< counters from -2 to 1
  std::array<std::vector<Entry>, kTables> tables_;
};

} // namespace

STALLSCOPE_PREDICTOR(Tage, "tage")
