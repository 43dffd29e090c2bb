#include "platform/guest_memory.hpp"

#include <algorithm>
#include <array>

namespace stallscope::isa {

void print_memory(ArchState& state, const Environment& environment, std::uint64_t address,
                  std::uint64_t bytes) {
  std::array<std::uint8_t, Memory::kPageBytes> piece{};
  constexpr std::uint64_t kAskEvery = 1 << 20;
  for (std::uint64_t done = 0; done < bytes;) {
    if (done % kAskEvery == 0 && done != 0 && !calls_may_go_on(environment))
      return; // the run ends: the rest of the output is discarded
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), bytes - done));
    state.memory.read(address + done, std::span(piece).first(part));
    if (environment.output != nullptr)
      environment.output->write(state.output_bytes,
                                {reinterpret_cast<const char*>(piece.data()), part});
    state.output_bytes += part;
    done += part;
  }
}

} // namespace stallscope::isa
