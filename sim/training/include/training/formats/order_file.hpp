#pragma once

#include "base/result.hpp"
#include "training/plan/plan.hpp"
#include "training/plan/verify.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// What B stands for in an order file.
enum class OrderNotation : std::uint8_t {
  current, ///< F I W B: B is the whole backward pass
  older,   ///< F B W BW: B is the input gradient, BW the whole backward pass
};

struct CellPlace {
  std::uint32_t line = 0;   ///< from 1
  std::uint32_t column = 0; ///< from 1, in bytes
  std::uint32_t length = 0;
};

/// A plan whose orders stand in a file, with the places of its operations.
struct OrderFile {
  Plan plan;
  std::vector<CellPlace> places; ///< by operation
};

/// Reads the CSV of torch.distributed.pipelining: a row a device, a cell an operation, in its
/// order; empty cells mean nothing. Stages lie where their passes stand. Micro-batches that pass
/// disjoint ranges of stages, of equal length, make several pipelines.
[[nodiscard]] Result<OrderFile> read_order_file(std::string_view text, std::string_view file,
                                                OrderNotation notation);

/// The same text for a plan; what overlaps as (0F7;7B3)OVERLAP_F_B.
[[nodiscard]] std::string write_order_file(const Plan& plan, OrderNotation notation);

/// What the verifier has found, with the places of the file.
[[nodiscard]] Diagnostics placed(const Verified& verified, const OrderFile& order,
                                 std::string_view text, std::string_view file);

} // namespace stallscope::training
