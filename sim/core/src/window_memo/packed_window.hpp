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

/// What a micro-op of the program is of, by its place in OutOfOrderCore::planned().
struct MicroOpOrigin {
  std::uint32_t instruction = 0;
  std::uint16_t instructions = 1; ///< 2 for a pair that is fused
  bool is_control = false;        ///< the micro-op of a branch or jump that decides
  std::uint32_t control = 0;      ///< which instruction that is
};
struct MicroOpOrigins {
  std::vector<MicroOpOrigin> of;
  std::vector<RegId> written; ///< registers that any of them writes
  std::vector<RegId> renamed; ///< the same, and values between the micro-ops of an instruction
  explicit MicroOpOrigins(const OutOfOrderCore& core);
};

/// The physical registers as retirement has left them: of those that any micro-op writes.
struct RetiredRegisters {
  std::array<std::uint16_t, kMaxRegisters> of{};     ///< kNoPhysical: none
  std::array<std::uint64_t, kRegisterKinds> taken{}; ///< by all that has retired
  RetiredRegisters(const MicroOpOrigins& origins, const OutOfOrderState& state);
  RetiredRegisters() = default;
  /// One of a register's results retires.
  void replace(OutOfOrderState& state, RegId reg, unsigned kind) {
    FreeList& list = state.free_lists[kind];
    const std::uint16_t now = list.at(taken[kind]++);
    if (of[reg] != kNoPhysical)
      list.release(of[reg]);
    of[reg] = now;
  }
};

/// Positions of the micro-ops that a state has in its window.
struct InWindow {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// The state can be packed: the run goes on, nothing has trapped, and all code is the program's
/// own.
[[nodiscard]] bool is_clean(const OutOfOrderState& state);

/// Packs a clean state of a run without a record, into the buffer: what is in flight as far as it
/// decides on the timing, with cycles counted from the present one and places from the oldest.
[[nodiscard]] std::string_view pack(const OutOfOrderCore& core, const OutOfOrderState& state,
                                    PackingBuffer& buffer);

/// Gives `state` the timing that was packed. Everything else must be that of the present: cycle,
/// next_op, counters, ledger, where the rings begin and end, the functional state, caches,
/// predictor, entries of stores and branches with what they hold of addresses, and addresses of
/// micro-ops in flight. What these write is taken from `right_path`, so that the register file is
/// exact once they have retired. `before`: the window when it was left, by its positions then, to
/// be cleared.
void unpack(const OutOfOrderCore& core, const MicroOpOrigins& origins, std::string_view packed,
            const RetiredRegisters& retired,
            const std::array<std::uint64_t, kMaxRegisters>& right_path, InWindow before,
            OutOfOrderState& state);

} // namespace stallscope::core
