#pragma once

#include "arguments/arguments.hpp"
#include "session/sample/sample.hpp"

#include <string>

namespace stallscope::cli {

/// The estimates for a sampled program, as text.
[[nodiscard]] std::string sample_text(const session::SampleResult& result,
                                      const std::string& program, const std::string& machine);
/// The estimates as stallscope.sample/1 (cli/JSON.md).
[[nodiscard]] std::string sample_json(const session::SampleResult& result,
                                      const SampleArguments& arguments, const std::string& program,
                                      const std::string& machine);

/// The intervals of simpoint: interval,first_instruction,instructions,weight.
[[nodiscard]] std::string points_csv(const session::SampleResult& result);

} // namespace stallscope::cli
