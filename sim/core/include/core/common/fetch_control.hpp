#pragma once

// Fetch control of every core: the wrong path, redirects, and what keeps fetch from going on.

#include "base/ids.hpp"
#include "timeline/reason.hpp"

#include <cstdint>

namespace stallscope::core {

inline constexpr std::uint64_t kNowhere = ~std::uint64_t{0}; ///< no address of code

/// Wrong-path fetch behind a mispredicted control operation.
struct Speculation {
  bool active = false;             ///< operations that are fetched are on the wrong path
  bool armed = false;              ///< wrong-path fetch begins behind the delay slot that is still
                                   ///< to be fetched
  OpId branch;                     ///< the oldest mispredicted control operation
  Reason why = Reason::mispredict; ///< `redirect` when the prediction is right and only the target
                                   ///< comes late

  /// Fetch follows a wrong path behind `mispredicted`, and there is none yet: on a wrong path the
  /// older branch remains the cause. `behind_slot`: only behind the delay slot, see end_of_slot().
  void begin(OpId mispredicted, Reason reason, bool behind_slot = false) {
    if (!active)
      *this = {!behind_slot, behind_slot, mispredicted, reason};
  }
  /// The delay slot behind the mispredicted operation has been fetched.
  void end_of_slot() {
    active = active || armed;
    armed = false;
  }
  /// The cause of the right path's slots lost while fetch is on the wrong path: the mispredicted
  /// operation, or the end of the program when it leads there.
  [[nodiscard]] Cause lost() const {
    if (why == Reason::drain) [[unlikely]]
      return {Reason::drain};
    return {why, kNoRegister, branch};
  }
  /// The cause of lost fetch slots on the wrong path, `lost` or `gap`, which keeps fetch from going
  /// on there: when that would delay the right path as well.
  [[nodiscard]] Cause fetch_gap(const Cause& gap, const Cause& lost) const {
    return lost.why != Reason::drain && delays_right_path(gap) ? gap : lost;
  }

private:
  /// The redirect of the mispredicted operation itself, or a cause whose culprit is not younger. A
  /// branch prediction queue is filled by branches of the wrong path.
  [[nodiscard]] bool delays_right_path(const Cause& cause) const {
    return cause.why == Reason::redirect ||
           (cause.culprit && cause.culprit <= branch && cause.why != Reason::branches_full);
  }
};

/// A redirect decided at the end of a cycle; it takes effect in the next one.
struct Redirect {
  bool pending = false;
  OpId branch;           ///< the oldest operation that requests it
  std::uint8_t slot = 0; ///< in order: index of that operation in InOrderState::ops
  std::uint64_t pc = 0;
  bool taken = false; ///< in order: as InFlightOp::actual_taken
};

struct FetchControl {
  Redirect redirect;
  bool stopped = false;           ///< the right path has ended, or trapped; RunEnd says why
  bool left_code = false;         ///< the wrong path has reached an address without an instruction:
                                  ///< fetch waits for the redirect
  bool exception_pending = false; ///< a trap is pending: nothing is fetched until the machine is
                                  ///< empty, then the program's trap handler
  OpId exception;                 ///< the operation that trapped; none: there was no instruction at
                                  ///< the pc

  /// Requests a redirect in the next cycle; the oldest request wins. Whether it is pending now.
  bool request_redirect(const Redirect& to) {
    if (redirect.pending && redirect.branch < to.branch)
      return false;
    redirect = to;
    return true;
  }
  /// An operation has trapped to the program's handler. Returns the cause of the lost slots.
  Cause wait_for_handler(OpId op) {
    exception_pending = true;
    exception = op;
    return {Reason::exception, kNoRegister, op};
  }
  /// Why fetch cannot go on at all; none when it can. `is_empty`: nothing is in flight.
  /// `lost_on_wrong_path` returns the cause of the slots lost behind a mispredicted branch.
  template <class CauseOf>
  [[nodiscard]] Cause stall(bool is_empty, CauseOf lost_on_wrong_path) const {
    if (stopped)
      return {Reason::drain};
    if (exception_pending && !is_empty)
      return {Reason::exception, kNoRegister, exception};
    if (left_code)
      return lost_on_wrong_path();
    return {};
  }
};

} // namespace stallscope::core
