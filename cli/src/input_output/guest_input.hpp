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

/// Reads a descriptor to its end, up to about `most_bytes`. Stops when the user interrupts;
/// nullopt, with errno, on errors.
[[nodiscard]] std::optional<std::string> read_all(int descriptor, std::size_t most_bytes);

/// The guest's standard input from a host descriptor, read on demand. Several runs can share one
/// descriptor: each reads the same content from the beginning.
class DescriptorInput final : public isa::InputSource {
public:
  /// Takes ownership of `descriptor`; -1: no input. `name` is for messages: "--input FILE".
  DescriptorInput(int descriptor, std::string name);
  ~DescriptorInput() override;
  DescriptorInput(const DescriptorInput&) = delete;
  DescriptorInput& operator=(const DescriptorInput&) = delete;

  [[nodiscard]] std::string_view text() const override { return text_; }
  [[nodiscard]] std::uint64_t piece_end(std::uint64_t offset) const override;
  Wait wait() override;
  [[nodiscard]] bool is_terminal() const override { return terminal_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// The input has ended.
  [[nodiscard]] bool is_complete() const { return descriptor_ < 0; }
  [[nodiscard]] bool has_ended() const override { return ended_; }
  /// Time spent in wait() so far.
  [[nodiscard]] double waited_seconds() const { return waited_seconds_; }

  /// Sets the whole input to a text read before.
  void set(std::string text);

private:
  int descriptor_;
  std::string name_;
  bool terminal_;
  bool ended_ = false;
  double waited_seconds_ = 0;
  std::string text_;
  std::vector<std::uint64_t> ends_; ///< end offsets of the pieces, ascending
};

/// The source of --input or --stdin, opened once for all runs of a command.
class GuestInput {
public:
  /// Opens the input. False, with an error printed, if it cannot be read; also false when the user
  /// interrupts. Regular files are read at once, terminals, pipes and devices on demand.
  [[nodiscard]] bool open(const Subject& subject);
  /// Opens the input and reads it completely, for runs that are repeated in part.
  [[nodiscard]] bool read(const Subject& subject);

  void apply_to(session::RunOptions& options) const;
  [[nodiscard]] bool is_terminal() const { return source_ != nullptr && source_->is_terminal(); }
  /// Time that the runs have waited for input.
  [[nodiscard]] double waited_seconds() const { return source_->waited_seconds(); }
  /// No input was given, and a program has tried to read it.
  [[nodiscard]] bool was_missed() const { return none_ && source_->has_ended(); }

private:
  [[nodiscard]] bool load(const std::string& name, int descriptor, std::size_t most_bytes);

  std::unique_ptr<DescriptorInput> source_;
  bool none_ = false;
};

} // namespace stallscope::cli
