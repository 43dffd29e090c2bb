#pragma once

#include "base/check.hpp"
#include "isa/executor.hpp"

#include <algorithm>
#include <string>

namespace stallscope::session {

/// Keeps the whole output and hands it on as it comes.
class CollectingSink final : public isa::OutputSink {
public:
  explicit CollectingSink(isa::OutputSink* next) : next_(next) {}
  void write(std::uint64_t offset, std::string_view text) override {
    STALLSCOPE_CHECK(offset <= text_.size(), "output with a hole");
    const std::uint64_t known = text_.size() - offset; // printed once more by a replay
    if (known >= text.size())
      return;
    text_.append(text.substr(known));
    if (next_ != nullptr)
      next_->write(offset + known, text.substr(known));
  }
  /// What had been printed when so many bytes had.
  [[nodiscard]] std::string take(std::uint64_t bytes) {
    text_.resize(std::min<std::uint64_t>(bytes, text_.size()));
    return std::move(text_);
  }

private:
  std::string text_;
  isa::OutputSink* next_;
};

} // namespace stallscope::session
