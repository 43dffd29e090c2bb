#include "trace/event.hpp"

namespace stallscope::trace {

std::size_t EventLog::size() const {
  std::size_t count = 0;
  for (const EventChunk& chunk : chunks)
    count += chunk.events.size();
  return count;
}

} // namespace stallscope::trace
