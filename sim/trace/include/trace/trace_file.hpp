#pragma once

#include "base/diagnostic.hpp"
#include "base/input_limits.hpp"
#include "trace/op_stream.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

// Streaming readers and writers of other tools' trace formats: memory depends on the operations in
// flight, not on the length of the trace.
namespace stallscope::trace {

/// Trace formats. FORMATS.md describes how each is mapped.
enum class TraceFormat : std::uint8_t {
  kanata,     ///< Kanata 0004, Konata's log
  o3,         ///< O3PipeView, gem5's
  perfetto,   ///< Chrome trace events in JSON; written only
  json_lines, ///< a JSON object an operation; written only
};
[[nodiscard]] std::string_view name(TraceFormat format);
/// The format has a reader.
[[nodiscard]] constexpr bool is_read(TraceFormat format) {
  return format == TraceFormat::kanata || format == TraceFormat::o3;
}
/// The format for a file name's extension before .gz or .zst: .kanata and .log, .o3 and .out,
/// .json, .jsonl.
[[nodiscard]] std::optional<TraceFormat> format_of_name(std::string_view file);
/// Detects the format from the beginning of a trace; nullopt when it is not a readable format.
[[nodiscard]] std::optional<TraceFormat> format_of_text(std::string_view beginning);

/// Receives output in pieces of up to some hundred kB.
using ByteSink = std::function<void(std::string_view)>;

/// A trace writer. All output has reached the sink when finish() returns.
[[nodiscard]] std::unique_ptr<OpStream> make_writer(TraceFormat format, ByteSink sink);

/// Limits on a reader's memory.
struct ReaderLimits {
  std::size_t line_bytes = InputLimits::trace_line; ///< longer lines are skipped
  std::size_t label_bytes =
      InputLimits::trace_label; ///< bytes of an operation's texts; the rest is dropped
  std::size_t producers = InputLimits::trace_producers; ///< producers of an operation; the rest is
                                                        ///< dropped
  std::size_t ops_in_flight =
      InputLimits::trace_ops_in_flight; ///< Kanata: reading ends when more operations are in flight
  std::size_t ops_out_of_order =
      InputLimits::trace_ops_out_of_order; ///< O3PipeView: the largest distance of an operation
                                           ///< from its place in order
};

/// Errors and omissions of a trace.
struct TraceProblems {
  Diagnostics first; ///< warnings with their lines, the first kMaxDiagnosticsShown
  std::uint64_t count = 0;
};

/// Reads a trace in pieces of any size. Never fails: invalid lines are reported and skipped.
class TraceReader {
public:
  virtual ~TraceReader() = default;
  virtual void add(std::string_view piece) = 0;
  /// Finishes the stream at the end of the trace.
  virtual void finish() = 0;
  /// Reading cannot continue: a limit was exceeded.
  [[nodiscard]] virtual bool gave_up() const { return false; }
  /// Operations read so far.
  [[nodiscard]] virtual std::uint64_t operations() const = 0;
  [[nodiscard]] virtual const TraceProblems& problems() const = 0;
};

struct ReaderOptions {
  std::string file; ///< file name in messages
  /// O3PipeView: ticks per cycle; 0: derived from the first operations.
  std::uint64_t ticks_per_cycle = 0;
  ReaderLimits limits;
};
/// A reader of a format that is_read().
[[nodiscard]] std::unique_ptr<TraceReader> make_reader(TraceFormat format, OpStream& to,
                                                       ReaderOptions options);

} // namespace stallscope::trace
