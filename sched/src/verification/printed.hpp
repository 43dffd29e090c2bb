#pragma once

#include "base/sha256.hpp"
#include "isa/executor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::sched {

/// Output of a program during verification. Keeps its beginning for display, and a hash of
/// everything for comparison. A program that prints more than the limit is stopped, and the input
/// is inconclusive: random registers can request any length.
class Printed final : public isa::OutputSink, public isa::CallLimit {
public:
  static constexpr std::uint64_t kMostBytes = 1ULL << 30; ///< for a program's own input
  static constexpr std::uint64_t kMostBytesDrawn = 1ULL << 20;

  explicit Printed(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

  void write(std::uint64_t, std::string_view text) override {
    bytes_ += text.size();
    beginning_ += text.substr(0, kShownBytes - beginning_.size());
    hash_.add(text);
  }
  bool may_go_on() override { return bytes_ <= most_bytes_; }
  bool may_take(const isa::ArchState&, std::uint64_t) override { return may_go_on(); }

  [[nodiscard]] std::string beginning() const {
    return bytes_ > beginning_.size() ? beginning_ + "..." : beginning_;
  }
  /// The hash of everything printed. To be called once.
  [[nodiscard]] std::string hash() { return hash_.hex(); }

private:
  static constexpr std::size_t kShownBytes = 200;

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::string beginning_;
  Sha256 hash_;
};

} // namespace stallscope::sched
