#pragma once

#include "model/comparison/destination.hpp"
#include "model/comparison/transport.hpp"
#include "model/run/run.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::gui {

/// The two runs on screen.
enum class Side : std::uint8_t { a, b };

/// How one transport moves two runs.
enum class Lock : std::uint8_t {
  cycle,       ///< both in the same cycle; the shorter waits at its end
  instruction, ///< both behind the same number of retired instructions; A leads
  free,        ///< each where it was left; the transport moves the active one
};

/// Runs A and B, and the transport that drives both. B may be absent.
class Comparison {
public:
  explicit Comparison(Threads threads = Threads::background) : a_(threads), b_(threads) {}

  [[nodiscard]] Run& run(Side side) { return side == Side::a ? a_ : b_; }
  [[nodiscard]] const Run& run(Side side) const { return side == Side::a ? a_ : b_; }
  [[nodiscard]] bool has_b() const { return has_b_; }

  void open_a(RunSpec spec);
  void open_b(RunSpec spec);
  void close_b();
  void set_lock(Lock lock);
  [[nodiscard]] Lock lock() const { return lock_; }
  [[nodiscard]] Side active() const { return active_; }
  /// The pane the keyboard is in: with Lock::free, the one that moves.
  void set_active(Side side);

  /// Takes news of both runs and lets time pass. Once a frame; true when something on screen may
  /// have changed.
  bool update(double seconds);
  /// Until everything asked for is there.
  void wait();

  /// The one transport; with Lock::free that of the active run.
  [[nodiscard]] Transport& transport() { return transports_[lock_ == Lock::free ? index() : 0]; }
  [[nodiscard]] const Transport& transport() const {
    return transports_[lock_ == Lock::free ? index() : 0];
  }
  /// Where a run stands: the end of this cycle is shown.
  [[nodiscard]] std::uint64_t cycle(Side side) const;
  /// How far its tokens have come from the cycle before: see Transport::glide.
  [[nodiscard]] double glide(Side side) const;
  [[nodiscard]] int direction(Side side) const;

  /// To the next or previous cycle in which an operation of the active run begins to wait; of a
  /// long run, as soon as it is found.
  void to_stall(bool forwards);
  /// To the cycle in which the active run fetches an instruction of a source line next, as the
  /// editor's cursor asks; and to the next breakpoint.
  void run_to_line(std::uint32_t line);
  void run_to_breakpoint(std::vector<session::Condition> breakpoints);
  /// To a place in the active run; for lines and addresses the next time behind the present cycle,
  /// or else the first.
  void go_to(const Destination& to);
  /// Where a search has come to, or what it did not find; empty: nothing to say.
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool searching() const { return search_ != nullptr && !search_->finished(); }
  void cancel_search();
  /// What it says does not hold any more.
  void forget_message() { message_.clear(); }

  /// The runs are of one program: by name, or with the same instructions in whatever order, or one
  /// named after the other ("saxpy", "saxpy_scheduled"). Cycles of other programs say nothing about
  /// each other.
  [[nodiscard]] bool same_program() const;

  /// Cycles by which B is ahead of A, at the instruction A has just retired: when A retired its
  /// n-th instruction, B had done so this much earlier (negative: later). At the end of A, the
  /// difference of the whole runs. Nothing without B or with one of another program, or before A
  /// has retired anything.
  [[nodiscard]] std::optional<std::int64_t> cycles_saved() const;
  /// Of the whole runs as their machines count cycles, once both are known.
  [[nodiscard]] std::optional<std::int64_t> total_saved() const;

private:
  [[nodiscard]] std::size_t index() const { return active_ == Side::a || !has_b_ ? 0 : 1; }
  void go(std::uint64_t cycle_of_active);
  void run_to(const session::Condition& condition, std::uint64_t from);
  void set_lengths();

  Run a_;
  Run b_;
  bool has_b_ = false;
  Lock lock_ = Lock::cycle;
  Side active_ = Side::a;
  std::array<Transport, 2> transports_;
  std::array<std::uint64_t, 2> versions_{};
  bool same_instructions_ = false; ///< found out when one of the runs has changed
  std::string message_;
  std::shared_ptr<Task> search_;
};

} // namespace stallscope::gui
