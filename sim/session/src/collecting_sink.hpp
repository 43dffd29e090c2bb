#pragma once

#include "base/check.hpp"
#include "isa/executor.hpp"

#include <algorithm>
#include <string>

namespace stallscope::session {

/// Hands the output on as it comes, and keeps the whole of it when asked to.
class CollectingSink final : public isa::OutputSink {
public:
  CollectingSink(isa::OutputSink* next, bool keep) : next_(next), keep_(keep) {}
  void write(std::uint64_t offset, std::string_view text) override {
    STALLSCOPE_CHECK(offset <= length_, "output with a hole");
    const std::uint64_t known = length_ - offset; // printed once more by a replay
    if (known >= text.size())
      return;
    text.remove_prefix(known);
    length_ += text.size();
    if (keep_)
      text_ += text;
    if (next_ != nullptr)
      next_->write(offset + known, text);
  }
  /// What had been printed when so many bytes had.
  [[nodiscard]] std::string take(std::uint64_t bytes) {
    text_.resize(std::min<std::uint64_t>(bytes, text_.size()));
    return std::move(text_);
  }

private:
  isa::OutputSink* next_;
  bool keep_;
  std::uint64_t length_ = 0; ///< of the output so far
  std::string text_;
};

} // namespace stallscope::session
