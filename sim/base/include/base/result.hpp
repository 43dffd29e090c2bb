#pragma once

#include "base/check.hpp"
#include "base/diagnostic.hpp"

#include <optional>
#include <utility>

namespace stallscope {

/// A value, or all problems that prevented it. A value may come with warnings and notes.
template <class T> class [[nodiscard]] Result {
public:
  Result(T value)
      : value_(std::move(value)) {} // NOLINT: implicit, so that functions return the value as it is
  Result(T value, Diagnostics warnings)
      : value_(std::move(value)), diagnostics_(std::move(warnings)) {}
  Result(Diagnostics errors) : diagnostics_(std::move(errors)) { // NOLINT: implicit
    STALLSCOPE_CHECK(has_errors(diagnostics_), "a result without value needs an error");
  }
  Result(Diagnostic error) : Result(Diagnostics{std::move(error)}) {} // NOLINT: implicit

  [[nodiscard]] bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T& value() & {
    STALLSCOPE_CHECK(ok(), "value of a failed result");
    return *value_;
  }
  const T& value() const& {
    STALLSCOPE_CHECK(ok(), "value of a failed result");
    return *value_;
  }
  T&& value() && {
    STALLSCOPE_CHECK(ok(), "value of a failed result");
    return std::move(*value_);
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// Errors of a failed result; warnings and notes of a good one.
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

private:
  std::optional<T> value_;
  Diagnostics diagnostics_;
};

} // namespace stallscope
