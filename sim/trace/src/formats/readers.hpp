#pragma once

#include "trace/trace_file.hpp"

#include <memory>

namespace stallscope::trace {

[[nodiscard]] std::unique_ptr<TraceReader> make_kanata_reader(OpStream& to, ReaderOptions options);
[[nodiscard]] std::unique_ptr<TraceReader> make_o3_reader(OpStream& to, ReaderOptions options);

} // namespace stallscope::trace
