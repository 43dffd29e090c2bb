#pragma once

#include "trace/op_stream.hpp"
#include "trace/run_record.hpp"

namespace stallscope::trace {

/// Tells a recorded run to a writer of traces, as if it happened now.
void stream_record(const RunRecord& run, OpStream& to);

} // namespace stallscope::trace
