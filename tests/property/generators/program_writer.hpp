#pragma once

#include "property/generators/random_program.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

namespace stallscope::property {

/// Common part of the program generators: the structure of a program. Subclasses write the
/// statements, loops and branches of a notation.
class ProgramWriter {
public:
  ProgramWriter(Random& random, const ProgramTraits& traits) : random_(random), traits_(traits) {}
  virtual ~ProgramWriter() = default;

  std::string write() {
    begin();
    for (unsigned i = 0; i < traits_.blocks; ++i)
      block(0);
    end();
    return std::move(text_);
  }

protected:
  static constexpr unsigned kMaxDepth = 3; ///< of nested loops; each level has a counter of its own

  virtual void begin() = 0;
  virtual void end() = 0;
  /// One or a few straight-line statements.
  virtual void statement() = 0;
  /// The instruction behind a branch: one of a single instruction, no branch.
  virtual void simple_statement() = 0;
  virtual void loop_head(unsigned depth, int label, int trips) = 0;
  virtual void loop_tail(unsigned depth, int label, int trips) = 0;
  /// A data-dependent branch to `label`.
  virtual void branch(int label) = 0;
  virtual void jump(int label) = 0;
  virtual void call() { statement(); }

  void block(unsigned depth) {
    const unsigned kind = random_.below(10);
    if (kind < 4 || depth >= kMaxDepth) {
      for (int n = random_.between(1, 6); n > 0; --n)
        statement();
    } else if (kind < 6) {
      const int label = labels_++;
      const int trips = random_.between(1, static_cast<int>(traits_.max_trips));
      loop_head(depth, label, trips);
      for (int n = random_.between(1, 3); n > 0; --n)
        block(depth + 1);
      loop_tail(depth, label, trips);
    } else if (kind < 9) {
      const int skip = labels_++;
      branch(skip);
      for (int n = random_.between(0, 3); n > 0; --n)
        statement();
      if (random_.chance(40)) { // an else part
        const int join = labels_++;
        jump(join);
        line("L{}:", skip);
        for (int n = random_.between(1, 3); n > 0; --n)
          statement();
        line("L{}:", join);
      } else {
        line("L{}:", skip);
      }
    } else {
      call();
    }
  }

  template <class... T> void line(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<T>(values)...);
    text_ += '\n';
  }

  Random& random_;
  ProgramTraits traits_;
  std::string text_;
  int labels_ = 0;
};

} // namespace stallscope::property
