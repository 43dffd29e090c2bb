#pragma once

#include "arguments/arguments.hpp"
#include "input_output/result_file.hpp"
#include "trace/compression.hpp"
#include "trace/op_stream.hpp"
#include "trace/trace_file.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace stallscope::cli {

/// A trace written to a file (compressed according to the extension) or to standard output.
class TraceOutput {
public:
  /// Prints the error when it cannot be opened.
  [[nodiscard]] bool open(const std::string& file, trace::TraceFormat format);
  [[nodiscard]] trace::OpStream& stream() { return *writer_; }
  [[nodiscard]] bool failed() const { return result_.failed(); }
  [[nodiscard]] bool reader_gone() const { return result_.reader_gone(); }
  /// Call after the end of the stream. Returns whether all output was written; prints errors.
  [[nodiscard]] bool close();

private:
  StreamedResult result_;
  std::unique_ptr<trace::Compressor> compressor_;
  std::unique_ptr<trace::OpStream> writer_;
};

/// Result of reading a trace.
enum class TraceRead : std::uint8_t { whole, interrupted, failed };

/// A trace read from a file, piece by piece.
class TraceReading {
public:
  TraceReading(const TraceInput& input, trace::OpStream& to);
  ~TraceReading();
  TraceReading(const TraceReading&) = delete;
  TraceReading& operator=(const TraceReading&) = delete;

  /// Prints the error when the file cannot be read.
  [[nodiscard]] bool open();
  /// Reads one more piece; false at the end.
  [[nodiscard]] bool step();
  /// Stops reading, finishes the stream and prints problems.
  [[nodiscard]] TraceRead conclude();
  [[nodiscard]] std::uint64_t operations() const;
  [[nodiscard]] std::uint64_t bytes_read() const;
  [[nodiscard]] std::uint64_t bytes() const; ///< of the file; 0: unknown

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The file starts like a trace in a readable format.
[[nodiscard]] bool holds_trace(const std::string& file);

/// Reads a trace to its end, or until `stop` returns true. Prints problems, and after the first
/// second the progress, to standard error. Fails, with an error printed, if the file cannot be read
/// or is not a trace.
[[nodiscard]] TraceRead read_trace(const TraceInput& input, trace::OpStream& to, bool quiet,
                                   const std::function<bool()>& stop = {});

/// The file name is that of a trace; the file is not read.
[[nodiscard]] bool looks_like_trace(const std::string& file);

} // namespace stallscope::cli
