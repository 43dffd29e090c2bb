// gshare (McFarling, Combining Branch Predictors, 1993): saturating counters of two bits, found by
// address xor global history.
//
// Options: entries=4096 (a power of two), history=12 (branches), shift=1 (address bits that are the
// same for all instructions: 1 for RISC-V with compressed instructions, 2 for MIPS, 0 for x86).
#include <stallscope/plugin.hpp>
#include <stdexcept>
#include <vector>

namespace {

class Gshare : public stallscope::plugin::Predictor {
public:
  explicit Gshare(const stallscope::plugin::Options& options)
      : counters_(options.power_of_two("entries", 4096, 2, 1 << 20), kWeaklyNotTaken),
        history_bits_(static_cast<unsigned>(options.number("history", 12, 1, 20))),
        shift_(static_cast<unsigned>(options.number("shift", 1, 0, 2))) {
    unsigned index_bits = 0;
    while (std::size_t{1} << index_bits < counters_.size())
      ++index_bits;
    if (history_bits_ > index_bits)
      throw std::invalid_argument(
          "history=" + std::to_string(history_bits_) +
          " does not fit into the index of entries=" + std::to_string(counters_.size()));
    align_ = index_bits - history_bits_;
  }

  bool predict(const Branch& branch) const { return counters_[index(branch)] >= kWeaklyTaken; }
  void update(const Branch& branch, bool taken, bool /*predicted*/) {
    unsigned char& counter = counters_[index(branch)];
    if (taken ? counter < kStronglyTaken : counter > 0)
      counter = static_cast<unsigned char>(counter + (taken ? 1 : -1));
  }

private:
  enum : unsigned char { kWeaklyNotTaken = 1, kWeaklyTaken = 2, kStronglyTaken = 3 };

  std::size_t index(const Branch& branch) const {
    const std::uint64_t recent = branch.history & ((std::uint64_t{1} << history_bits_) - 1);
    return ((branch.pc >> shift_) ^ recent << align_) & (counters_.size() - 1);
  }

  std::vector<unsigned char> counters_;
  unsigned history_bits_;
  unsigned shift_;
  unsigned align_ = 0; ///< a short history is xored with the upper bits of the index
};

} // namespace

STALLSCOPE_PREDICTOR(Gshare, "gshare")
