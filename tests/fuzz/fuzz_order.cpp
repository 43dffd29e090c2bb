#include "base/check.hpp"
#include "training/formats/order_file.hpp"
#include "training/memory/activations.hpp"
#include "training/simulation/simulate.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

// Any bytes are an order that can be run, and is the same after it was written and read; or
// problems that can be printed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stallscope;
  using namespace stallscope::training;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const OrderNotation notation : {OrderNotation::current, OrderNotation::older}) {
    const Result<OrderFile> read = read_order_file(text, "order.csv", notation);
    (void)format(read.diagnostics());
    if (!read) {
      STALLSCOPE_CHECK(has_errors(read.diagnostics()), "a failure says why");
      continue;
    }
    const std::string written = write_order_file(read->plan, notation);
    const Result<OrderFile> again = read_order_file(written, "again.csv", notation);
    STALLSCOPE_CHECK(again.ok() && again->plan.operations == read->plan.operations,
                     "what was written says the same order");
    const Verified verified = verify(read->plan);
    (void)format(placed(verified, *read, text, "order.csv"));
    if (verified.problem_count > 0)
      continue;
    const Execution run = simulate(read->plan, verified);
    (void)activation_peaks(read->plan);
    if (run.deadlock)
      STALLSCOPE_CHECK(!run.deadlock->waits.empty(), "a deadlock names its cycle");
    else
      (void)device_accounts(read->plan, verified, run);
  }
  return 0;
}
