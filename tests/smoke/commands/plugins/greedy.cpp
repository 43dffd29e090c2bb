// A prefetcher that asks for more lines than it may.
#include <stallscope/plugin.hpp>

namespace {

class Greedy : public stallscope::plugin::Prefetcher {
public:
  Greedy(const stallscope::plugin::Options&, const Cache& cache) : line_(cache.line_bytes) {}
  void access(const Access& access, Requests& requests) {
    for (unsigned i = 1; i <= 1000; ++i)
      requests.add(access.address + std::uint64_t{i} * line_);
  }

private:
  unsigned line_;
};

} // namespace

STALLSCOPE_PREFETCHER(Greedy, "greedy")
