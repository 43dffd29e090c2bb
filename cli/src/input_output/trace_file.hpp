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

/// A trace on its way to a file (compressed when its name ends so) or to standard output.
class TraceOutput {
public:
  /// Prints why not when it cannot be opened.
  [[nodiscard]] bool open(const std::string& file, trace::TraceFormat format);
  [[nodiscard]] trace::OpStream& stream() { return *writer_; }
  [[nodiscard]] bool failed() const { return result_.failed(); }
  [[nodiscard]] bool reader_gone() const { return result_.reader_gone(); }
  /// The stream has been told its end. Whether everything was written; prints why not.
  [[nodiscard]] bool close();

private:
  StreamedResult result_;
  std::unique_ptr<trace::Compressor> compressor_;
  std::unique_ptr<trace::OpStream> writer_;
};

/// What came of reading a trace.
enum class TraceRead : std::uint8_t { whole, interrupted, failed };

/// A trace on its way from a file, piece by piece.
class TraceReading {
public:
  TraceReading(const TraceInput& input, trace::OpStream& to);
  ~TraceReading();
  TraceReading(const TraceReading&) = delete;
  TraceReading& operator=(const TraceReading&) = delete;

  /// Prints why not when the file cannot be read.
  [[nodiscard]] bool open();
  /// Reads one more piece; false when there is none.
  [[nodiscard]] bool step();
  /// Nothing more will be read: ends the stream and tells what was wrong.
  [[nodiscard]] TraceRead conclude();
  [[nodiscard]] std::uint64_t operations() const;
  [[nodiscard]] std::uint64_t bytes_read() const;
  [[nodiscard]] std::uint64_t bytes() const; ///< of the file; 0: not known

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// A file holds a trace that can be read, as far as its beginning tells.
[[nodiscard]] bool holds_trace(const std::string& file);

/// Reads a trace to its end, or until `stop` says so. Tells what is wrong with it on standard
/// error, and how far it has come from the first second on. Fails, with an error printed, when the
/// file cannot be read or is no trace.
[[nodiscard]] TraceRead read_trace(const TraceInput& input, trace::OpStream& to, bool quiet,
                                   const std::function<bool()>& stop = {});

/// The name of a file is that of a trace, as far as can be told without reading it.
[[nodiscard]] bool looks_like_trace(const std::string& file);

} // namespace stallscope::cli
