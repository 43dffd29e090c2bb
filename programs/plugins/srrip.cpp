// Static re-reference interval prediction (Jaleel et al., High Performance Cache Replacement Using
// Re-Reference Interval Prediction, 2010): a line that is used is expected soon, a new one late;
// the first that is expected in the distant future makes room.
//
// Options: bits=2 (of the interval).
#include <stallscope/plugin.hpp>
#include <vector>

namespace {

class Srrip : public stallscope::plugin::Replacement {
public:
  Srrip(const stallscope::plugin::Options& options, const Cache& cache)
      : ways_(cache.ways),
        distant_(static_cast<unsigned char>((1U << options.number("bits", 2, 1, 8)) - 1)),
        intervals_(cache.sets * cache.ways, distant_) {}

  unsigned victim(std::uint64_t set) {
    unsigned char* const lines = &intervals_[set * ways_];
    while (true) {
      for (unsigned way = 0; way < ways_; ++way)
        if (lines[way] == distant_)
          return way;
      for (unsigned way = 0; way < ways_; ++way)
        ++lines[way];
    }
  }
  void touch(std::uint64_t set, unsigned way, bool filled) {
    intervals_[set * ways_ + way] = static_cast<unsigned char>(filled ? distant_ - 1 : 0);
  }

private:
  unsigned ways_;
  unsigned char distant_;
  std::vector<unsigned char> intervals_;
};

} // namespace

STALLSCOPE_REPLACEMENT(Srrip, "srrip")
