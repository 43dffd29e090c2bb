#pragma once

#include "isa/op.hpp"
#include "model/run/run.hpp"

#include <optional>

namespace stallscope::gui {

/// The class of a row's instruction (for a fused pair the second one's); nothing if the program has
/// no such instruction.
[[nodiscard]] std::optional<isa::OpClass> class_of(const Run& run, const RunWindow& window,
                                                   const OpRow& row);
/// The access to data memory of a row.
[[nodiscard]] trace::DataAccess data_access(const Run& run, const RunWindow& window,
                                            const OpRow& row);
/// The row writes an architectural register (other than a constant-zero register).
[[nodiscard]] bool writes_register(const Run& run, const RunWindow& window, const OpRow& row);

} // namespace stallscope::gui
