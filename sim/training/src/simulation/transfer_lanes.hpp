#pragma once

#include "training/plan/verify.hpp"

#include <vector>

namespace stallscope::training {

/// What carries results between devices: links that are taken as results are there or, where the
/// order names sends and receives, a lane of each device that does them one after the other.
class TransferLanes {
public:
  TransferLanes(const Plan& plan, const Verified& verified);

  [[nodiscard]] bool are_explicit() const { return explicit_; }

  /// When a result that is there now begins its way, and behind whose.
  struct Grant {
    Ticks begin = 0;
    OperationIndex behind = kNoOperation;
  };
  Grant take(const Operation& op, OperationIndex pass, Ticks time);

  /// A device has come to a send or receive of its order.
  void come_to(std::uint32_t device, OperationIndex transfer);
  /// The pass whose result is transferred now, as both ends have it at the head of their lanes;
  /// kNoOperation: not yet. `behind` is what the later end did before.
  struct Match {
    OperationIndex pass = kNoOperation;
    OperationIndex behind = kNoOperation;
  };
  Match match(std::uint32_t device);
  void end_transfer(std::uint32_t from, std::uint32_t to);

  /// What a device's lane waits for: at its head, kNoOperation when there is nothing.
  [[nodiscard]] OperationIndex head(std::uint32_t device) const;
  [[nodiscard]] bool has_come_to(std::uint32_t device, OperationIndex transfer) const;
  /// The other end of a send or receive.
  [[nodiscard]] OperationIndex partner(OperationIndex transfer) const { return partner_[transfer]; }

private:
  struct Lane {
    std::vector<OperationIndex> transfers; ///< in the order of the device
    std::size_t next = 0;                  ///< the head
    std::size_t come = 0;                  ///< so many the device has come to
    bool busy = false;
    OperationIndex last = kNoOperation; ///< pass that was transferred last
  };

  [[nodiscard]] OperationIndex pass_of(OperationIndex transfer) const;
  void pair_up();

  const Plan& plan_;
  const PassTable& passes_;
  bool explicit_;
  std::vector<std::uint32_t> link_up_;   ///< by stage: to the next one
  std::vector<std::uint32_t> link_down_; ///< by stage: to the one before
  std::vector<Ticks> free_at_;           ///< by link
  std::vector<OperationIndex> user_;     ///< by link: the last
  std::vector<Lane> lanes_;              ///< by device
  std::vector<OperationIndex> partner_;  ///< by operation
};

} // namespace stallscope::training
