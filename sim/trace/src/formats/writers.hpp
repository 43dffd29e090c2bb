#pragma once

#include "trace/trace_file.hpp"

#include <memory>

namespace stallscope::trace {

[[nodiscard]] std::unique_ptr<OpStream> make_kanata_writer(ByteSink sink);
[[nodiscard]] std::unique_ptr<OpStream> make_o3_writer(ByteSink sink);
[[nodiscard]] std::unique_ptr<OpStream> make_perfetto_writer(ByteSink sink);
[[nodiscard]] std::unique_ptr<OpStream> make_json_lines_writer(ByteSink sink);

} // namespace stallscope::trace
