#include "base/check.hpp"
#include "training/formats/measured_trace.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

// Any bytes are a measured trace, whose devices' time adds up, or a problem that can be printed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stallscope;
  using namespace stallscope::training;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Result<MeasuredTrace> read = read_measured_trace(text, "trace.json");
  (void)format(read.diagnostics());
  if (!read)
    return 0;
  MeasuredTrace two;
  for (const Alignment how : {Alignment::collectives, Alignment::clock, Alignment::start}) {
    two = *read;
    const bool aligned = append(two, *read, how).empty();
    STALLSCOPE_CHECK(two.devices.size() == (aligned ? 2 : 1) * read->devices.size(),
                     "both traces' devices");
  }
  const std::vector<MeasuredDevice> devices = analyse(two);
  (void)passes_of(two);
  if (lanes_of(two) < kNoLane)
    (void)measured_record(two, devices, std::max<std::uint64_t>(two.span / 50, 1), "trace.json");
  return 0;
}
