// A replacement policy that names a way which the cache does not have.
#include <stallscope/plugin.hpp>

namespace {

class WrongWay : public stallscope::plugin::Replacement {
public:
  WrongWay(const stallscope::plugin::Options&, const Cache& cache) : ways_(cache.ways) {}
  unsigned victim(std::uint64_t) { return ways_; }
  void touch(std::uint64_t, unsigned, bool) {}

private:
  unsigned ways_;
};

} // namespace

STALLSCOPE_REPLACEMENT(WrongWay, "wrong_way")
