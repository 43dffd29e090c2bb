#pragma once

#include "base/check.hpp"
#include "isa/executor.hpp"
#include "trace/run_record.hpp"

#include <algorithm>
#include <string>

namespace stallscope::session {

/// Forwards output as it is printed, and keeps its beginning.
class CollectingSink final : public isa::OutputSink {
public:
  CollectingSink(isa::OutputSink* next, std::uint64_t most_bytes)
      : next_(next), most_bytes_(most_bytes) {}
  void write(std::uint64_t offset, std::string_view text) override {
    STALLSCOPE_CHECK(offset <= length_, "output with a hole");
    const std::uint64_t known = length_ - offset; // known output is printed again by a replay
    if (known >= text.size())
      return;
    text.remove_prefix(known);
    length_ += text.size();
    text_ += text.substr(0, most_bytes_ - text_.size());
    if (next_ != nullptr)
      next_->write(offset + known, text);
  }
  /// Appends to the output; returns its length.
  std::uint64_t add_at_end(std::uint64_t bytes, std::string_view text) {
    write(bytes, text);
    return bytes + text.size();
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Truncates the output to this many bytes.
  void truncate(std::uint64_t bytes) {
    length_ = std::min(length_, bytes);
    text_.resize(std::min<std::uint64_t>(bytes, text_.size()));
  }
  /// Copies the first bytes of the output, up to a length, into RunRecord::output.
  void take(std::uint64_t bytes, trace::RunRecord& record) {
    text_.resize(std::min<std::uint64_t>(bytes, text_.size()));
    record.output_dropped = most_bytes_ == 0 ? 0 : bytes - text_.size();
    record.output = std::move(text_);
  }

private:
  isa::OutputSink* next_;
  std::uint64_t most_bytes_; ///< maximum number of bytes kept
  std::uint64_t length_ = 0; ///< number of bytes of output so far
  std::string text_;
};

} // namespace stallscope::session
