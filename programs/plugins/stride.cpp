// Stride prefetcher (Chen and Baer, Effective Hardware-Based Data Prefetching, 1995): an
// instruction whose addresses have had the same distance twice asks for the next ones.
//
// Options: entries=64 (instructions that are remembered, a power of two), degree=1 (lines asked for
// at a time).
#include <stallscope/plugin.hpp>
#include <vector>

namespace {

class Stride : public stallscope::plugin::Prefetcher {
public:
  Stride(const stallscope::plugin::Options& options, const Cache&)
      : entries_(options.power_of_two("entries", 64, 1, 4096)),
        degree_(static_cast<unsigned>(options.number("degree", 1, 1, 16))) {}

  void access(const Access& access, Requests& requests) {
    Entry& entry = entries_[access.pc >> 1 & (entries_.size() - 1)];
    if (entry.pc != access.pc) {
      entry = {access.pc, access.address, 0};
      return;
    }
    const std::uint64_t stride = access.address - entry.address; // modulo 2^64
    const bool steady = stride != 0 && stride == entry.stride;
    entry.stride = stride;
    entry.address = access.address;
    for (unsigned i = 1; steady && i <= degree_; ++i)
      requests.add(access.address + i * stride);
  }

private:
  struct Entry {
    std::uint64_t pc = ~std::uint64_t{0};
    std::uint64_t address = 0;
    std::uint64_t stride = 0;
  };

  std::vector<Entry> entries_;
  unsigned degree_;
};

} // namespace

STALLSCOPE_PREFETCHER(Stride, "stride")
