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

/// How one transport moves both runs.
enum class Lock : std::uint8_t {
  cycle,       ///< same cycle; the shorter run stops at its end
  instruction, ///< same number of retired instructions; A leads
  free,        ///< independent; the transport moves the active run
};

/// Runs A and B with their transport. B can be absent.
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
  /// The pane with the keyboard focus: with Lock::free, the transport moves its run.
  void set_active(Side side);

  /// Takes over results of both runs and advances time. Call once per frame; true when the display
  /// may have changed.
  bool update(double seconds);
  /// Waits until all requests are answered.
  void wait();

  /// The transport; with Lock::free that of the active run.
  [[nodiscard]] Transport& transport() { return transports_[lock_ == Lock::free ? index() : 0]; }
  [[nodiscard]] const Transport& transport() const {
    return transports_[lock_ == Lock::free ? index() : 0];
  }
  /// The position of a run: the state at the end of this cycle is shown.
  [[nodiscard]] std::uint64_t cycle(Side side) const;
  /// Animation progress of its tokens: see Transport::glide.
  [[nodiscard]] double glide(Side side) const;
  [[nodiscard]] int direction(Side side) const;

  /// Moves to the next or previous cycle in which an operation of the active run begins to wait;
  /// for a long run, after a background search.
  void to_stall(bool forwards);
  /// Moves to the next cycle in which the active run fetches an instruction of a source line; and
  /// to the next breakpoint.
  void run_to_line(std::uint32_t line);
  void run_to_breakpoint(std::vector<session::Condition> breakpoints);
  /// Moves to a place in the active run; for lines and addresses the next occurrence after the
  /// current cycle, otherwise the first.
  void go_to(const Destination& to);
  /// Result of a search, or that it found nothing; empty: no message.
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool searching() const { return search_ != nullptr && !search_->finished(); }
  void cancel_search();
  /// 0 to 1; negative: unknown
  [[nodiscard]] double search_progress() const {
    return search_ == nullptr ? -1 : search_->progress();
  }
  /// Clears a message of an earlier action.
  void forget_message() { message_.clear(); }

  /// The runs are of the same program: same name, the same instructions in any order, or one name
  /// is a prefix of the other ("saxpy", "saxpy_scheduled"); or both are pipeline plans. Cycles of
  /// different programs are not comparable.
  [[nodiscard]] bool same_program() const;

  /// The lead of B over A in cycles, at the last instruction that A has retired: B retired the same
  /// instruction this much earlier (negative: later). At the end of A, the difference of the whole
  /// runs. Nothing without B, with another program, or before A has retired an instruction.
  [[nodiscard]] std::optional<std::int64_t> cycles_saved() const;
  /// Difference of the whole runs in counted cycles, once both are known.
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
  bool same_instructions_ = false; ///< cached until one of the runs changes
  std::string message_;
  std::shared_ptr<Task> search_;
};

} // namespace stallscope::gui
