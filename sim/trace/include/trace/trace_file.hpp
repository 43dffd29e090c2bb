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

// Traces in the formats of other tools, written and read bit by bit: what is kept depends on how
// many operations are in flight, never on how long the trace is.
namespace stallscope::trace {

/// Formats of traces. What Stallscope makes of each is in FORMATS.md.
enum class TraceFormat : std::uint8_t {
  kanata,   ///< Kanata 0004, Konata's log
  o3,       ///< O3PipeView, gem5's
  perfetto, ///< Chrome's trace events in JSON; written only
};
[[nodiscard]] std::string_view name(TraceFormat format);
/// By how a file's name ends, in front of .gz or .zst: .kanata and .log, .o3 and .out, .json.
[[nodiscard]] std::optional<TraceFormat> format_of_name(std::string_view file);
/// By how a trace begins; nothing when none that can be read begins so.
[[nodiscard]] std::optional<TraceFormat> format_of_text(std::string_view beginning);

/// Takes what is written, in pieces of up to some hundred kB.
using ByteSink = std::function<void(std::string_view)>;

/// What a trace is written with. All that it has been told is with the sink when finish() returns.
[[nodiscard]] std::unique_ptr<OpStream> make_writer(TraceFormat format, ByteSink sink);

/// Limits of what a reader keeps.
struct ReaderLimits {
  std::size_t line_bytes = InputLimits::trace_line; ///< longer lines are skipped
  std::size_t label_bytes =
      InputLimits::trace_label; ///< of the texts of an operation; the rest is left out
  std::size_t producers = InputLimits::trace_producers; ///< of an operation; the rest is left out
  std::size_t ops_in_flight =
      InputLimits::trace_ops_in_flight; ///< Kanata: more than these end the reading
  std::size_t ops_out_of_order =
      InputLimits::trace_ops_out_of_order; ///< O3PipeView: how far from its place one may stand
};

/// What is wrong with a trace, or left out.
struct TraceProblems {
  Diagnostics first; ///< warnings with their lines, the first kMaxDiagnosticsShown
  std::uint64_t count = 0;
};

/// Reads a trace that comes in pieces of any size. Never fails: lines that mean nothing are
/// reported and skipped.
class TraceReader {
public:
  virtual ~TraceReader() = default;
  virtual void add(std::string_view piece) = 0;
  /// The trace has ended: tells the stream so.
  virtual void finish() = 0;
  /// There is no use in going on: too much would have to be kept.
  [[nodiscard]] virtual bool gave_up() const { return false; }
  /// Operations that have come so far.
  [[nodiscard]] virtual std::uint64_t operations() const = 0;
  [[nodiscard]] virtual const TraceProblems& problems() const = 0;
};

struct ReaderOptions {
  std::string file; ///< as it is called in what is reported
  /// O3PipeView: ticks of a cycle; 0: found out from the first operations.
  std::uint64_t ticks_per_cycle = 0;
  ReaderLimits limits;
};
/// Of TraceFormat::kanata or o3.
[[nodiscard]] std::unique_ptr<TraceReader> make_reader(TraceFormat format, OpStream& to,
                                                       ReaderOptions options);

} // namespace stallscope::trace
