// A predictor that throws at its hundredth branch, or at once with throw_first=1.
#include <stallscope/plugin.hpp>

namespace {

class Throws : public stallscope::plugin::Predictor {
public:
  explicit Throws(const stallscope::plugin::Options& options) {
    if (options.number("throw_first", 0, 0, 1) == 1)
      throw std::runtime_error("there is no table");
  }
  bool predict(const Branch&) const { return true; }
  void update(const Branch& branch, bool, bool) {
    if (++branches_ == 100)
      throw std::runtime_error("lost its way at " + std::to_string(branch.pc != 0));
  }

private:
  int branches_ = 0;
};

} // namespace

STALLSCOPE_PREDICTOR(Throws, "throws")
