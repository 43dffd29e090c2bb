#pragma once

#include "core/memo/packed_place.hpp"
#include "core/out_of_order/out_of_order_core.hpp"
#include "memo/packing.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::core {

/// Static data of a micro-op of the program, by its index in OutOfOrderCore::planned().
struct MicroOpOrigin {
  std::uint32_t instruction = 0;
  std::uint16_t instructions = 1; ///< 2 for a fused pair
  bool is_control = false;        ///< the micro-op resolves a branch or jump
  std::uint32_t control = 0;      ///< index of that branch or jump
};
struct MicroOpOrigins {
  std::vector<MicroOpOrigin> of;
  std::vector<RegId> written; ///< registers that at least one micro-op writes
  std::vector<RegId> renamed; ///< the same registers, and the temporaries between the micro-ops of
                              ///< an instruction
  explicit MicroOpOrigins(const OutOfOrderCore& core);
};

/// The physical registers of the architectural state, for registers that at least one micro-op
/// writes.
struct RetiredRegisters {
  std::array<std::uint16_t, kMaxRegisters> of{};     ///< by register; kNoPhysical: none
  std::array<std::uint64_t, kRegisterKinds> taken{}; ///< by kind: number of allocations by all
                                                     ///< retired micro-ops
  RetiredRegisters(const MicroOpOrigins& origins, const OutOfOrderState& state);
  RetiredRegisters() = default;
  /// Retirement of a result: replaces the register's previous physical register.
  void replace(OutOfOrderState& state, RegId reg, unsigned kind) {
    FreeList& list = state.free_lists[kind];
    const std::uint16_t now = list.at(taken[kind]++);
    if (of[reg] != kNoPhysical)
      list.release(of[reg]);
    of[reg] = now;
  }
};

/// Window positions of the micro-ops of a state.
struct InWindow {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// The state can be packed: the run continues, nothing has trapped, and all code is the original
/// program.
[[nodiscard]] bool is_clean(const OutOfOrderState& state);

/// Packs a clean state of a run without a record into the buffer: everything in flight that
/// determines the timing, with cycles relative to the present cycle and positions relative to the
/// oldest micro-op.
[[nodiscard]] std::string_view pack(const OutOfOrderCore& core, const OutOfOrderState& state,
                                    PackingBuffer& buffer);

/// Unpacks the timing into `state`. Everything else must be up to date: cycle, next_op, counters,
/// ledger, ring positions, functional state, caches, predictor, addresses in store and branch
/// entries, and addresses of micro-ops in flight. Results in flight are taken from `right_path`, so
/// that the register file is exact once they have retired. `before`: the window positions when
/// replay began, whose slots are cleared.
void unpack(const OutOfOrderCore& core, const MicroOpOrigins& origins, std::string_view packed,
            const RetiredRegisters& retired,
            const std::array<std::uint64_t, kMaxRegisters>& right_path, InWindow before,
            OutOfOrderState& state);

} // namespace stallscope::core
