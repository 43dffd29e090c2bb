#pragma once

#include "trace/op_stream.hpp"
#include "trace/run_record.hpp"

namespace stallscope::trace {

/// Replays a recorded run into a trace writer.
void stream_record(const RunRecord& run, OpStream& to);

} // namespace stallscope::trace
