#pragma once

#include "training/plan/verify.hpp"

#include <vector>

namespace stallscope::training {

/// Transfers of results between devices: over links allocated in the order in which results are
/// available or, if the order contains sends and receives, through one lane per device that
/// executes them in order.
class TransferLanes {
public:
  TransferLanes(const Plan& plan, const Verified& verified);

  [[nodiscard]] bool are_explicit() const { return explicit_; }

  /// Start of a transfer on a link, and the transfer it had to wait for.
  struct Grant {
    Ticks begin = 0;
    OperationIndex behind = kNoOperation;
  };
  Grant take(const Operation& op, OperationIndex pass, Ticks time);

  /// A device has reached a send or receive in its order.
  void come_to(std::uint32_t device, OperationIndex transfer);
  /// The pass whose result can be transferred, when the transfer is at the head of both devices'
  /// lanes; kNoOperation: not yet. `behind` is the previous transfer of the lane that arrived
  /// later.
  struct Match {
    OperationIndex pass = kNoOperation;
    OperationIndex behind = kNoOperation;
  };
  Match match(std::uint32_t device);
  void end_transfer(std::uint32_t from, std::uint32_t to);

  /// The transfer at the head of a device's lane; kNoOperation: none.
  [[nodiscard]] OperationIndex head(std::uint32_t device) const;
  [[nodiscard]] bool has_come_to(std::uint32_t device, OperationIndex transfer) const;
  /// The receive of a send, or the send of a receive.
  [[nodiscard]] OperationIndex partner(OperationIndex transfer) const { return partner_[transfer]; }

private:
  struct Lane {
    std::vector<OperationIndex> transfers; ///< in the order of the device
    std::size_t next = 0;                  ///< index of the head
    std::size_t come = 0;                  ///< number of transfers that the device has reached
    bool busy = false;
    OperationIndex last = kNoOperation; ///< the pass transferred last
  };

  [[nodiscard]] OperationIndex pass_of(OperationIndex transfer) const;
  void pair_up();

  const Plan& plan_;
  const PassTable& passes_;
  bool explicit_;
  std::vector<StageLinks> ways_;        ///< by stage
  std::vector<Ticks> free_at_;          ///< by link
  std::vector<OperationIndex> user_;    ///< pass transferred last, by link
  std::vector<Lane> lanes_;             ///< by device
  std::vector<OperationIndex> partner_; ///< by operation
};

} // namespace stallscope::training
