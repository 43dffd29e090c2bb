#pragma once

#include "base/ids.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stallscope {

/// Why a slot was lost or an operation did not move. Every lost slot has exactly one reason.
enum class Reason : std::uint8_t {
  none,          ///< not lost: the slot did useful work
  fill,          ///< the pipeline is filling: the first operation has not reached this point
  drain,         ///< the program has ended: nothing more to fetch
  raw,           ///< read after write: an operand is not available yet (register, producer)
  war,           ///< write after read: an earlier operation has not read the destination yet
  waw,           ///< write after write: an earlier operation would write the destination later
  unit_busy,     ///< structural: every functional unit of this kind is busy
  stage_full,    ///< structural: the next stage is occupied by another operation that is still
                 ///< executing
  read_port,     ///< structural: no register read port free (or the shared port is being written)
  write_port,    ///< structural: no register write port free
  memory_port,   ///< structural: the shared memory port is used by another access
  pairing,       ///< issue rules forbid issuing this together with an older operation of this cycle
  not_pipelined, ///< the machine starts the next instruction only when the previous one has ended
  latency,       ///< an operation is executing for more than one cycle
  memory_latency, ///< a data access takes more than one cycle
  fetch_latency,  ///< an instruction fetch takes more than one cycle
  icache_miss,    ///< an instruction fetch waits after a miss in its cache or TLB
  dcache_miss,    ///< a data access waits after a miss in its cache or TLB
  mispredict,     ///< work behind a mispredicted branch, and the refill after it
  redirect,    ///< a taken branch or jump was predicted right, but its target came too late for the
               ///< next fetch
  fetch_group, ///< fetch stopped at a taken branch (or at a group boundary): the rest of the width
               ///< is unused
  exception,   ///< an operation has trapped: older operations complete first, then the handler is
               ///< fetched
  serialising, ///< an operation that must run alone (a system call, a fence)
  queue_full,  ///< no entry free in a queue, station or buffer
  branches_full, ///< no entry free in the branch prediction queue
  reorder_full,  ///< no entry free in the reorder buffer
  station_full,  ///< no entry free in the stations in front of the units it needs
  load_full,     ///< no entry free in the load queue
  store_full,    ///< no entry free in the store queue
  buffer_full,   ///< no entry free in the store buffer, which holds stores that have retired
  no_register,   ///< no physical register free
  bypass,        ///< a result has been computed, and is still on the bypass network to the unit
                 ///< that needs it
  memory_order,  ///< a load waits for an older store, or has read too early and is replayed
  control,       ///< nothing is fetched or issued behind a branch or jump before it is resolved
  idle,          ///< no operation for this unit: the operations in flight use other units
  // Reasons of a device in training
  activation,   ///< the activation is not available yet: the previous stage has not computed it
  gradient,     ///< the gradient is not available yet: the next stage has not computed it
  transfer,     ///< the data needed are being transferred between two devices
  link_busy,    ///< the data needed wait for their link, which is used by another transfer
  order,        ///< another operation could run, but is not next in the device's order
  memory_limit, ///< not enough free memory for the next operation
  barrier,      ///< waits for all other devices: a flush, a collective, an optimizer step
  input,        ///< the samples have not been loaded yet
  // Reasons of a device that runs a computation graph
  launch, ///< the host has not launched the kernel yet
  data,   ///< a tensor that is needed is still being computed
  event,  ///< an event has not been recorded yet: another stream still computes the data needed
  copy,   ///< the data needed are being copied between the host and the device
  other,  ///< in a trace of another tool: a reason of that tool, whose name is among the register
          ///< names (Cause::reg)
};

inline constexpr std::size_t kReasonCount = static_cast<std::size_t>(Reason::other) + 1;

/// Names and texts of a reason, used by all displays.
struct ReasonInfo {
  std::string_view name;    ///< stable identifier in JSON, CSV and options: "raw"
  std::string_view mark;    ///< at most 4 ASCII letters for a narrow cell: "RAW"
  std::string_view title;   ///< short heading: "RAW dependence"
  std::string_view meaning; ///< one sentence for legends and help
};

[[nodiscard]] const ReasonInfo& info(Reason reason);
[[nodiscard]] std::optional<Reason> reason_from_name(std::string_view name);

/// Reason and culprit of a stalled cell, an empty cell or a lost slot.
struct Cause {
  Reason why = Reason::none;
  RegId reg = kNoRegister; ///< the register of raw, war and waw
  OpId culprit;            ///< the operation for which this one waits; kNoOp when there is none

  constexpr Cause() = default;
  constexpr explicit(false) Cause(Reason reason, RegId reg_id = kNoRegister, OpId waited_for = {})
      : why(reason), reg(reg_id), culprit(waited_for) {}

  constexpr bool operator==(const Cause&) const = default;
};

} // namespace stallscope
