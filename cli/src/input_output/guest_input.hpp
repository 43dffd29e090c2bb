#pragma once

#include "arguments/arguments.hpp"
#include "isa/executor.hpp"
#include "session/runner.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

/// Everything a descriptor gives, up to `most_bytes` and a little more. Ends early when the user
/// interrupts; nullopt, with errno, when it cannot be read.
[[nodiscard]] std::optional<std::string> read_all(int descriptor, std::size_t most_bytes);

/// The guest's standard input from a descriptor of ours, read piece by piece as the guest asks for
/// it. Several runs may share one: each reads the same from the beginning.
class DescriptorInput final : public isa::InputSource {
public:
  /// `descriptor` is closed with this; -1: there is no input. `name` is for problems: "--input
  /// FILE".
  DescriptorInput(int descriptor, std::string name);
  ~DescriptorInput() override;
  DescriptorInput(const DescriptorInput&) = delete;
  DescriptorInput& operator=(const DescriptorInput&) = delete;

  [[nodiscard]] std::string_view text() const override { return text_; }
  [[nodiscard]] std::uint64_t piece_end(std::uint64_t offset) const override;
  Wait wait() override;
  [[nodiscard]] bool is_terminal() const override { return terminal_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// Nothing more will come.
  [[nodiscard]] bool is_complete() const { return descriptor_ < 0; }
  /// Somebody has read all there was and wanted more.
  [[nodiscard]] bool ended() const { return ended_; }
  /// Time spent in wait() so far.
  [[nodiscard]] double waited_seconds() const { return waited_seconds_; }

  /// Puts a text there that has been read already, as one piece, with nothing behind it.
  void set(std::string text);

private:
  int descriptor_;
  std::string name_;
  bool terminal_;
  bool ended_ = false;
  double waited_seconds_ = 0;
  std::string text_;
  std::vector<std::uint64_t> ends_; ///< of the pieces, ascending
};

/// What --input or --stdin names, opened once for all runs of a command.
class GuestInput {
public:
  /// Prints why not when it cannot be read; also false when the user interrupts. Regular files are
  /// read at once, terminals, pipes and devices as the guest asks for them.
  [[nodiscard]] bool open(const Subject& subject);
  /// Likewise, but everything is read at once, for runs that are repeated in parts.
  [[nodiscard]] bool read(const Subject& subject);

  void give_to(session::RunOptions& options) const;
  [[nodiscard]] bool is_terminal() const { return source_ != nullptr && source_->is_terminal(); }
  /// Time the runs so far have waited for it.
  [[nodiscard]] double waited_seconds() const { return source_->waited_seconds(); }
  /// There is none, and a program has tried to read it.
  [[nodiscard]] bool was_missed() const { return none_ && source_->ended(); }

private:
  [[nodiscard]] bool load(const std::string& name, int descriptor, std::size_t most_bytes);

  std::unique_ptr<DescriptorInput> source_;
  bool none_ = false;
};

} // namespace stallscope::cli
