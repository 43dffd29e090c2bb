#pragma once

#include "isa/op.hpp"
#include "model/run/run.hpp"

#include <optional>

namespace stallscope::gui {

/// The class of a row's instruction (of two that are fused the second's); nothing where the program
/// has none.
[[nodiscard]] std::optional<isa::OpClass> class_of(const Run& run, const RunWindow& window,
                                                   const OpRow& row);
/// What a row does with memory.
enum class MemoryRole : std::uint8_t { none, load, store };
[[nodiscard]] MemoryRole memory_role(const Run& run, const RunWindow& window, const OpRow& row);
/// It changes a register of the program (one that is always 0 is none).
[[nodiscard]] bool writes_register(const Run& run, const RunWindow& window, const OpRow& row);

} // namespace stallscope::gui
