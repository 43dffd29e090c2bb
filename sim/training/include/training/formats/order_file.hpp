#pragma once

#include "base/result.hpp"
#include "training/plan/plan.hpp"
#include "training/plan/verify.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// Meaning of B in an order file.
enum class OrderNotation : std::uint8_t {
  current, ///< F I W B: B is the whole backward pass
  older,   ///< F B W BW: B is the input gradient, BW the whole backward pass
};

struct CellPlace {
  std::uint32_t line = 0;   ///< from 1
  std::uint32_t column = 0; ///< from 1, in bytes
  std::uint32_t length = 0;
};

/// A plan read from an order file, with the source location of each operation.
struct OrderFile {
  Plan plan;
  std::vector<CellPlace> places; ///< by operation
};

/// Reads the CSV of torch.distributed.pipelining: one row per device, one cell per operation, in
/// execution order; empty cells are ignored. A stage belongs to the device of its passes.
/// Micro-batches that pass through disjoint stage ranges of equal length form separate pipelines.
/// Optimizer steps between the gradients of a stage make the weights change there.
[[nodiscard]] Result<OrderFile> read_order_file(std::string_view text, std::string_view file,
                                                OrderNotation notation);

/// The order file of a plan; overlapped passes are written as (0F7;7B3)OVERLAP_F_B, optimizer steps
/// (which PyTorch's files have not) where a stage has several.
[[nodiscard]] std::string write_order_file(const Plan& plan, OrderNotation notation);

/// The verifier's problems with their locations in the file.
[[nodiscard]] Diagnostics placed(const Verified& verified, const OrderFile& order,
                                 std::string_view text, std::string_view file);

} // namespace stallscope::training
