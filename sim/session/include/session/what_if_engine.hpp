#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::session {

/// The what-if engine: outcomes of variants of a subject, each measured once: a program on other
/// machines, a loop without one of its waits, a plan with other settings. Its user is the policy:
/// which variants there are, how one is measured, and which of two outcomes is better.
template <class Outcome> class WhatIfEngine {
public:
  /// Asked with the name of each variant before it is measured; false: interrupted.
  using GoesOn = std::function<bool(const std::string& name)>;

  explicit WhatIfEngine(GoesOn goes_on = {}) : goes_on_(std::move(goes_on)) {}

  /// The outcome of a variant, which stays at its address. `how` measures it as an
  /// std::optional<Outcome>, the first time that its name is given only; nothing: the variant is
  /// invalid, or cannot be compared. nullptr: no outcome, or interrupted.
  template <class How> Outcome* measure(const std::string& name, How how) {
    if (const auto known = by_name_.find(name); known != by_name_.end())
      return known->second;
    if (interrupted_ || (goes_on_ && !goes_on_(name))) {
      interrupted_ = true;
      return nullptr;
    }
    std::optional<Outcome> outcome = how();
    if (interrupted_)
      return nullptr;
    Outcome* at = outcome ? &outcomes_.emplace_back(*std::move(outcome)) : nullptr;
    by_name_.emplace(name, at);
    return at;
  }

  /// Measuring a variant has been interrupted: it has no outcome, and no other one is measured.
  void interrupt() { interrupted_ = true; }
  [[nodiscard]] bool interrupted() const { return interrupted_; }

  /// In the order of measurement.
  [[nodiscard]] std::deque<Outcome>& outcomes() { return outcomes_; }
  [[nodiscard]] const std::deque<Outcome>& outcomes() const { return outcomes_; }

  /// The best first; equal ones in the order of measurement.
  template <class Better> [[nodiscard]] std::vector<Outcome> ranked(Better is_better) const {
    std::vector<Outcome> all(outcomes_.begin(), outcomes_.end());
    std::stable_sort(all.begin(), all.end(), is_better);
    return all;
  }

private:
  GoesOn goes_on_;
  std::deque<Outcome> outcomes_; ///< addresses stay
  std::map<std::string, Outcome*> by_name_;
  bool interrupted_ = false;
};

} // namespace stallscope::session
